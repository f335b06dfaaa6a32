"""The modules of vjp.nn, by what they are about."""
