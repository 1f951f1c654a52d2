/** One endpoint: its deliveries, then its settings. */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { useEdit } from '../../lib/edit';
import { EVENT_TYPES, type EventType } from '../../lib/event-names';
import { endpointName, waitingText } from '../../lib/names';
import { useHealth } from '../../lib/overview';
import { queryClient } from '../../lib/query-client';
import { navigate } from '../../lib/router';
import { Badge, HealthBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { CopyId } from '../../ui/copy-id';
import { Deliveries } from '../../ui/deliveries';
import { ConfirmButton } from '../../ui/edit-dialog';
import { Chip } from '../../ui/filters';
import { Choice, Field, InstantField } from '../../ui/form';
import { Ago, Countdown, NextAttempt, Since } from '../../ui/instant';
import { Page } from '../../ui/page';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { TypesField, typeLabel, WebhookSecret } from './endpoint';
import './webhooks.css';

type Endpoint = Schemas['Endpoint'];

export default function Webhook({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const endpoint = useQuery({
    queryKey: ['webhook', id],
    queryFn: async () => (await answer(api.GET('/api/webhooks/{id}', { params: { path: { id } } }))).endpoint,
  });
  return (
    <Page
      title="Webhook endpoint"
      up={['/webhooks', 'Webhooks']}
      heading={endpoint.data === undefined ? undefined : <VisibleText text={endpointName(endpoint.data)} />}
      beside={endpoint.data === undefined ? undefined : <Standing endpoint={endpoint.data} />}
      actions={endpoint.data?.deleted_at === null ? <Switches endpoint={endpoint.data} /> : undefined}
    >
      <Answered query={endpoint} what="the endpoint">
        {(data) => (
          <div className="stack">
            <About endpoint={data} />
            {data.unverified && data.deleted_at === null && <Verify id={id} />}
            <Parts endpoint={data} />
          </div>
        )}
      </Answered>
    </Page>
  );
}

const PARTS = ['Deliveries', 'Send by hand', 'Events', 'Secret'] as const;

/** One below the other. On a phone, one at a time. */
function Parts({ endpoint }: { readonly endpoint: Endpoint }) {
  const [shown, setShown] = useState<(typeof PARTS)[number]>('Deliveries');
  const parts: Readonly<Record<(typeof PARTS)[number], ReactNode>> = {
    Deliveries: (
      <section className="card" aria-labelledby="deliveries">
        <div className="card-head">
          <h2 id="deliveries">Deliveries</h2>
        </div>
        <Deliveries of={{ endpoint: endpoint.id }} />
      </section>
    ),
    'Send by hand': endpoint.unverified ? null : <ByHand endpoint={endpoint} />,
    Events: <Types endpoint={endpoint} />,
    Secret: <Secret endpoint={endpoint} />,
  };
  if (endpoint.deleted_at !== null) return parts.Deliveries;
  const there = PARTS.filter((name) => parts[name] !== null);
  return (
    <>
      <fieldset className="chips tabs">
        <legend className="unseen">Part of the page</legend>
        {there.map((name) => (
          <Chip key={name} isOn={name === shown} onPress={() => setShown(name)}>
            {name}
          </Chip>
        ))}
      </fieldset>
      {there.map((name) => (
        <div key={name} className={name === shown ? undefined : 'tab-off'}>
          {parts[name]}
        </div>
      ))}
    </>
  );
}

function Standing({ endpoint: { id, enabled, deleted_at, unverified } }: { readonly endpoint: Endpoint }) {
  const health = useHealth().get(id)?.health;
  if (deleted_at !== null) return <Badge tone="bad">Deleted</Badge>;
  if (!enabled) return <HealthBadge health={unverified ? 'unverified' : 'disabled'} />;
  return health === undefined ? null : <HealthBadge health={health} />;
}

function store(endpoint: Endpoint): void {
  queryClient.setQueryData(['webhook', endpoint.id], endpoint);
  void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}

async function edit(id: string, body: Schemas['EndpointEdit']): Promise<Endpoint> {
  return (await answer(api.PATCH('/api/webhooks/{id}', { params: { path: { id } }, body }))).endpoint;
}

function About({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, url, created_at } = endpoint;
  const watched = useHealth().get(id);
  return (
    <section className="card stack" aria-label="Endpoint">
      <dl className="facts">
        <Fact name="URL">
          <VisibleText text={url} />
        </Fact>
        <Fact name="Added">
          <Ago ms={created_at} />
        </Fact>
        <Fact name="Id">
          <CopyId id={id} what="the endpoint" />
        </Fact>
      </dl>
      {watched?.health === 'failing' && (
        <div className="notice bad long">
          <p>
            <strong>
              Failing for <Since ms={watched.failing_since ?? 0} />.
            </strong>{' '}
            Last error: <VisibleText text={watched.last_error ?? 'unknown'} />. {waitingText(watched)}{' '}
            {watched.next_attempt_at !== null && (
              <>
                <NextAttempt at={watched.next_attempt_at} />.
              </>
            )}
          </p>
        </div>
      )}
    </section>
  );
}

const DELIVERIES = ['deliveries'] as const;

const useTest = (id: string, body: { readonly type?: EventType }) =>
  useEdit({
    run: () => answer(api.POST('/api/webhooks/{id}/test', { params: { path: { id } }, body })),
    stale: [DELIVERIES],
  });

/** A destination on AWS may belong to someone else until its owner enters the token that was sent there. */
function Verify({ id }: { readonly id: string }) {
  const [token, setToken] = useState('');
  const verify = useEdit({
    run: async () => {
      const body = { token: token.trim() };
      return (await answer(api.POST('/api/webhooks/{id}/verify', { params: { path: { id } }, body }))).endpoint;
    },
    onMade: store,
  });
  const again = useTest(id, {});
  return (
    <section className="card form" aria-labelledby="verify">
      <h2 id="verify">Enter the token of the test event</h2>
      <p>
        A test event was sent to this destination. It gets no other event until you enter the{' '}
        <code>verification_token</code> that you find in it there. If the test event did not arrive, the deliveries
        below say why: usually the resource policy of the bus or queue does not let the service in yet.
      </p>
      <Field label="Token" value={token} onChange={setToken} maxLength={LIMITS.endpointToken.max} />
      <Problem error={verify.error ?? again.error} />
      <div className="form-actions">
        <Button className="button primary" isDisabled={verify.isPending || token.trim() === ''} onPress={verify.send}>
          Verify and enable
        </Button>
        <Button className="button" isDisabled={again.isPending} onPress={again.send}>
          Send the test event again
        </Button>
        {again.isSuccess && <span role="status">Sent.</span>}
      </div>
    </section>
  );
}

function Switches({ endpoint: { id, url, enabled, unverified } }: { readonly endpoint: Endpoint }) {
  return (
    <>
      {!unverified && (
        <ConfirmButton
          label={enabled ? 'Disable…' : 'Enable…'}
          title={enabled ? 'Disable this endpoint?' : 'Enable this endpoint?'}
          confirm={enabled ? 'Disable it' : 'Enable it'}
          run={() => edit(id, { enabled: !enabled })}
          onMade={store}
        >
          <p>
            {enabled
              ? 'It receives no new events, and pending deliveries fail at their next attempt. You can recover the events later.'
              : 'It receives every event from now on. You can recover the events of the time when it was disabled.'}
          </p>
        </ConfirmButton>
      )}
      <ConfirmButton
        label="Delete…"
        danger
        title="Delete this endpoint?"
        confirm="Delete it"
        run={() => answer(api.DELETE('/api/webhooks/{id}', { params: { path: { id } } }))}
        onMade={() => {
          void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
          void queryClient.invalidateQueries({ queryKey: ['webhook', id] });
          navigate('/webhooks');
        }}
      >
        <p>
          Nothing is posted to <VisibleText text={url} /> any more. The history of its deliveries stays.
        </p>
      </ConfirmButton>
    </>
  );
}

const OVERLAPS = [
  ['0', 'None: the old secret stops working at once'],
  ['3600', '1 hour'],
  ['21600', '6 hours'],
  ['86400', '24 hours'],
] as const;

function Secret({ endpoint }: { readonly endpoint: Endpoint }) {
  const { id, previous_secret_expires_at } = endpoint;
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('3600');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section className="card form" aria-labelledby="secret">
      <h2 id="secret">Signing secret</h2>
      {previous_secret_expires_at !== null && (
        <p className="notice">
          Posts are also signed with the old secret.{' '}
          <Countdown until={previous_secret_expires_at} label="Ends in" pressing={false} />
        </p>
      )}
      <Choice label="Overlap with the old secret" value={overlap} onChange={setOverlap} options={OVERLAPS} />
      <div className="form-actions">
        <ConfirmButton
          label="Rotate the secret…"
          title="Rotate the signing secret?"
          confirm="Rotate it"
          run={() =>
            answer(
              api.POST('/api/webhooks/{id}/rotate', {
                params: { path: { id } },
                body: { overlap_seconds: Number(overlap) },
              }),
            )
          }
          onMade={(rotated) => {
            store(rotated.endpoint);
            setSecret(rotated.secret);
          }}
        >
          <p>
            {overlap === '0'
              ? 'Every post from now on is signed only with the new secret. A receiver that knows only the old one refuses it.'
              : 'Until the overlap ends, posts carry both signatures.'}
          </p>
        </ConfirmButton>
        {previous_secret_expires_at !== null && (
          <ConfirmButton
            label="End the overlap…"
            danger
            title="End the overlap now?"
            confirm="End it"
            run={async () => {
              const path = '/api/webhooks/{id}/revoke-previous';
              return (await answer(api.POST(path, { params: { path: { id } }, body: {} }))).endpoint;
            }}
            onMade={store}
          >
            <p>From now on posts are signed only with the new secret.</p>
          </ConfirmButton>
        )}
      </div>
      {secret !== null && (
        <WebhookSecret title="The new signing secret" secret={secret} onClose={() => setSecret(null)}>
          <p>Give it to the receiver. The complete text is the key.</p>
        </WebhookSecret>
      )}
    </section>
  );
}

function Types({ endpoint }: { readonly endpoint: Endpoint }) {
  /** Null while nobody edits them. The page then shows the stored ones. */
  const [edited, setEdited] = useState<EventType[] | null>(null);
  const types = edited ?? endpoint.types ?? [...EVENT_TYPES];
  const save = useEdit({
    run: () => edit(endpoint.id, { types: types.length === EVENT_TYPES.length ? null : types }),
    onMade: (stored) => {
      store(stored);
      setEdited(null);
    },
  });
  return (
    <section className="card form" aria-labelledby="types">
      <h2 id="types">Events that it receives</h2>
      <TypesField types={types} onChange={setEdited} />
      <Problem error={save.error} />
      <div className="form-actions">
        <Button className="button" isDisabled={save.isPending || types.length === 0} onPress={save.send}>
          Save events
        </Button>
        {save.isSuccess && edited === null && <span role="status">Saved.</span>}
      </div>
    </section>
  );
}

function ByHand({ endpoint: { id } }: { readonly endpoint: Endpoint }) {
  const [type, setType] = useState<EventType>('request.authorized');
  const test = useTest(id, { type });
  return (
    <section className="card form" aria-labelledby="by-hand">
      <h2 id="by-hand">Send events by hand</h2>
      <Choice
        label="Test event"
        value={type}
        onChange={setType}
        options={EVENT_TYPES.map((each) => [each, typeLabel(each)] as const)}
      />
      <div className="form-actions">
        <Button className="button" isDisabled={test.isPending} onPress={test.send}>
          Send a test event
        </Button>
        {test.isSuccess && <span role="status">Sent. The answer is in the deliveries above.</span>}
      </div>
      <Problem error={test.error} />
      <Recover id={id} />
    </section>
  );
}

const DAY_MS = 24 * 3600_000;

function Recover({ id }: { readonly id: string }) {
  const [since, setSince] = useState<number | undefined>(() => Math.floor(serverNow() - DAY_MS));
  const [until, setUntil] = useState<number | undefined>(() => Math.floor(serverNow() + 60_000));
  const recover = useEdit({
    run: () => recoverAll(id, since ?? 0, until ?? Math.ceil(serverNow())),
    stale: [DELIVERIES],
  });
  return (
    <details>
      <summary>Recover missed events</summary>
      <div className="form">
        <p className="muted">
          Sends the events that failed for good, and those of the time when the endpoint was disabled or did not exist.
        </p>
        <div className="form-row">
          <InstantField label="Events from" at={since} onChange={setSince} />
          <InstantField label="Events until" at={until} onChange={setUntil} />
        </div>
        <div className="form-actions">
          <Button className="button" isDisabled={recover.isPending} onPress={recover.send}>
            Recover
          </Button>
          {recover.made !== null && (
            <span role="status">
              {recover.made.resent} sent again, {recover.made.created} sent for the first time.
            </span>
          )}
        </div>
        <Problem error={recover.error} />
      </div>
    </details>
  );
}

async function recoverAll(id: string, since: number, until: number) {
  const total = { resent: 0, created: 0 };
  let cursor: string | null = null;
  do {
    const body: Schemas['RecoverRange'] = { since, until, ...(cursor === null ? {} : { cursor }) };
    const part: Schemas['Recovered'] = await answer(
      api.POST('/api/webhooks/{id}/recover', { params: { path: { id } }, body }),
    );
    total.resent += part.resent;
    total.created += part.created;
    cursor = part.cursor;
  } while (cursor !== null);
  return total;
}
