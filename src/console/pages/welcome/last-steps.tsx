/** The last step: what an organization needs to be used for long. */
import { Circle, CircleCheck } from '../../../../generated/icons';
import { passkeysPossible } from '../../lib/passkeys-possible';
import { Link } from '../../lib/router';
import type { SetUp } from '../../lib/set-up';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

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
          Have a second admin: then every change needs the keys of two people
        </Todo>
        <Todo done={hasWebhook} to="/webhooks" label="Add a webhook">
          Add a webhook, so that your systems hear of verdicts
        </Todo>
      </ul>
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
