/**
 * Asks an operator without a passkey to add one while the sign-in link is fresh. The link is used, so without a passkey the
 * next sign-in needs another one.
 */
import { useState } from 'react';
import { useNow } from '../lib/clock';
import { useEdit } from '../lib/edit';
import { askLater, DEVICES, type Device, mayAskForPasskey, thisDevice } from '../lib/passkeys-possible';
import { type Session, useSession } from '../lib/session';
import { SET_UP } from '../lib/set-up';
import { Button } from './button';
import { Choice } from './form';
import { Countdown } from './instant';
import { Problem } from './states';

interface Props {
  readonly hasPasskey: boolean;
  readonly isOnlyAdmin?: boolean;
}

export function PasskeyNow(props: Props) {
  const { data: session } = useSession();
  return session == null ? null : <Card {...props} session={session} />;
}

function Card({ hasPasskey, isOnlyAdmin = false, session }: Props & { readonly session: Session }) {
  const [device, setDevice] = useState<Device>(thisDevice);
  const [asks, setAsks] = useState(() => mayAskForPasskey(session));
  const now = useNow();
  const add = useEdit({
    // Signing is not in the first load.
    run: async () => (await import('../lib/passkey')).enrolPasskey(device, session),
    stale: [['passkeys'], SET_UP],
  });
  if (add.made !== null) {
    return (
      <section className="card" aria-label="Passkey">
        <p role="status">Added. From now on, sign in with your passkey.</p>
      </section>
    );
  }
  const until = session.fresh_until ?? 0;
  if (!asks || (!add.isPending && add.error === null && (hasPasskey || now >= until))) return null;
  const notNow = () => {
    askLater(session);
    setAsks(false);
  };
  return (
    <section className="card passkey-now" aria-labelledby="passkey-now">
      <div className="passkey-why">
        <h2 id="passkey-now">Add a passkey now</h2>
        <p className="secondary">
          {isOnlyAdmin
            ? 'You are the only admin, so each change needs a sign-in of the last five minutes. Your sign-in link is used: without a passkey, the next sign-in needs a new one.'
            : 'Your sign-in link is used. Without a passkey, you need a new link the next time you sign in.'}
        </p>
        <Countdown until={until} label="You can add it for" pressing={false} />
        <Problem error={add.error} />
      </div>
      <div className="passkey-add">
        <Choice
          label="This device"
          value={device}
          onChange={setDevice}
          options={DEVICES.map((name) => [name, name] as const)}
        />
        <Button className="button primary" onPress={add.send} isDisabled={add.isPending}>
          Add a passkey
        </Button>
        <Button className="button" onPress={notNow} isDisabled={add.isPending}>
          Not now
        </Button>
      </div>
    </section>
  );
}
