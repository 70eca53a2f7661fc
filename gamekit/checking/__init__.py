"""Checking a game that somebody writes."""
