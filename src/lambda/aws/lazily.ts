/**
 * A handler whose parts are read asynchronously: made when the function starts, and again at the next call if that
 * failed, so that one throttled read does not poison an instance for its whole life.
 */
export function lazily<Event, Result>(
  make: () => Promise<(event: Event) => Promise<Result>>,
): (event: Event) => Promise<Result> {
  let made: Promise<(event: Event) => Promise<Result>> | null = null;
  const start = () => {
    made = make();
    made.catch(() => {
      made = null;
    });
    return made;
  };
  void start().catch(() => undefined);
  return async (event) => (await (made ?? start()))(event);
}
