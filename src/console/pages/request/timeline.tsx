/** Everything that happened to the request, newest first: people, the worker and deliveries in one list. */

import type { ReactNode } from 'react';
import { receiverText } from '../../../protocol/shown/receivers';
import { runnerOf } from '../../../protocol/shown/request';
import type { NameOf, Piece, Reference } from '../../../protocol/words';
import type { RequestWithView, Schemas } from '../../lib/api';
import { counted } from '../../lib/format';
import { BroughtNames, useBroughtFor, useNamesBeside } from '../../lib/names';
import { type RequestAnswer, useHistory } from '../../lib/requests';
import { Ago } from '../../ui/instant';
import { Part } from '../../ui/part';
import { Answered } from '../../ui/states';
import { Said, ToldBy } from '../../ui/words';

type Told = Schemas['Told'];

interface Moment {
  readonly id: string;
  readonly at: number;
  readonly told: Told;
}

export function Timeline({ request, view }: RequestAnswer) {
  const moments = useHistory({ request, view });
  return (
    <Answered query={moments} what="the timeline">
      {({ entries, deliveries }) => {
        const all = momentsOf(spoken(entries, { request, view }), deliveries);
        const list = <Named moments={all} view={view} />;
        const count = counted(all.length, 'event');
        return request.outcome === 'authorized' ? (
          <Closed count={count}>{list}</Closed>
        ) : (
          <Part id="timeline" title="Timeline" inShort={count}>
            {list}
          </Part>
        );
      }}
    </Answered>
  );
}

interface NamedProps extends Pick<RequestAnswer, 'view'> {
  readonly moments: readonly Moment[];
}

/** With the names that the page has, or with the lists of all names if one is missing. */
function Named(props: NamedProps) {
  const things = props.moments.flatMap(({ told: { who, what, detail } }) => [who, ...what, ...detail].filter(isThing));
  const { program } = props.view;
  const brought = useBroughtFor(things.filter(({ id }) => id !== program?.id));
  return (
    <BroughtNames value={brought}>
      <Moments {...props} />
    </BroughtNames>
  );
}

const isThing = (piece: Piece | null): piece is Reference =>
  piece !== null && typeof piece === 'object' && 'kind' in piece;

function Moments({ moments, view }: NamedProps) {
  const nameOfId = useNamesBeside({ view });
  // The only action of a history is that of its request.
  const nameOf: NameOf = ({ kind, id }) => (kind === 'action' ? view.title : nameOfId(id));
  return (
    <ol className="timeline plain-list">
      {moments.map((moment) => (
        <One key={moment.id} {...moment} nameOf={nameOf} />
      ))}
    </ol>
  );
}

/** After an approval, people read the result first. A refusal has its reason in the timeline. */
const Closed = ({ count, children }: { readonly count: string; readonly children: ReactNode }) => (
  <details className="card technical" aria-label="Timeline">
    <summary>
      <span>Timeline</span>
      <span className="caption">{count}</span>
    </summary>
    {children}
  </details>
);

/** If the service makes no call, its part ends with the verdict, which the entry before already says. */
function spoken(entries: readonly Schemas['HistoryEntry'][], { request, view }: RequestWithView) {
  const calls = ['service', 'integration'].includes(runnerOf({ request, view }));
  return entries.filter(({ kind }) => calls || kind !== 'request.succeeded');
}

function momentsOf(entries: readonly Schemas['HistoryEntry'][], deliveries: readonly Schemas['Delivery'][]): Moment[] {
  const happened = entries.map(({ at, told }, index) => ({ id: `entry ${index}`, at, told }));
  // Entries of the same millisecond keep their order, because the list is reversed and not sorted.
  return [...happened, ...deliveries.map(deliveryMoment)].sort((left, right) => left.at - right.at).reverse();
}

const DELIVERY: Readonly<Record<Schemas['Delivery']['state'], readonly [what: string, tone: Told['tone']]>> = {
  delivered: ['was delivered', 'good'],
  pending: ['is being sent again', 'warn'],
  failed: ['could not be delivered', 'bad'],
};

function deliveryMoment(delivery: Schemas['Delivery']): Moment {
  const last = delivery.tries.at(-1);
  const [what, tone] = DELIVERY[delivery.state];
  const receiver = receiverText(delivery.receiver) ?? { kind: 'endpoint' as const, id: delivery.receiver };
  return {
    id: delivery.id,
    at: last?.finished_at ?? delivery.created_at,
    told: {
      who: null,
      what: [last === undefined ? 'An event is on its way to ' : `The event ${what} to `, receiver],
      detail: [detailOf(delivery, last)],
      tone: last === undefined ? 'plain' : tone,
    },
  };
}

function detailOf(delivery: Schemas['Delivery'], last: Schemas['DeliveryTry'] | undefined): string {
  const attempts = delivery.tries.length > 1 ? `, ${delivery.tries.length} attempts` : '';
  if (last === undefined) return delivery.event_type;
  return `${delivery.event_type}: ${last.status === null ? (last.error ?? last.outcome) : `status ${last.status}`}${attempts}`;
}

function One({ told, at, nameOf }: Moment & { readonly nameOf: NameOf }) {
  return (
    <li className={told.tone}>
      <ToldBy told={told} nameOf={nameOf} />{' '}
      <span className="caption">
        <Ago ms={at} />
      </span>
      {told.detail.length > 0 && (
        <p className="small">
          <Said words={told.detail} nameOf={nameOf} />
        </p>
      )}
    </li>
  );
}
