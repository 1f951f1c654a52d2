/** The health of every endpoint of an organization. */
import { LIMITS } from '../../../../generated/limits';
import type { OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import type { Endpoint } from '../../configuration/rules/items';
import type { DeliveryStore } from '../ports';
import type { Attempt, Delivery } from '../rules/delivery';
import { type DeliveryAttempts, type EndpointHealth, FAILING_AFTER_MS, healthOf } from '../rules/health';

export interface EndpointHealthDeps {
  readonly config: Pick<ConfigStore, 'endpoints'>;
  readonly deliveries: DeliveryStore;
}

type Deliveries = Pick<EndpointHealthDeps, 'deliveries'>;

export interface WatchedEndpoint {
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

export async function watchEndpoints(deps: EndpointHealthDeps, org: OrgId): Promise<WatchedEndpoint[]> {
  const endpoints = (await deps.config.endpoints(org)).filter(({ deletedAtMs }) => deletedAtMs === null);
  return Promise.all(endpoints.map((endpoint) => watchEndpoint(deps, endpoint)));
}

export async function watchEndpoint(deps: Deliveries, endpoint: Endpoint): Promise<WatchedEndpoint> {
  const { deliveries, read } = await readNewest(deps, endpoint);
  const pending = deliveries.filter(({ state }) => state === 'pending');
  const health = healthOf(read, pending, endpoint.failingSinceMs ?? null);
  return { endpoint, health, attempts: attemptsIn(read), deliveries };
}

/**
 * The attempts that show whether an endpoint is failing, however many events it gets, each of them once. If the newest
 * deliveries are too recent, earlier ones are read until one is old enough or was accepted in the meantime.
 */
export async function attemptsToJudge(deps: Deliveries, endpoint: Endpoint, nowMs: number): Promise<Attempt[]> {
  const { deliveries, read } = await readNewest(deps, endpoint);
  const all = await lookBack(deps, endpoint, deliveries, nowMs);
  if (all === deliveries) return attemptsIn(read);
  const delivered = all.filter(({ state }) => state === 'delivered');
  // For deliveries that a retry delivered, only their attempts show when.
  const retried = delivered.filter(({ attempts }) => attempts > 1).slice(0, NEWEST);
  const known = new Set(read.map(({ delivery }) => delivery));
  const telling = [...delivered.slice(0, 1), ...retried, ...oldestPending(all)].filter((one) => !known.has(one));
  return attemptsIn([...read, ...(await readAttempts(deps, telling))]);
}

async function readNewest(deps: Deliveries, { org, id }: Endpoint) {
  const { items } = await deps.deliveries.ofEndpoint(org, id, { limit: LOOKED_AT, cursor: null });
  const deliveries = items.filter(({ test }) => !test);
  const attempted = deliveries.filter(({ attempts }) => attempts > 0);
  const read = await readAttempts(deps, [...attempted.slice(0, NEWEST), ...oldestPending(deliveries)]);
  return { deliveries, read };
}

const readAttempts = ({ deliveries }: Deliveries, telling: readonly Delivery[]): Promise<DeliveryAttempts[]> =>
  Promise.all(
    [...new Set(telling)].map(async (delivery) => ({
      delivery,
      attempts: await deliveries.attempts(delivery.org, delivery.id),
    })),
  );

const attemptsIn = (read: readonly DeliveryAttempts[]): Attempt[] => read.flatMap(({ attempts }) => attempts);

async function lookBack(
  deps: Deliveries,
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
