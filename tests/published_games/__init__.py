"""Published games as somebody writes them from the guide: rules, and declarations for all else."""
