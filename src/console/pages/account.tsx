/** The operator's own account: name, passkeys, sessions, signing out. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api } from '../lib/api';
import { usePages } from '../lib/lists';
import { enrolPasskey, passkeysPossible } from '../lib/passkey';
import { navigate } from '../lib/router';
import { queryClient, signOut, useSession } from '../lib/session';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyId } from '../ui/copy-id';
import { Field } from '../ui/form';
import { Ago, Instant } from '../ui/instant';
import { More } from '../ui/more';
import { Page } from '../ui/page';
import { Avatar } from '../ui/person';
import { Sessions } from '../ui/sessions';
import { Shown } from '../ui/shown';
import { Answered, Problem } from '../ui/states';

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
            <strong>
              <Shown text={operator.name} />
            </strong>
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
        <section className="card" aria-labelledby="passkeys">
          <h2 id="passkeys">Passkeys</h2>
          <Passkeys />
          {passkeysPossible() ? (
            <Enrol />
          ) : (
            <p className="muted">
              Passkeys need a host name. You opened this console by an IP address, so you sign in by link.
            </p>
          )}
        </section>
        <section className="card" aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <Sessions operator={operator.id} />
        </section>
      </div>
    </Page>
  );
}

const changed = () => queryClient.invalidateQueries({ queryKey: ['passkeys'] });

function Passkeys() {
  const pages = usePages(['passkeys'], (query) => answer(api.GET('/api/passkeys', { params: { query } })));
  return (
    <>
      <Answered query={pages} what="your passkeys">
        {({ pages: loaded }) => {
          const passkeys = loaded.flatMap((page) => page.passkeys);
          return passkeys.length === 0 ? (
            <p className="muted">No passkey. You sign in by link.</p>
          ) : (
            <ul className="plain-list">
              {passkeys.map(({ id, name, created_at }) => (
                <li key={id} className="session">
                  <span>
                    <strong>
                      <Shown text={name} />
                    </strong>{' '}
                    <span className="muted">
                      added <Ago ms={created_at} />
                    </span>
                  </span>
                  <ConfirmButton
                    label="Delete"
                    spoken={`Delete passkey ${name}`}
                    danger
                    small
                    title="Delete this passkey?"
                    confirm="Delete it"
                    run={() => answer(api.DELETE('/api/passkeys/{id}', { params: { path: { id } } }))}
                    onDone={changed}
                  >
                    <p>
                      You can no longer sign in with <Shown text={name} />.
                    </p>
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}

function Enrol() {
  const [name, setName] = useState('');
  const enrol = useMutation({
    mutationFn: () => enrolPasskey(name.trim()),
    onSuccess: () => {
      setName('');
      return changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!enrol.isPending) enrol.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field label="Name of this device" value={name} onChange={setName} required maxLength={100} />
      <Problem error={enrol.error} />
      <div className="form-actions">
        <Button type="submit" className="button primary" isDisabled={enrol.isPending}>
          Add a passkey
        </Button>
        {enrol.isSuccess && <span role="status">Added. You can sign in with it now.</span>}
      </div>
    </form>
  );
}
