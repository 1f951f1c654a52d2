/** For admins, below the inbox: what the organization still lacks. A new organization begins with the guide. */
import { useEffect } from 'react';
import { Link, navigate } from '../lib/router';
import { useSession } from '../lib/session';
import { countMissing, isGuideSkipped, isUntouched, PARTS, useSetUp } from '../lib/set-up';
import { PasskeyNow } from '../ui/passkey-now';

export function SetUpLine() {
  const { data: session } = useSession();
  const { data } = useSetUp();
  const begins = data !== undefined && session != null && isUntouched(data) && !isGuideSkipped(session.org);
  useEffect(() => {
    if (begins) navigate('/welcome', { replace: true });
  }, [begins]);
  if (begins || data === undefined) return null;
  const missing = countMissing(data);
  return (
    <>
      <PasskeyNow hasPasskey={data.hasPasskey} isOnlyAdmin={!data.hasSecondAdmin} />
      {missing > 0 && (
        <section className="card set-up-line" aria-label="Set up your organization">
          <span>
            Set up your organization · {PARTS() - missing} of {PARTS()} done
          </span>
          <Link className="button small" to="/welcome">
            Go on
          </Link>
        </section>
      )}
    </>
  );
}
