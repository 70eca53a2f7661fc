"""Small games as a user would write them, whose values are known from the literature."""
