/** Deliveries of a request or to an endpoint, each with every attempt. */

import { useId, useState } from 'react';
import { receiverText } from '../../protocol/shown/receivers';
import { answer, api, problemIn, type Schemas } from '../lib/api';
import { useEdit } from '../lib/edit';
import { eventName } from '../lib/event-names';
import { counted } from '../lib/format';
import { type PageQuery, usePages } from '../lib/lists';
import type { NameOfId } from '../lib/name-of';
import { useNames } from '../lib/names';
import { DELIVERIES_MS, isFailing } from '../lib/requests';
import { Link } from '../lib/router';
import type { Tone } from '../lib/standing';
import { Attempts } from './attempts';
import { Badge } from './badge';
import { Button } from './button';
import { CopyId } from './copy-id';
import { Ago, NextAttempt } from './instant';
import { PagedList } from './list-page';
import { ActionsCell, Disclosure, MainCell, Table } from './table';
import { VisibleText } from './visible-text';

export type Whose = { readonly request: string } | { readonly endpoint: string };

const read = (of: Whose, query: PageQuery): Promise<Schemas['DeliveryList']> =>
  'request' in of
    ? answer(api.GET('/api/requests/{id}/deliveries', { params: { path: { id: of.request }, query } }))
    : answer(api.GET('/api/webhooks/{id}/deliveries', { params: { path: { id: of.endpoint }, query } }));

export function Deliveries({ of }: { readonly of: Whose }) {
  const nameOf = useNames();
  const pages = usePages(['deliveries', of], (page) => read(of, page), { limit: 25, refetchInterval: DELIVERIES_MS });
  return (
    <PagedList
      pages={pages}
      what="deliveries"
      itemsOf={({ deliveries }) => deliveries}
      none={<p className="muted">Nothing was posted yet.</p>}
    >
      {(deliveries) => (
        <Table label="Deliveries" columns={['Event', 'State', 'Attempts', 'When', '']} bare>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} of={of} nameOf={nameOf} />
          ))}
        </Table>
      )}
    </PagedList>
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
  readonly nameOf: NameOfId;
}

function Delivery({ delivery, of, nameOf }: DeliveryProps) {
  const { id, event_type, receiver, created_at, tries, test } = delivery;
  const [open, setOpen] = useState(false);
  const detail = useId();
  return (
    <>
      <tr className={open ? 'row-open' : undefined}>
        <MainCell
          title={
            <>
              <strong>{eventName(event_type)}</strong>
              {test && <Badge tone="idle">Test</Badge>}
            </>
          }
          detail={<About delivery={delivery} of={of} nameOf={nameOf} />}
        />
        <td>
          <Standing {...delivery} />
        </td>
        <td>
          <Disclosure isOpen={open} onToggle={setOpen} controls={detail}>
            {counted(tries.length, 'attempt')}
          </Disclosure>
        </td>
        <td className="nowrap secondary">
          <Ago ms={created_at} />
        </td>
        <ActionsCell>{!test && receiver !== 'integration' && <Redeliver delivery={delivery} of={of} />}</ActionsCell>
      </tr>
      {open && (
        <tr id={detail}>
          <td colSpan={5} className="cell-main">
            <div className="stack">
              <p className="flow small secondary">
                <span className="mono">{event_type}</span> <CopyId id={id} what="the delivery" />
              </p>
              <Attempts of={delivery} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Standing(delivery: Schemas['Delivery']) {
  const { state, reason, next_attempt_at } = delivery;
  const [label, tone] = isFailing(delivery) ? (['Failing', 'bad'] as const) : STATES[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {reason !== null && (
        <div className="small bad-text">
          <VisibleText text={reason.replaceAll('_', ' ')} />
        </div>
      )}
      {state === 'pending' && next_attempt_at !== null && (
        <div className="small">
          <NextAttempt at={next_attempt_at} />
        </div>
      )}
    </>
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
  return test ? <span>of no request</span> : <Link to={`/requests/${request_id}`}>Open the request</Link>;
}

function Receiver({ receiver, nameOf }: { readonly receiver: string; readonly nameOf: NameOfId }) {
  const text = receiverText(receiver);
  if (text !== null) return text;
  return (
    <Link to={`/webhooks/${receiver}`}>
      <VisibleText text={nameOf(receiver)} />
    </Link>
  );
}

function Redeliver({ delivery, of }: { readonly delivery: Schemas['Delivery']; readonly of: Whose }) {
  const redeliver = useEdit({
    run: () => answer(api.POST('/api/deliveries/{id}/redeliver', { params: { path: { id: delivery.id } }, body: {} })),
    stale: [
      ['deliveries', of],
      ['history', delivery.request_id],
    ],
  });
  return (
    <>
      {redeliver.isSuccess && <span role="status">Sending.</span>}
      {redeliver.error !== null && (
        <span className="bad-text" role="alert">
          {problemIn(redeliver.error).message}
        </span>
      )}
      <Button
        className="button small"
        onPress={redeliver.send}
        isDisabled={redeliver.isPending}
        aria-label={`Send again: ${delivery.id}`}
      >
        Send again
      </Button>
    </>
  );
}
