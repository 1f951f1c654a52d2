/**
 * The rounds of a coincident request: after the last one the service ends it. 5 guesses × (20 rounds + 3 re-issues) = 115
 * guesses at one of 10⁸ codes: a chance below 1.2 × 10⁻⁶ for each seat.
 */
export const MAX_ROUNDS = 20;
