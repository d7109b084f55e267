"""Five questions for each chapter, one of each kind."""
