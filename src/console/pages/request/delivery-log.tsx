/** For admins: every attempt to deliver the request's events, and a way to send them again. One line until it is opened. */

import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../lib/format';
import { BroughtNames } from '../../lib/names';
import { isFailing, type RequestAnswer, useHistory } from '../../lib/requests';
import type { Schemas } from '../../lib/schemas';
import { Loading } from '../../ui/states';

/** Loaded when it is opened. */
const Deliveries = lazy(async () => ({ default: (await import('../../ui/deliveries')).Deliveries }));

export function DeliveryLog(answer: RequestAnswer) {
  const { data } = useHistory(answer);
  const [open, setOpen] = useState(false);
  return (
    <details
      className="card technical"
      aria-label="Deliveries"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>Deliveries</span>
        <span className="caption">{data !== undefined && <InShort {...data} />}</span>
      </summary>
      {open && (
        <BroughtNames value={null}>
          <Suspense fallback={<Loading what="the deliveries" />}>
            <Deliveries of={{ request: answer.request.id }} />
          </Suspense>
        </BroughtNames>
      )}
    </details>
  );
}

/** "4, 2 fail" */
function InShort({ deliveries }: { readonly deliveries: readonly Schemas['Delivery'][] }) {
  const bad = deliveries.filter((each) => isFailing(each) || each.state === 'failed').length;
  return (
    <>
      {formatCount(deliveries.length)}
      {bad > 0 && <span className="bad-text">, {bad === 1 ? '1 fails' : `${formatCount(bad)} fail`}</span>}
    </>
  );
}
