/** A service without a feed of events: what waits then depends on polls alone. */
export function withoutFeed(answering: typeof fetch): typeof fetch {
  return async (input, init) =>
    String(input).includes('/v1/events')
      ? Response.json({ error: 'no such path', kind: 'not_found' }, { status: 404 })
      : answering(input, init);
}
