"""What can be asked of T: one function a kind of question, random picks in, a `Query` out."""
