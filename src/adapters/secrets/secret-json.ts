/** Parses a secret that holds JSON. The error of JSON.parse would quote a part of it, and errors are logged. */
export function secretJson<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${what} is not valid JSON`);
  }
}
