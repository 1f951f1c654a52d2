/** API keys: a token is shown once, when its key is made. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { queryClient } from '../../lib/session';
import { formatDay } from '../../lib/time';
import { Badge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { Checks, Field } from '../../ui/form';
import { Instant } from '../../ui/instant';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { SecretOnce } from '../../ui/secret-once';
import { Shown } from '../../ui/shown';
import { Answered, Empty, Problem } from '../../ui/states';

type Scope = Schemas['Scopes'][number];

const SCOPES: readonly (readonly [scope: Scope, label: string])[] = [
  ['propose', 'propose: create requests'],
  ['read', 'read: read requests'],
  ['execute', 'execute: list, claim and report sealed calls'],
];

const changed = () => queryClient.invalidateQueries({ queryKey: ['keys'] });

export default function Keys() {
  const pages = usePages(['keys'], (query) => answer(api.GET('/api/keys', { params: { query } })));
  return (
    <Page title="API keys">
      <div className="stack">
        <NewKey />
        <Answered query={pages} what="the keys">
          {({ pages: loaded }) => {
            const keys = loaded.flatMap((page) => page.keys);
            return keys.length === 0 ? (
              <Empty title="No key yet">
                <p>A program needs one to propose, read or execute.</p>
              </Empty>
            ) : (
              <ul className="cards">
                {keys.map((key) => (
                  <li key={key.id}>
                    <KeyCard apiKey={key} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}

function KeyCard({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { id, name, scopes, created_at, created_by, revoked_at, last_used_at } = apiKey;
  return (
    <article className="card row-card">
      <h2>
        <Shown text={name} />
      </h2>
      <Badge tone={revoked_at === null ? 'good' : 'idle'}>{revoked_at === null ? 'Live' : 'Revoked'}</Badge>
      <p>
        {scopes.join(', ')} ·{' '}
        <span className="muted">
          {last_used_at === null ? 'never used' : `last used on ${formatDay(last_used_at)}`}
        </span>
      </p>
      <p className="muted">
        <span className="mono">{id}</span> · made <Instant ms={created_at} /> by <Shown text={created_by} mono />
        {revoked_at !== null && (
          <>
            {' '}
            · revoked <Instant ms={revoked_at} />
          </>
        )}
      </p>
      {revoked_at === null && (
        <div className="form-actions">
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
              is dead at the next request. Callbacks of requests that it made are still signed under it. This cannot be
              undone.
            </p>
          </ConfirmButton>
        </div>
      )}
    </article>
  );
}

function NewKey() {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const create = useMutation({
    mutationFn: () => answer(api.POST('/api/keys', { body: { name: name.trim(), scopes } })),
    onSuccess: changed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const close = () => {
    create.reset();
    setName('');
    setScopes([]);
  };
  return (
    <section className="card" aria-labelledby="new-key">
      <h2 id="new-key">Make a key</h2>
      <form className="form" onSubmit={submit}>
        <Field label="What it is for" value={name} onChange={setName} required maxLength={100} />
        <Checks
          legend="What it may do"
          options={SCOPES}
          chosen={scopes}
          onChange={(chosen) => setScopes(SCOPES.map(([scope]) => scope).filter((scope) => chosen.includes(scope)))}
        />
        <Problem error={create.error} />
        <div className="form-actions">
          <Button type="submit" className="button primary" isDisabled={create.isPending || scopes.length === 0}>
            Make key
          </Button>
        </div>
      </form>
      {create.data !== undefined && (
        <SecretOnce title="The key’s token" label="API key token" secret={create.data.token} onClose={close}>
          <p>
            <Shown text={create.data.key.name} />: {create.data.key.scopes.join(', ')}. Programs send it as a bearer
            token.
          </p>
        </SecretOnce>
      )}
    </section>
  );
}
