/** The operator's own account: passkeys, notifications, time zone, sessions, signing out. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useEdit } from '../lib/edit';
import { enrolPasskey, SIGN_IN_ONLY, signEnrolment } from '../lib/passkey';
import { DEVICES, type Device, passkeysPossible, thisDevice } from '../lib/passkeys-possible';
import { navigate } from '../lib/router';
import { type Session, signOut, useSession } from '../lib/session';
import { chooseZone, chosenZone } from '../lib/zone';
import { Button } from '../ui/button';
import { CopyId } from '../ui/copy-id';
import { Choice, Form } from '../ui/form';
import { Instant } from '../ui/instant';
import { Page } from '../ui/page';
import { PasskeyList, Sessions } from '../ui/passkeys-and-sessions';
import { Avatar } from '../ui/person';
import { Problem } from '../ui/states';
import { VisibleText } from '../ui/visible-text';
import { Devices } from './account-devices';
import { Keyboard } from './account-keyboard';
import { CompanyAccount } from './company-account';

export default function Account() {
  const { data: session } = useSession();
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => navigate('/sign-in') });
  if (session == null) return null;
  const { operator, expires_at } = session;
  return (
    <Page title="Your account">
      <div className="stack">
        <section className="card line" aria-label="You">
          <Avatar name={operator.name} />
          <div className="who-text">
            <VisibleText text={operator.name} strong />
            <span className="small">
              {operator.role === 'admin' ? 'Admin' : 'Operator'} · signed in until <Instant ms={expires_at} />
            </span>
          </div>
          <span className="push line">
            <CopyId id={operator.id} what="your account" />
            <Button className="button" onPress={() => leave.mutate()} isDisabled={leave.isPending}>
              Sign out
            </Button>
          </span>
          <Problem error={leave.error} />
        </section>
        <CompanyAccount />
        <section className="card" aria-labelledby="passkeys">
          <h2 id="passkeys">Passkeys</h2>
          <Passkeys session={session} />
          {passkeysPossible() ? (
            <Enrol session={session} />
          ) : (
            <p className="muted">Passkeys need a host name, and you opened this console by an IP address.</p>
          )}
        </section>
        <Devices session={session} />
        <TimeZone />
        <Keyboard />
        <section className="card" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <Sessions operator={operator.id} />
        </section>
      </div>
    </Page>
  );
}

/** Stored on this device, like the theme. */
function TimeZone() {
  const [zone, setZone] = useState(chosenZone() ?? '');
  const choose = (next: string) => {
    chooseZone(next === '' ? null : next);
    setZone(next);
  };
  const zones = Intl.supportedValuesOf('timeZone').map((each) => [each, each.replaceAll('_', ' ')] as const);
  return (
    <section className="card form" aria-labelledby="zone">
      <h2 id="zone">Times</h2>
      <Choice
        label="Time zone"
        value={zone}
        onChange={choose}
        options={[['', 'The zone of this device'], ['UTC', 'UTC'], ...zones.filter(([each]) => each !== 'UTC')]}
      />
      <p className="muted">
        Now it is <Instant ms={serverNow()} />. Every page shows times in this zone, on this device.
      </p>
    </section>
  );
}

const PASSKEYS = ['passkeys'];

function Passkeys({ session }: { readonly session: Session }) {
  return (
    <PasskeyList
      queryKey={PASSKEYS}
      read={(query) => answer(api.GET('/api/passkeys', { params: { query } }))}
      remove={(id) => answer(api.DELETE('/api/passkeys/{id}', { params: { path: { id } } }))}
      none="No passkey. You sign in by link."
      enrol={(passkey) => signEnrolment(passkey, session)}
    />
  );
}

function Enrol({ session }: { readonly session: Session }) {
  const [device, setDevice] = useState<Device>(thisDevice);
  const enrol = useEdit({ run: () => enrolPasskey(device, session), stale: [PASSKEYS] });
  const { made } = enrol;
  return (
    <Form onSubmit={enrol.send}>
      <Choice
        label="This device"
        value={device}
        onChange={setDevice}
        options={DEVICES.map((name) => [name, name] as const)}
      />
      <Problem error={enrol.error} />
      <div className="form-actions">
        <Button type="submit" className="button primary" isDisabled={enrol.isPending}>
          Add a passkey
        </Button>
        {made !== null && (
          <span role="status">
            Added. You can sign in with it now.
            {!made.passkey.can_sign && ` ${SIGN_IN_ONLY} Use another one for that.`}
          </span>
        )}
      </div>
      {made?.signed === true && (
        <p className="muted">
          An admin can countersign it now. Its fingerprint is <code className="wrap">{made.passkey.fingerprint}</code>.
        </p>
      )}
    </Form>
  );
}
