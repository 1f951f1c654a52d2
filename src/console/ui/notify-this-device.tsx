/** The offer to notify this device, or why it cannot be notified. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { ApiProblem, answer, api, type Schemas } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useEdit } from '../lib/edit';
import { type Here, notifyHere, type Offer, offerOf, STALE } from '../lib/push';
import { Link, usePlace } from '../lib/router';
import type { Session } from '../lib/session';
import { Button } from './button';
import { SignInAgain } from './sign-in-again';
import { Problem } from './states';

interface Props {
  readonly session: Session;
  readonly list: Schemas['DeviceList'];
  readonly here: Here;
  /** A second button. */
  readonly beside?: ReactNode;
}

const WHY_NOT: Readonly<Record<Exclude<Offer, 'on' | 'off' | 'installed_only'>, string>> = {
  unable: 'This browser cannot show notifications of this console.',
  too_old: 'Notifications need iOS or iPadOS 16.4 or later. Update this device first.',
  blocked:
    'Notifications of this console are blocked in this browser. Allow them in the settings of the browser, then come back to this page.',
  no_key: 'The service is preparing its key for notifications. This page looks again in a few seconds.',
  full: `${LIMITS.devices.max} of your devices are notified, and there cannot be more. Remove one to add this one.`,
};

export function NotifyThisDevice({ session, list, here, beside }: Props) {
  const offer = offerOf(here, list);
  switch (offer) {
    case 'on':
      return <p role="status">This device is notified.</p>;
    case 'off':
      return <Press session={session} publicKey={list.public_key ?? ''} beside={beside} />;
    case 'installed_only':
      return <HomeScreen beside={beside} />;
    default:
      return <p className="secondary">{WHY_NOT[offer]}</p>;
  }
}

const TOO_OLD = new ApiProblem(409, 'sign_in_again', 'To notify this device, sign in again first.');

interface PressProps extends Pick<Props, 'session' | 'beside'> {
  readonly publicKey: string;
}

/** A press in a session that is not fresh leads to a new sign-in, and asks for nothing. Only the next press does. */
function Press({ session, publicKey, beside }: PressProps) {
  const [tooOld, setTooOld] = useState<string | null>(null);
  const notify = useEdit({
    run: () => notifyHere(session, publicKey).catch(unlessTooOld(() => setTooOld(session.session_id))),
    stale: STALE,
  });
  const isFresh = session.fresh_until !== null && serverNow() < session.fresh_until;
  const press = () => {
    notify.reset();
    if (isFresh) notify.send();
    else setTooOld(session.session_id);
  };
  const mustSignIn = tooOld === session.session_id;
  return (
    <>
      {mustSignIn ? (
        <div className="notice" role="alert">
          <p>{TOO_OLD.message}</p>
          <SignInAgain problem={TOO_OLD} />
        </div>
      ) : (
        <div className="form-actions">
          <Button className="button primary" onPress={press} isDisabled={notify.isPending}>
            Notify this device
          </Button>
          {beside}
          {tooOld !== null && notify.error === null && (
            <span role="status">You are signed in again. Press once more.</span>
          )}
        </div>
      )}
      <Problem error={notify.error} />
    </>
  );
}

/** The service judges the age of the session by its own clock. */
const unlessTooOld = (tooOld: () => void) => (error: unknown) => {
  if (!(error instanceof ApiProblem && error.kind === 'sign_in_again')) throw error;
  tooOld();
};

/** On iOS and iPadOS. The passkey comes first, because the application has cookies of its own. */
function HomeScreen({ beside }: Pick<Props, 'beside'>) {
  const { path } = usePlace();
  const { data } = useQuery({
    queryKey: ['passkeys', 'any'],
    queryFn: () => answer(api.GET('/api/passkeys', { params: { query: { limit: 1 } } })),
  });
  if (data === undefined) return null;
  if (data.passkeys.length === 0) {
    return (
      <>
        <p>
          An iPhone or iPad notifies only for an application on its Home Screen, where you have to sign in again. Add a
          passkey first, so that you can.
        </p>
        {path !== '/account' && (
          <div className="form-actions">
            <Link className="button primary" to="/account">
              Add a passkey
            </Link>
            {beside}
          </div>
        )}
      </>
    );
  }
  return (
    <>
      <p>An iPhone or iPad notifies only for an application on its Home Screen:</p>
      <ol className="numbered">
        <li>
          Press <strong>Share</strong> in the browser, then <strong>Add to Home Screen</strong>.
        </li>
        <li>
          Open <strong>Approvals</strong> from the Home Screen, and sign in there with your passkey.
        </li>
        <li>
          There, open your account and press <strong>Notify this device</strong>.
        </li>
      </ol>
      {beside !== undefined && <div className="form-actions">{beside}</div>}
    </>
  );
}
