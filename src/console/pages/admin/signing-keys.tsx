/**
 * For admins: the keys that wait for a countersignature, the list of all keys for auditors, and whether approving a
 * change takes a passkey.
 */

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, type Schemas } from '../../lib/api';
import { download } from '../../lib/download';
import { useEdit } from '../../lib/edit';
import { formatInstant } from '../../lib/format';
import { usePages } from '../../lib/lists';
import type { NameOfId } from '../../lib/name-of';
import { useOperatorNames } from '../../lib/names';
import { signStatement } from '../../lib/passkey';
import { passkeysPossible } from '../../lib/passkeys-possible';
import { useMe, useSession } from '../../lib/session';
import { deviceOf, prepareKeyStatement, SIGNING_KEYS } from '../../lib/signing-keys';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Form, InstantField } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { More } from '../../ui/pager';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

type SigningKey = Schemas['SigningKey'];

export function SigningKeys() {
  return (
    <section className="card" aria-labelledby="signing-keys">
      <h2 id="signing-keys">Signing keys</h2>
      {passkeysPossible() ? (
        <div className="stack">
          <WaitingKeys />
          <Export />
        </div>
      ) : (
        <p className="muted">Signing keys are passkeys, and you opened this console by an IP address.</p>
      )}
    </section>
  );
}

function WaitingKeys() {
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

function WaitingKey({ waiting, nameOf }: { readonly waiting: SigningKey; readonly nameOf: NameOfId }) {
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

/** Whether approving a change of the configuration takes a passkey, and the two ways to change that. */
function ChangesTurn({ turn }: { readonly turn: Schemas['TurnNeeds'] }) {
  const isSigned = turn === 'code_and_passkey';
  const set = (next: Schemas['TurnNeeds']) => answer(api.PUT('/api/changes-turn', { body: { turn: next } }));
  return (
    <div className="line">
      <span className="secondary">
        {isSigned
          ? 'Approving a change of the configuration takes a passkey as well as a code.'
          : 'Approving a change of the configuration takes a code.'}
      </span>
      <ConfirmButton
        label={isSigned ? 'Approve with a code alone…' : 'Approve with passkeys…'}
        small
        title={isSigned ? 'Approve changes with a code alone?' : 'Approve changes with passkeys?'}
        confirm={isSigned ? 'Request it' : 'Use passkeys'}
        run={() => set(isSigned ? 'code' : 'code_and_passkey')}
        stale={[SIGNING_KEYS]}
      >
        <p>
          {isSigned
            ? 'Another admin must approve this with their passkey. After that, a code is enough to approve a change.'
            : 'From now on, approving a change takes a countersigned passkey as well as the code. Only an approved change ends this.'}
        </p>
      </ConfirmButton>
    </div>
  );
}

interface CountersignProps {
  readonly waiting: Schemas['SigningKey'];
  /** The operator's name. */
  readonly owner: string;
  readonly onClose: () => void;
}

/** An admin's passkey signs that a key belongs to its operator. The dialog first says in words what is signed. */
export function Countersign({ waiting, owner, onClose }: CountersignProps) {
  const { id, operator, fingerprint } = waiting;
  const { data: session } = useSession();
  const path = { id };
  // Each dialog reads what will be signed, and compares it with what it shows.
  const statement = useQuery({
    queryKey: ['countersignature', id],
    queryFn: async () => {
      const service = await answer(api.GET('/api/signing-keys/{id}/countersignature', { params: { path } }));
      const signing = { org: session!.org, operator, passkey: id, fingerprint, countersignedBy: session!.operator.id };
      return prepareKeyStatement(signing, service);
    },
    enabled: session != null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { data: prepared } = statement;
  const sign = useEdit({
    run: async () => {
      const body = { statement: prepared!.statement, signature: await signStatement(prepared!) };
      return answer(api.POST('/api/signing-keys/{id}/countersignature', { params: { path }, body }));
    },
    stale: [SIGNING_KEYS],
    onMade: onClose,
  });
  return (
    <EditDialog
      title="Countersign this passkey?"
      edit={sign}
      onClose={onClose}
      submit="Sign with my passkey"
      question
      ready={prepared !== undefined}
    >
      <p>
        Ask <VisibleText text={owner} /> for the fingerprint in person or by phone, and compare all of it. Sign only if
        it is the same.
      </p>
      <Facts waiting={waiting} owner={owner} />
      {prepared !== undefined && (
        <details className="small">
          <summary>The exact text</summary>
          <code className="wrap">{prepared.statement}</code>
        </details>
      )}
      <Problem error={statement.error} />
    </EditDialog>
  );
}

function Facts({ waiting, owner }: Pick<CountersignProps, 'waiting' | 'owner'>) {
  const { name, operator, fingerprint, transports, created_at } = waiting;
  return (
    <dl className="facts">
      <Fact name="Operator">
        <VisibleText text={owner} /> (<VisibleText text={operator} mono />)
      </Fact>
      <Fact name="Fingerprint">
        <code className="wrap">{fingerprint}</code>
      </Fact>
      <Fact name="Device">
        <VisibleText text={name} />, {deviceOf(transports)}
      </Fact>
      <Fact name="Added">{formatInstant(created_at)}</Fact>
    </dl>
  );
}
