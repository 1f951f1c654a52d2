/** The health of every endpoint of an organization. */
import { LIMITS } from '../../../generated/limits';
import type { Endpoint } from '../../core/administration/config';
import type { Attempt, Delivery } from '../../core/delivery/delivery';
import { FAILING_AFTER_MS } from '../../core/delivery/failing';
import { type EndpointHealth, healthOf } from '../../core/delivery/health';
import type { OrgId } from '../../protocol/identifiers';
import type { ConfigStore, DeliveryStore } from '../ports';

export interface EndpointHealthDeps {
  readonly config: Pick<ConfigStore, 'endpoints'>;
  readonly deliveries: DeliveryStore;
}

export interface Watched {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
  /** Attempts of the newest deliveries and of the oldest pending ones. */
  readonly attempts: readonly Attempt[];
  /** The newest deliveries, without test events. */
  readonly deliveries: readonly Delivery[];
}

const LOOKED_AT = LIMITS.watchedDeliveries.max;
/**
 * The newest deliveries show the current state and the oldest pending ones since when. Each costs a query for its
 * attempts.
 */
const NEWEST = 5;
const OLDEST_PENDING = 2;
/** Longer than the time after which an endpoint is failing, because an event also waits for its first attempt. */
const LOOK_BACK_MS = FAILING_AFTER_MS + 60_000;
/** The most pages of deliveries to read when looking back. */
const MOST_PAGES = 10;

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
  const telling = [...new Set([...attempted.slice(0, NEWEST), ...oldestPending(deliveries)])];
  const read = await Promise.all(
    telling.map(async (delivery) => ({ delivery, attempts: await deps.deliveries.attempts(org, delivery.id) })),
  );
  const health = healthOf(read, pending, endpoint.failingSinceMs ?? null);
  return { endpoint, health, attempts: read.flatMap((one) => one.attempts), deliveries };
}

/**
 * The attempts that show whether an endpoint is failing, however many events it gets. If the newest deliveries are too
 * recent, earlier ones are read until one is old enough or was accepted in the meantime.
 */
export async function attemptsToJudge(
  deps: Pick<EndpointHealthDeps, 'deliveries'>,
  endpoint: Endpoint,
  nowMs: number,
): Promise<Attempt[]> {
  const watched = await watchEndpoint(deps, endpoint);
  const all = await lookBack(deps, endpoint, watched.deliveries, nowMs);
  if (all === watched.deliveries) return [...watched.attempts];
  const delivered = all.filter(({ state }) => state === 'delivered');
  // For deliveries that a retry delivered, only their attempts show when.
  const retried = delivered.filter(({ attempts }) => attempts > 1).slice(0, NEWEST);
  const telling = [...new Set([...delivered.slice(0, 1), ...retried, ...oldestPending(all)])];
  const read = await Promise.all(telling.map(({ org, id }) => deps.deliveries.attempts(org, id)));
  return [...watched.attempts, ...read.flat()];
}

async function lookBack(
  deps: Pick<EndpointHealthDeps, 'deliveries'>,
  { org, id }: Endpoint,
  newest: readonly Delivery[],
  nowMs: number,
): Promise<readonly Delivery[]> {
  let all = newest;
  for (let page = 1; page <= MOST_PAGES && !isFarBack(all, nowMs); page++) {
    const untilMs = page === MOST_PAGES ? nowMs - LOOK_BACK_MS : all.at(-1)!.createdAtMs - 1;
    const query = { limit: LOOKED_AT, cursor: null, created: { sinceMs: 0, untilMs } };
    const { items } = await deps.deliveries.ofEndpoint(org, id, query);
    if (items.length === 0) break;
    all = [...all, ...items.filter(({ test }) => !test)];
  }
  return all;
}

function isFarBack(deliveries: readonly Delivery[], nowMs: number): boolean {
  const oldest = deliveries.at(-1);
  if (oldest === undefined || oldest.createdAtMs <= nowMs - LOOK_BACK_MS) return true;
  return deliveries.some(({ state, createdAtMs }) => state === 'delivered' && createdAtMs > nowMs - FAILING_AFTER_MS);
}

function oldestPending(deliveries: readonly Delivery[]): Delivery[] {
  return deliveries.filter(({ state, attempts }) => state === 'pending' && attempts > 0).slice(-OLDEST_PENDING);
}
