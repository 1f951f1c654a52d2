/** Says that the service is silent, and how old what is on the screen is. */
import { useConnection } from '../lib/connection';
import { formatInstant } from '../lib/time';

export function Outage() {
  const { down, lastHeardMs } = useConnection();
  return (
    <div role="status" className={down ? 'outage' : undefined}>
      {down && (
        <>
          <strong>The service does not answer.</strong> It is tried again every few seconds.
          {lastHeardMs !== null && ` What you see is as of ${formatInstant(lastHeardMs)}.`}
        </>
      )}
    </div>
  );
}
