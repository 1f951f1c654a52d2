/** The offer after the first decision on a phone. */
import { useEffect, useState } from 'react';
import { offerNoMore } from '../lib/notify-offer';
import { type Offer, offerOf, useDevices, useHere } from '../lib/push';
import type { Session } from '../lib/session';
import { Button } from './button';
import { NotifyThisDevice } from './notify-this-device';

/** Elsewhere there is nothing that the operator could do here. */
const ASKS: ReadonlySet<Offer> = new Set(['off', 'installed_only']);

export default function NotifyCard({ session }: { readonly session: Session }) {
  const [isClosed, setClosed] = useState(false);
  const [isShown, setShown] = useState(false);
  const { data: list } = useDevices();
  const { data: here } = useHere();
  const asks = list !== undefined && here !== undefined && ASKS.has(offerOf(here, list));
  useEffect(() => {
    if (!asks) return;
    setShown(true);
    offerNoMore(session);
  }, [asks, session]);
  if (isClosed || list === undefined || here === undefined || !(asks || isShown)) return null;
  return (
    <section className="card stack" aria-labelledby="notify-now">
      <h2 id="notify-now">Be notified on this phone</h2>
      <p className="secondary">The next request that needs your key is shown here at once. Mail goes to you as well.</p>
      <NotifyThisDevice
        session={session}
        list={list}
        here={here}
        beside={
          <Button className="button" onPress={() => setClosed(true)}>
            Not now
          </Button>
        }
      />
    </section>
  );
}
