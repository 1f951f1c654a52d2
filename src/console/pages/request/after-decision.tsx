/** After the operator decided on this page: its notification goes, and on a phone there is the offer to be notified. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { mayOfferToNotify } from '../../lib/notify-offer';
import type { RequestAnswer } from '../../lib/requests';
import { useSession } from '../../lib/session';
import { closeNotificationsOf } from '../../lib/shown-notifications';

const NotifyCard = lazy(() => import('../../ui/notify-card'));

export function AfterDecision({ request, view }: RequestAnswer) {
  const { data: session } = useSession();
  const me = session?.operator.id;
  const hasDecided =
    view.seats.some(({ operator, state }) => operator === me && state === 'turned') ||
    view.decided?.by.some((operator) => operator === me) === true;
  const [hadDecided] = useState(hasDecided);
  // As it was when the page was opened: the card that is shown is not offered a second time.
  const [mayOffer] = useState(() => session != null && mayOfferToNotify(session));
  const isOver = hasDecided || view.decided !== null;
  useEffect(() => {
    if (isOver) void closeNotificationsOf(request.id);
  }, [isOver, request.id]);
  if (session == null || !hasDecided || hadDecided || !mayOffer) return null;
  return (
    <Suspense fallback={null}>
      <NotifyCard session={session} />
    </Suspense>
  );
}
