/** The last step: what an organization needs to be used for long. */

import { Circle, CircleCheck } from '../../../../generated/icons';
import { ADMIN_ACTION } from '../../../protocol/change-request';
import { type OpenRequest, useInbox } from '../../lib/inbox';
import { passkeysPossible } from '../../lib/passkeys-possible';
import { Link } from '../../lib/router';
import type { SetUp } from '../../lib/set-up';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Operation } from '../../ui/operation';
import { VisibleText } from '../../ui/visible-text';

interface Props {
  readonly setUp: SetUp;
  /** Null before the first request is decided. */
  readonly finish: (() => void) | null;
}

export function LastSteps({ setUp: { hasPasskey, hasSecondAdmin, hasWebhook }, finish }: Props) {
  return (
    <>
      <ul className="steps plain-list">
        {passkeysPossible() && (
          <Todo done={hasPasskey} to="/account" label="Add a passkey">
            Add a passkey, so that you need no sign-in link
          </Todo>
        )}
        <Todo done={hasSecondAdmin} to="/operators" label="Add an admin">
          Have a second admin: from then on, each change waits for the key of the other admin
        </Todo>
        <Todo done={hasWebhook} to="/webhooks" label="Add a webhook">
          Add a webhook, so that your systems hear of verdicts
        </Todo>
      </ul>
      {hasSecondAdmin && <WaitingRequest />}
      {finish !== null && (
        <div>
          <Button className="button primary" onPress={finish}>
            Finish the guide
          </Button>
        </div>
      )}
    </>
  );
}

/** Where a change goes that was requested on a page that this step leads to, and who can approve it. */
function WaitingRequest() {
  const { data } = useInbox({ view: 'open', action: ADMIN_ACTION });
  if (data === undefined) return null;
  return (
    <section className="notice" aria-label="Changes that wait">
      {data.requests.length === 0 ? (
        <p>No change waits now. One that you make is shown here until another admin approves it.</p>
      ) : (
        <>
          <p>
            <strong>Not made yet.</strong> It waits in the inbox of who can approve it:
          </p>
          <ul className="plain">
            {data.requests.map((entry) => (
              <li key={entry.request.id}>
                <Link to={`/requests/${entry.request.id}`}>
                  <Operation {...entry} />
                </Link>{' '}
                waits for <VisibleText text={waitingFor(entry)} strong />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const waitingFor = ({ view }: OpenRequest): string =>
  view.seats
    .filter(({ operator }) => view.waiting_for.includes(operator))
    .map(({ name }) => name)
    .join(' or ');

interface TodoProps {
  readonly done: boolean;
  readonly to: string;
  readonly label: string;
  readonly children: string;
}

function Todo({ done, to, label, children }: TodoProps) {
  return (
    <li className={done ? 'done' : undefined}>
      <Icon of={done ? CircleCheck : Circle} />
      <span>
        {children}
        {done && <span className="unseen"> (done)</span>}
      </span>
      {!done && (
        <Link className="button small" to={to}>
          {label}
        </Link>
      )}
    </li>
  );
}
