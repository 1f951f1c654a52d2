import type { RequestAnswer } from '../../lib/requests';
import { CopyId } from '../../ui/copy-id';

/** What the worker said that the run produced. */
export function Ran({ request: { execution } }: RequestAnswer) {
  const { state, reference } = execution;
  if (state !== 'succeeded' || reference === null) return null;
  return (
    <p className="secondary">
      Result: <CopyId id={reference} what="the run" />
    </p>
  );
}
