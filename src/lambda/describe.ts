/**
 * Describes a failure for the log: its kind, its text and where it happened. The texts of our own errors and of AWS
 * errors contain ids, counts and reasons. The text of a SyntaxError is left out, because it quotes what could not be
 * parsed, which can be a secret.
 */
export function failureFields(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: 'not an Error' };
  const { name, message, stack } = error;
  if (name === 'SyntaxError') return { error: name, reason: 'a text could not be parsed', stack: framesOf(stack) };
  return { error: name, reason: message, stack };
}

/** A stack begins with the text of its error. */
function framesOf(stack = ''): string {
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return frames.join('\n');
}
