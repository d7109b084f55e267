"""What a class needs around the course: start, update, progress, assign and grade.

``featurespace <command>`` calls a module each (:mod:`.cli`); the mathematics knows none of it.
"""
