/** Deliveries of a request or to an endpoint, each with every attempt. */
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, problemIn, type Schemas } from '../lib/api';
import { type NameOf, useNames } from '../lib/names';
import { Link } from '../lib/router';
import { queryClient } from '../lib/session';
import { formatDuration } from '../lib/time';
import { visibleText } from '../lib/visible';
import { Badge, type Tone } from './badge';
import { CopyId } from './copy-id';
import { Ago, NextAttempt } from './instant';
import { More } from './more';
import { Shown } from './shown';
import { Answered } from './states';

export type Whose = { readonly request: string } | { readonly endpoint: string };

const read = (of: Whose, cursor: string | null): Promise<Schemas['DeliveryList']> => {
  const query = { limit: 25, ...(cursor === null ? {} : { cursor }) };
  return 'request' in of
    ? answer(api.GET('/api/requests/{id}/deliveries', { params: { path: { id: of.request }, query } }))
    : answer(api.GET('/api/webhooks/{id}/deliveries', { params: { path: { id: of.endpoint }, query } }));
};

export function Deliveries({ of }: { readonly of: Whose }) {
  const nameOf = useNames();
  const deliveries = useInfiniteQuery({
    queryKey: ['deliveries', of],
    queryFn: ({ pageParam }) => read(of, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: 5000,
  });
  return (
    <>
      <Answered query={deliveries} what="deliveries">
        {({ pages }) => {
          const all = pages.flatMap((page) => page.deliveries);
          return all.length === 0 ? (
            <p className="muted">Nothing was posted yet.</p>
          ) : (
            <ul className="delivery-list">
              {all.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} of={of} nameOf={nameOf} />
              ))}
            </ul>
          );
        }}
      </Answered>
      <More pages={deliveries} />
    </>
  );
}

const STATES: Readonly<Record<Schemas['Delivery']['state'], readonly [label: string, tone: Tone]>> = {
  pending: ['Pending', 'wait'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};

interface DeliveryProps {
  readonly delivery: Schemas['Delivery'];
  readonly of: Whose;
  readonly nameOf: NameOf;
}

function Delivery({ delivery, of, nameOf }: DeliveryProps) {
  const { state, event_type, receiver, created_at, next_attempt_at, tries, reason, test } = delivery;
  const failing = state === 'pending' && tries.length > 0;
  const [label, tone] = failing ? (['Failing', 'bad'] as const) : STATES[state];
  return (
    <li className="delivery">
      <div className="line">
        <Badge tone={tone}>{label}</Badge>
        <span className="mono">{event_type}</span>
        {test && <Badge tone="idle">Test</Badge>}
        <span className="caption">
          <Ago ms={created_at} />
        </span>
        {!test && receiver !== 'integration' && <Redeliver delivery={delivery} of={of} />}
      </div>
      <div className="flow small">
        <About delivery={delivery} of={of} nameOf={nameOf} />
        <CopyId id={delivery.id} what="the delivery" />
        <Tries tries={tries} />
        {receiver !== 'integration' && <Payload id={delivery.id} />}
      </div>
      {reason !== null && (
        <p className="bad-text">
          Gave up: <Shown text={reason.replaceAll('_', ' ')} />
        </p>
      )}
      {state === 'pending' && next_attempt_at !== null && <NextAttempt at={next_attempt_at} />}
    </li>
  );
}

function About({ delivery: { receiver, request_id, test }, of, nameOf }: DeliveryProps) {
  if ('request' in of) {
    return (
      <span>
        to <Receiver receiver={receiver} nameOf={nameOf} />
      </span>
    );
  }
  if (test) return <span>a test event</span>;
  return <Link to={`/requests/${request_id}`}>Open the request</Link>;
}

function Receiver({ receiver, nameOf }: { readonly receiver: string; readonly nameOf: NameOf }) {
  if (receiver === 'callback') return 'the callback URL';
  if (receiver === 'integration') return 'the integration';
  return (
    <Link to={`/webhooks/${receiver}`}>
      <Shown text={nameOf(receiver)} />
    </Link>
  );
}

/** Read when it is opened. The signature differs with every attempt, and no secret is opened to show one. */
function Payload({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false);
  const post = useQuery({
    queryKey: ['delivery post', id],
    enabled: open,
    queryFn: () => answer(api.GET('/api/deliveries/{id}/post', { params: { path: { id } } })),
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">Payload and headers</summary>
      {open && (
        <Answered query={post} what="the payload">
          {({ headers, body }) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
            <pre tabIndex={0}>
              {Object.entries({ ...headers, 'Service-Signature': '(made for each attempt)' })
                .map(([name, value]) => `${name}: ${visibleText(value)}`)
                .join('\n')}
              {'\n\n'}
              {indented(body)}
            </pre>
          )}
        </Answered>
      )}
    </details>
  );
}

/** Indented for people; what is posted has no blanks between. Unseen characters are written out, blanks at the start are not. */
function indented(body: string): string {
  const lines = JSON.stringify(JSON.parse(body), null, 2).split('\n');
  return lines.map((line) => line.replace(/\S.*/, visibleText)).join('\n');
}

const OUTCOMES: Readonly<Record<Schemas['DeliveryTry']['outcome'], string>> = {
  delivered: 'Delivered',
  refused: 'Answered with an error',
  refused_address: 'Address not allowed',
  unreachable: 'Not reachable',
  timed_out: 'Timed out',
  not_sent: 'Not sent',
};

const TRIGGERS: Readonly<Record<Schemas['DeliveryTry']['trigger'], string>> = {
  first: 'first attempt',
  retry: 'retry',
  manual: 'sent by hand',
  recover: 'recovered',
  test: 'test',
};

function Tries({ tries }: { readonly tries: readonly Schemas['DeliveryTry'][] }) {
  if (tries.length === 0) return <p className="muted">No attempt yet.</p>;
  return (
    <details>
      <summary className="small">{tries.length === 1 ? '1 attempt' : `${tries.length} attempts`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="table-scroll" aria-label="Attempts" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Result</th>
              <th scope="col">Started</th>
              <th scope="col">Took</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {tries.map((each) => (
              <OneTry key={each.n} {...each} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function OneTry({ n, started_at, finished_at, status, outcome, error, trigger }: Schemas['DeliveryTry']) {
  return (
    <tr>
      <td>{n}</td>
      <td>
        {OUTCOMES[outcome]}
        {status !== null && ` (${status})`}
        {error !== null && (
          <>
            {': '}
            <Shown text={error} />
          </>
        )}
      </td>
      <td className="nowrap">
        <Ago ms={started_at} />
      </td>
      <td className="nowrap">{formatDuration(finished_at - started_at)}</td>
      <td className="nowrap">{TRIGGERS[trigger]}</td>
    </tr>
  );
}

function Redeliver({ delivery, of }: { readonly delivery: Schemas['Delivery']; readonly of: Whose }) {
  const redeliver = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/deliveries/{id}/redeliver', { params: { path: { id: delivery.id } }, body: {} })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['deliveries', of] }),
  });
  return (
    <span className="line push">
      {redeliver.isSuccess && <span role="status">Sending.</span>}
      {redeliver.error !== null && (
        <span className="bad-text" role="alert">
          {problemIn(redeliver.error).message}
        </span>
      )}
      <Button
        className="button small"
        onPress={() => redeliver.mutate()}
        isDisabled={redeliver.isPending}
        aria-label={`Send ${delivery.id} again`}
      >
        Send again
      </Button>
    </span>
  );
}
