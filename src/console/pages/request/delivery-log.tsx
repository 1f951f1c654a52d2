/** For admins: every attempt to deliver the request's events, and a way to send them again. */
import { Deliveries } from '../../ui/deliveries';

export function DeliveryLog({ id }: { readonly id: string }) {
  return (
    <section aria-labelledby="deliveries" className="card">
      <h2 id="deliveries">Deliveries</h2>
      <Deliveries of={{ request: id }} />
    </section>
  );
}
