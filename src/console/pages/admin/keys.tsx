/** API keys: a token is shown once, when its key is made. */
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { isWaiting } from '../../lib/changes';
import { usePages } from '../../lib/lists';
import { useOperatorNames } from '../../lib/names';
import { queryClient } from '../../lib/session';
import { formatDay } from '../../lib/time';
import { Badge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyId } from '../../ui/copy-id';
import { Ask } from '../../ui/dialog';
import { Checks, Field } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { Ago } from '../../ui/instant';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { SecretOnce } from '../../ui/secret-once';
import { Shown } from '../../ui/shown';
import { Answered, Empty, Problem } from '../../ui/states';
import { ActionsCell, MainCell, Table } from '../../ui/table';
import { Waits } from '../../ui/waits';

type Scope = Schemas['Scopes'][number];

const SCOPES: readonly (readonly [scope: Scope, label: string])[] = [
  ['propose', 'propose: create requests'],
  ['read', 'read: read requests'],
  ['execute', 'execute: list, claim and report sealed calls'],
];

const changed = () => queryClient.invalidateQueries({ queryKey: ['keys'] });

export default function Keys() {
  const pages = usePages(['keys'], (query) => answer(api.GET('/api/keys', { params: { query } })));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button className="button primary" onPress={() => setAdding(true)}>
      <Icon of={Plus} /> New key
    </Button>
  );
  return (
    <Page title="API keys" actions={add}>
      <div className="stack">
        <Answered query={pages} what="the keys">
          {({ pages: loaded }) => {
            const keys = loaded.flatMap((page) => page.keys);
            return keys.length === 0 ? (
              <Empty title="No key yet">
                <p>A program needs a key to propose, read or execute requests.</p>
              </Empty>
            ) : (
              <Table label="API keys" columns={['Key', 'Scopes', 'Last used', 'Made', '']}>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </Table>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
      {adding && <NewKey onClose={() => setAdding(false)} />}
    </Page>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { id, name, scopes, signing_key, created_at, created_by, revoked_at, last_used_at } = apiKey;
  const nameOf = useOperatorNames();
  return (
    <tr>
      <MainCell
        title={
          <>
            <strong>
              <Shown text={name} />
            </strong>
            {revoked_at !== null && <Badge tone="idle">Revoked</Badge>}
          </>
        }
        detail={<CopyId id={id} what={`the key ${name}`} />}
      />
      <td>
        {scopes.join(', ')}
        {signing_key !== null && <span className="secondary"> · signs its reports</span>}
      </td>
      <td className="nowrap" data-label="Last used:">
        {last_used_at === null ? <span className="secondary">never</span> : formatDay(last_used_at)}
      </td>
      <td className="secondary" data-label="Made:">
        <Ago ms={created_at} />
        {created_by !== 'system' && (
          <>
            {' '}
            by <Shown text={nameOf(created_by)} />
          </>
        )}
      </td>
      <ActionsCell>{revoked_at === null && <Revoke id={id} name={name} />}</ActionsCell>
    </tr>
  );
}

function Revoke({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <ConfirmButton
      label="Revoke"
      spoken={`Revoke ${name}`}
      danger
      small
      title="Revoke this key?"
      confirm="Revoke it"
      run={() => answer(api.DELETE('/api/keys/{id}', { params: { path: { id } } }))}
      onDone={changed}
    >
      <p>
        <strong>
          <Shown text={name} />
        </strong>{' '}
        stops working at once. Callbacks of requests that it made are still signed with it. You cannot undo this.
      </p>
    </ConfirmButton>
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [publicKey, setPublicKey] = useState('');
  const signing_key = scopes.includes('execute') ? publicKey.trim() : '';
  const create = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/keys', { body: { name: name.trim(), scopes, ...(signing_key && { signing_key }) } })),
    onSuccess: changed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  if (create.data !== undefined && isWaiting(create.data))
    return <Waits change={create.data.change} onClose={onClose} />;
  if (create.data !== undefined) {
    return (
      <SecretOnce title="The token of the new key" label="API key token" secret={create.data.token} onClose={onClose}>
        <p>
          <Shown text={create.data.key.name} />: {create.data.key.scopes.join(', ')}. Programs send it as a bearer
          token.
        </p>
      </SecretOnce>
    );
  }
  return (
    <Ask title="New API key" onClose={onClose} question={false} locked={create.isPending}>
      <form className="form" onSubmit={submit}>
        <Field label="What it is for" value={name} onChange={setName} required maxLength={LIMITS.keyName.max} />
        <Checks
          legend="What it may do"
          options={SCOPES}
          chosen={scopes}
          onChange={(chosen) => setScopes(SCOPES.map(([scope]) => scope).filter((scope) => chosen.includes(scope)))}
        />
        {scopes.includes('execute') && (
          <Field
            label="Public key of the worker (optional)"
            value={publicKey}
            onChange={setPublicKey}
            maxLength={LIMITS.signingKey.max}
            hint="Ed25519 or P-256, as in a .pub file: ssh-ed25519 AAAA… With it, the worker can sign its reports."
          />
        )}
        <Problem error={create.error} />
        <div className="dialog-actions">
          <Button className="button" onPress={onClose} isDisabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" className="button primary" isDisabled={create.isPending || scopes.length === 0}>
            Make key
          </Button>
        </div>
      </form>
    </Ask>
  );
}
