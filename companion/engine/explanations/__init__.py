"""What followed from which rule, told after an action; decides nothing."""
