/** The token of a sign-in link, as the console takes it out of the address. */
export function tokenIn(link: string): string {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (token === null) throw new Error('the sign-in link has no token in its fragment');
  return token;
}
