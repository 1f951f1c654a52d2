/** The instant at which a simulated world begins, in ms. In a file of its own, because the world imports its parts. */
export const START_MS = Date.UTC(2026, 0, 1);
