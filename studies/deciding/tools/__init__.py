"""The tools that are compared, one file each; `table` names them all."""
