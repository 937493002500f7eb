"""A filing's file -> its pages as they are printed, safe to show, with places marked."""
