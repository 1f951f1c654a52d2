/** For admins: the keys that wait for a countersignature, and the list of all keys for auditors. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, type Schemas } from '../../lib/api';
import { download } from '../../lib/download';
import { usePages } from '../../lib/lists';
import type { NameOf } from '../../lib/name-of';
import { useOperatorNames } from '../../lib/names';
import { passkeysPossible } from '../../lib/passkeys-possible';
import { useMe } from '../../lib/session';
import { deviceOf, SIGNING_KEYS } from '../../lib/signing-keys';
import { Button } from '../../ui/button';
import { DialogButton } from '../../ui/dialog-button';
import { Form } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { InstantField } from '../../ui/instant-field';
import { More } from '../../ui/more';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { ChangesTurn } from './changes-turn';
import { Countersign } from './countersign';

type SigningKey = Schemas['SigningKey'];

export function SigningKeys() {
  return (
    <section className="card" aria-labelledby="signing-keys">
      <h2 id="signing-keys">Signing keys</h2>
      {passkeysPossible() ? (
        <div className="stack">
          <Waiting />
          <Export />
        </div>
      ) : (
        <p className="muted">Signing keys are passkeys, and you opened this console by an IP address.</p>
      )}
    </section>
  );
}

function Waiting() {
  const nameOf = useOperatorNames();
  const pages = usePages(SIGNING_KEYS, (query) =>
    answer(api.GET('/api/signing-keys', { params: { query: { ...query, standing: 'waiting' } } })),
  );
  return (
    <>
      <Answered query={pages} what="the signing keys">
        {({ pages: loaded }) => {
          const keys = loaded.flatMap((page) => page.keys);
          return (
            <div className="stack">
              <p className="secondary">
                {loaded.some(({ bootstrap }) => bootstrap)
                  ? 'Every passkey can sign decisions until two admins have countersigned each other’s. After that only countersigned passkeys can.'
                  : 'Only passkeys that an admin has countersigned can sign decisions.'}
              </p>
              {keys.length === 0 ? (
                <p className="muted">No passkey waits for a countersignature.</p>
              ) : (
                <ul className="plain-list" aria-label="Passkeys that wait for a countersignature">
                  {keys.map((key) => (
                    <WaitingKey key={key.id} waiting={key} nameOf={nameOf} />
                  ))}
                </ul>
              )}
              {loaded[0] !== undefined && !loaded[0].bootstrap && <ChangesTurn turn={loaded[0].changes_turn} />}
            </div>
          );
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}

function WaitingKey({ waiting, nameOf }: { readonly waiting: SigningKey; readonly nameOf: NameOf }) {
  const { operator, name, fingerprint, enrolled_at, transports } = waiting;
  const me = useMe();
  return (
    <li className="session">
      <span>
        <VisibleText text={nameOf(operator)} strong />{' '}
        <span className="muted">
          <VisibleText text={name} />, {deviceOf(transports)}, signed <Ago ms={enrolled_at ?? waiting.created_at} />
          <br />
          <code className="wrap small">{fingerprint}</code>
        </span>
      </span>
      {operator === me.id ? (
        <span className="muted">Another admin must countersign it.</span>
      ) : (
        <DialogButton
          label="Countersign…"
          spoken={`Countersign the passkey ${name} of ${nameOf(operator)}`}
          dialog={(onClose) => <Countersign waiting={waiting} owner={nameOf(operator)} onClose={onClose} />}
        />
      )}
    </li>
  );
}

function Export() {
  const [at, setAt] = useState<number>();
  const save = useMutation({
    mutationFn: async (query: { readonly at?: number }) => {
      const { allowed_signers } = await answer(api.GET('/api/allowed-signers', { params: { query } }));
      download('allowed_signers', 'text/plain', allowed_signers);
    },
  });
  const submit = () => {
    if (!save.isPending) save.mutate({ at });
  };
  return (
    <Form onSubmit={submit}>
      <InstantField
        label="Keys as of"
        at={at}
        onChange={setAt}
        hint="Leave it empty for the present time. The file is for ssh-keygen. Removed keys stay in it, with the time of their removal."
      />
      <Problem error={save.error} />
      <div className="form-actions">
        <Button type="submit" className="button" isDisabled={save.isPending}>
          Save allowed_signers
        </Button>
        {save.isSuccess && <span role="status">Saved.</span>}
      </div>
    </Form>
  );
}
