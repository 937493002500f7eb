"""A benchmark in the forms that other tools read, one a module, marked or encrypted on request."""
