/** Says that the service does not answer, and how old the shown data is. */
import { useConnection } from '../lib/connection';
import { formatInstant } from '../lib/time';

export function Outage() {
  const { down, lastHeardMs } = useConnection();
  return (
    <div role="status" className={down ? 'outage' : undefined}>
      {down && (
        <>
          <strong>The service does not answer.</strong> The console retries every few seconds.
          {lastHeardMs !== null && ` What you see is from ${formatInstant(lastHeardMs)}.`}
        </>
      )}
    </div>
  );
}
