/** The passkeys that wait for a countersignature, and the list of all signing keys for auditors. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, type Schemas } from '../../lib/api';
import { download } from '../../lib/download';
import { useEdit } from '../../lib/edit';
import { formatCount, formatInstant } from '../../lib/format';
import { usePages } from '../../lib/lists';
import type { NameOfId } from '../../lib/name-of';
import { useOperatorNames } from '../../lib/names';
import { signStatement } from '../../lib/passkey';
import { passkeysPossible } from '../../lib/passkeys-possible';
import { useMe, useSession } from '../../lib/session';
import { deviceOf, prepareKeyStatement, SIGNING_KEYS } from '../../lib/signing-keys';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { Ask, DialogButton } from '../../ui/dialog';
import { EditDialog } from '../../ui/edit-dialog';
import { Form, InstantField } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { More } from '../../ui/pager';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Setting } from './setting';

type SigningKey = Schemas['SigningKey'];

const CANNOT = 'Signing keys are passkeys, and you opened this console by an IP address.';

/** The keys that wait, and how changes are approved. */
export const useWaitingKeys = () =>
  usePages(
    SIGNING_KEYS,
    (query) => answer(api.GET('/api/signing-keys', { params: { query: { ...query, standing: 'waiting' } } })),
    { enabled: passkeysPossible() },
  );

export function SigningKeys() {
  const pages = useWaitingKeys();
  const { data } = pages;
  const count = data?.pages.flatMap(({ keys }) => keys).length ?? 0;
  const label = count === 0 ? 'Save the list…' : 'Countersign…';
  return (
    <Setting
      title="Signing keys"
      action={data && <DialogButton label={label} dialog={(onClose) => <Keys pages={pages} onClose={onClose} />} />}
    >
      {passkeysPossible() ? (
        <Answered query={pages} what="the signing keys">
          {({ pages: [first] }) => (
            <>
              <Waiting count={count} hasMore={pages.hasNextPage} />{' '}
              <span className="caption">
                {first?.bootstrap === true
                  ? 'Every passkey can sign decisions until two admins have countersigned each other’s.'
                  : 'Only countersigned passkeys can sign decisions.'}
              </span>
            </>
          )}
        </Answered>
      ) : (
        CANNOT
      )}
    </Setting>
  );
}

function Waiting({ count, hasMore }: { readonly count: number; readonly hasMore: boolean }) {
  if (count === 0) return <>No passkey waits for a countersignature.</>;
  const more = hasMore ? 'or more passkeys wait' : count === 1 ? 'passkey waits' : 'passkeys wait';
  return (
    <strong className="look-twice">
      {formatCount(count)} {more} for a countersignature.
    </strong>
  );
}

type Pages = ReturnType<typeof useWaitingKeys>;

function Keys({ pages, onClose }: { readonly pages: Pages; readonly onClose: () => void }) {
  const nameOf = useOperatorNames();
  const keys = pages.data?.pages.flatMap((page) => page.keys) ?? [];
  return (
    <Ask title="Signing keys" onClose={onClose} question={false}>
      {keys.length === 0 ? (
        <p className="muted">No passkey waits for a countersignature.</p>
      ) : (
        <ul className="plain-list" aria-label="Passkeys that wait for a countersignature">
          {keys.map((key) => (
            <WaitingKey key={key.id} waiting={key} nameOf={nameOf} />
          ))}
        </ul>
      )}
      <More pages={pages} />
      <Export />
      <div className="dialog-actions">
        <Button className="button" onPress={onClose}>
          Close
        </Button>
      </div>
    </Ask>
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
