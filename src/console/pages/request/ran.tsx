import type { RequestAnswer } from '../../lib/requests';
import { CopyId } from '../../ui/copy-id';

/** What the worker reported as the result of the run. */
export function Ran({ request: { execution } }: RequestAnswer) {
  const { state, reference } = execution;
  if (state !== 'succeeded' || reference === null) return null;
  return (
    <p className="secondary">
      Result: <CopyId id={reference} what="the run" />
    </p>
  );
}
