"""Computer players, generic over games."""
