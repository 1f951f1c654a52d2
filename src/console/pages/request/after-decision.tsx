/** After the operator decided on this page, on a phone: the offer to be notified there. */
import { lazy, Suspense, useState } from 'react';
import { mayOfferToNotify } from '../../lib/notify-offer';
import type { RequestAnswer } from '../../lib/requests';
import { useSession } from '../../lib/session';

const NotifyCard = lazy(() => import('../../ui/notify-card'));

export function AfterDecision({ view }: RequestAnswer) {
  const { data: session } = useSession();
  const me = session?.operator.id;
  const hasDecided =
    view.seats.some(({ operator, state }) => operator === me && state === 'turned') ||
    view.decided?.by.some((operator) => operator === me) === true;
  const [hadDecided] = useState(hasDecided);
  // As it was when the page was opened: the card that is shown is not offered a second time.
  const [mayOffer] = useState(() => session != null && mayOfferToNotify(session));
  if (session == null || !hasDecided || hadDecided || !mayOffer) return null;
  return (
    <Suspense fallback={null}>
      <NotifyCard session={session} />
    </Suspense>
  );
}
