"""Why an action is not legal: says which rule forbids what the generators do not make; decides nothing."""
