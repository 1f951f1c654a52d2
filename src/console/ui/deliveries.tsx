/** Deliveries of a request or to an endpoint, each with every try. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api, problemIn, type Schemas } from '../lib/api';
import { Link } from '../lib/router';
import { queryClient } from '../lib/session';
import { formatDuration } from '../lib/time';
import { Badge, type Tone } from './badge';
import { Countdown, Instant } from './instant';
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
            <ul className="deliveries">
              {all.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} of={of} />
              ))}
            </ul>
          );
        }}
      </Answered>
      {deliveries.hasNextPage && (
        <Button
          className="button"
          onPress={() => deliveries.fetchNextPage()}
          isDisabled={deliveries.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </>
  );
}

const STATES: Readonly<Record<Schemas['Delivery']['state'], readonly [label: string, tone: Tone]>> = {
  pending: ['Pending', 'wait'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};

function Delivery({ delivery, of }: { readonly delivery: Schemas['Delivery']; readonly of: Whose }) {
  const { state, event_type, receiver, request_id, created_at, next_attempt_at, tries, reason, test } = delivery;
  const [label, tone] = STATES[state];
  return (
    <li className="delivery">
      <div className="delivery-head">
        <Badge tone={tone}>{label}</Badge> <span className="mono">{event_type}</span>
        {test && <span className="badge idle">Test</span>}
        <span className="muted">
          <Instant ms={created_at} />
        </span>
      </div>
      <p className="muted">
        {'request' in of ? (
          <>
            to <Receiver receiver={receiver} />
          </>
        ) : test ? (
          'a test event'
        ) : (
          <>
            of <Link to={`/requests/${request_id}`}>{request_id}</Link>
          </>
        )}{' '}
        · <span className="mono">{delivery.id}</span>
      </p>
      {reason !== null && (
        <p className="bad-text">
          <Shown text={reason.replaceAll('_', ' ')} />
        </p>
      )}
      {state === 'pending' && next_attempt_at !== null && (
        <Countdown until={next_attempt_at} label="Next try in" pressing={false} />
      )}
      <Tries tries={tries} />
      {!test && receiver !== 'integration' && <Redeliver delivery={delivery} of={of} />}
    </li>
  );
}

function Receiver({ receiver }: { readonly receiver: string }) {
  if (receiver === 'callback') return 'the callback URL';
  if (receiver === 'integration') return 'the integration';
  return <Link to={`/webhooks/${receiver}`}>{receiver}</Link>;
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
  first: 'first',
  retry: 'retry',
  manual: 'by hand',
  recover: 'recovered',
  test: 'test',
};

function Tries({ tries }: { readonly tries: readonly Schemas['DeliveryTry'][] }) {
  if (tries.length === 0) return <p className="muted">No try yet.</p>;
  return (
    <details>
      <summary>{tries.length === 1 ? '1 try' : `${tries.length} tries`}</summary>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Try</th>
              <th scope="col">Started</th>
              <th scope="col">Took</th>
              <th scope="col">Result</th>
              <th scope="col">Why it was made</th>
            </tr>
          </thead>
          <tbody>
            {tries.map(({ n, started_at, finished_at, status, outcome, error, trigger }) => (
              <tr key={n}>
                <td>{n}</td>
                <td>
                  <Instant ms={started_at} />
                </td>
                <td>{formatDuration(finished_at - started_at)}</td>
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
                <td>{TRIGGERS[trigger]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Redeliver({ delivery, of }: { readonly delivery: Schemas['Delivery']; readonly of: Whose }) {
  const redeliver = useMutation({
    mutationFn: () =>
      answer(api.POST('/api/deliveries/{id}/redeliver', { params: { path: { id: delivery.id } }, body: {} })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['deliveries', of] }),
  });
  return (
    <div>
      <Button
        className="button small"
        onPress={() => redeliver.mutate()}
        isDisabled={redeliver.isPending}
        aria-label={`Deliver ${delivery.id} again`}
      >
        Deliver again
      </Button>{' '}
      {redeliver.isSuccess && <span role="status">On its way.</span>}
      {redeliver.error !== null && (
        <span className="bad-text" role="alert">
          {problemIn(redeliver.error).message}
        </span>
      )}
    </div>
  );
}
