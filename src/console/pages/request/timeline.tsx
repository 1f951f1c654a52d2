/** Everything that happened to the request, newest first: people, the worker and deliveries in one list. */

import type { ReactNode } from 'react';
import { runnerOf } from '../../../protocol/shown/run';
import type { RequestWithView, Schemas } from '../../lib/api';
import { counted } from '../../lib/count';
import { useHistory } from '../../lib/history';
import { type MomentTone, type NameOf, type Told, tell } from '../../lib/history-text';
import { useNames } from '../../lib/names';
import { ownOf } from '../../lib/own';
import type { RequestAnswer } from '../../lib/requests';
import { Ago } from '../../ui/instant';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';

interface Moment extends Told {
  readonly id: string;
  readonly at: number;
}

export function Timeline({ request, view }: RequestAnswer) {
  const nameOf = useNames();
  const moments = useHistory({ request, view });
  return (
    <Answered query={moments} what="the timeline">
      {({ entries, deliveries }) => {
        const all = momentsOf(spoken(entries, { request, view }), deliveries, nameOf);
        const list = (
          <ol className="timeline plain-list">
            {all.map((moment) => (
              <One key={moment.id} {...moment} />
            ))}
          </ol>
        );
        return request.outcome === 'authorized' ? <Closed count={all.length}>{list}</Closed> : <Open>{list}</Open>;
      }}
    </Answered>
  );
}

const Open = ({ children }: { readonly children: ReactNode }) => (
  <section aria-labelledby="timeline" className="card">
    <h2 id="timeline">Timeline</h2>
    {children}
  </section>
);

/** After an approval, people read the result first. A refusal has its reason in the timeline. */
const Closed = ({ count, children }: { readonly count: number; readonly children: ReactNode }) => (
  <details className="card technical" aria-label="Timeline">
    <summary>
      <span>Timeline</span>
      <span className="caption">{counted(count, 'event')}</span>
    </summary>
    {children}
  </details>
);

/** If the service makes no call, its part ends with the verdict, which the entry before already says. */
function spoken(entries: readonly Schemas['HistoryEntry'][], { request, view }: RequestWithView) {
  const calls = ['service', 'integration'].includes(runnerOf({ request, view }));
  return entries.filter(({ kind }) => calls || kind !== 'request.succeeded');
}

function momentsOf(
  entries: readonly Schemas['HistoryEntry'][],
  deliveries: readonly Schemas['Delivery'][],
  nameOf: NameOf,
): Moment[] {
  const told = entries.map((entry, index) => ({ ...tell(entry, nameOf), id: `entry ${index}`, at: entry.at }));
  const posted = deliveries.map((delivery) => ({ ...deliveryMoment(delivery, nameOf), id: delivery.id }));
  // Entries of the same millisecond keep their order, because the list is reversed and not sorted.
  return [...told, ...posted].sort((left, right) => left.at - right.at).reverse();
}

const DELIVERY: Readonly<Record<Schemas['Delivery']['state'], readonly [what: string, tone: MomentTone]>> = {
  delivered: ['was delivered', 'good'],
  pending: ['is being retried', 'warn'],
  failed: ['could not be delivered', 'bad'],
};

function deliveryMoment(delivery: Schemas['Delivery'], nameOf: NameOf): Told & { readonly at: number } {
  const last = delivery.tries.at(-1);
  const [what, tone] = DELIVERY[delivery.state];
  const receiver = ownOf(RECEIVERS, delivery.receiver) ?? nameOf(delivery.receiver);
  return {
    at: last?.finished_at ?? delivery.created_at,
    who: null,
    what:
      last === undefined
        ? `An event is on its way to ${receiver}`
        : `The event ${what} to ${receiver}`.replace('is being retried to', 'is being sent again to'),
    detail: detailOf(delivery, last),
    tone: last === undefined ? 'plain' : tone,
  };
}

const RECEIVERS: Readonly<Record<string, string>> = { callback: 'the callback URL', integration: 'the integration' };

function detailOf(delivery: Schemas['Delivery'], last: Schemas['DeliveryTry'] | undefined): string {
  const attempts = delivery.tries.length > 1 ? `, ${delivery.tries.length} attempts` : '';
  if (last === undefined) return delivery.event_type;
  return `${delivery.event_type}: ${last.status === null ? (last.error ?? last.outcome) : `status ${last.status}`}${attempts}`;
}

function One({ who, what, detail, at, tone }: Moment) {
  return (
    <li className={tone}>
      {who === null ? (
        <Shown text={what} />
      ) : (
        <>
          <Shown text={who} strong /> <Shown text={what} />
        </>
      )}{' '}
      <span className="caption">
        <Ago ms={at} />
      </span>
      {detail !== null && (
        <p className="small">
          <Shown text={detail} />
        </p>
      )}
    </li>
  );
}
