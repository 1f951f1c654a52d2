/** Every endpoint of an organization, with how its deliveries go. */
import type { Endpoint } from '../core/config/config';
import type { Attempt, Delivery } from '../core/delivery/delivery';
import { type EndpointHealth, healthOf } from '../core/delivery/health';
import type { OrgId } from '../protocol/identifiers';
import type { ConfigStore, DeliveryStore } from './ports';

export interface EndpointHealthDeps {
  readonly config: Pick<ConfigStore, 'endpoints'>;
  readonly deliveries: DeliveryStore;
}

export interface Watched {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
  /** Those that were read: of the newest deliveries, and of the oldest ones that wait. */
  readonly attempts: readonly Attempt[];
  /** The newest ones, without test events. */
  readonly deliveries: readonly Delivery[];
}

const LOOKED_AT = 100;
/** The newest tell how it stands now, the oldest pending ones since when: each costs a query for its attempts. */
const NEWEST = 5;
const OLDEST_PENDING = 2;

export async function watchEndpoints(deps: EndpointHealthDeps, org: OrgId): Promise<Watched[]> {
  const endpoints = (await deps.config.endpoints(org)).filter(({ deletedAtMs }) => deletedAtMs === null);
  return Promise.all(endpoints.map((endpoint) => watchEndpoint(deps, endpoint)));
}

export async function watchEndpoint(
  deps: Pick<EndpointHealthDeps, 'deliveries'>,
  endpoint: Endpoint,
): Promise<Watched> {
  const { org, id } = endpoint;
  const { items } = await deps.deliveries.ofEndpoint(org, id, { limit: LOOKED_AT, cursor: null });
  const deliveries = items.filter(({ test }) => !test);
  const attempted = deliveries.filter(({ attempts }) => attempts > 0);
  const pending = deliveries.filter(({ state }) => state === 'pending');
  const stuck = pending.filter(({ attempts }) => attempts > 0).slice(-OLDEST_PENDING);
  const telling = [...new Set([...attempted.slice(0, NEWEST), ...stuck])];
  const read = await Promise.all(
    telling.map(async (delivery) => ({ delivery, attempts: await deps.deliveries.attempts(org, delivery.id) })),
  );
  return { endpoint, health: healthOf(read, pending), attempts: read.flatMap((one) => one.attempts), deliveries };
}
