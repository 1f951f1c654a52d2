/**
 * One schedule with receivers that are down for hours, in a world where things go wrong: a callback URL, and a queue on AWS
 * that an admin verifies first. So the endpoint is failing, and everything arrives when they are back.
 */

import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import { eventsOf } from '../../src/core/delivery/events';
import type { Request } from '../../src/core/request/request';
import type { Item } from '../../src/local/memory/expressions';
import { eventOf, type Said, said } from '../support/ledger';
import { textOf } from '../support/mail-text';
import { type Base, ORGS } from './base';
import { type Deployment, ORIGIN } from './instances';
import { chainOf } from './invariants';
import { World, type WorldOptions } from './world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_MS = 72 * HOUR_MS;
const CALLBACK = 'https://hooks.example.org/events';
const QUEUE = 'arn:aws:sqs:eu-central-1:123456789012:events';
/** An hourly attempt, and a lost loop that is found. */
const LATEST_MS = 2 * HOUR_MS;
/** Clocks are up to two seconds off, and a loop waits for whole seconds. */
const MAX_SKEW_MS = 5000;
const FAILING = 'A webhook endpoint is failing';

export interface Outage {
  readonly violations: readonly string[];
  /** What it came to: the kinds of entry of the endpoint, and what became of deliveries. */
  readonly came: readonly string[];
  readonly faults: number;
  readonly steps: number;
}

interface Post {
  readonly url: string;
  readonly type: string;
  readonly id: string;
  readonly request: string;
  readonly token: string | undefined;
  readonly atMs: number;
  readonly taken: boolean;
}

export async function runOutage(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Outage> {
  const pausesMs = [2000, 30_000, 130_000, 700_000, 700_000];
  const world = new World(base.store, deployment, seed, { ...options, pausesMs, maxSteps: 60_000 });
  const receivers = new Receivers(world, seed);
  try {
    await world.run(receivers.live(base));
  } catch (error) {
    return {
      violations: [`${error instanceof Error ? error.message : error}`],
      came: [],
      faults: 0,
      steps: world.steps,
    };
  }
  const requests = world.table
    .items()
    .filter(({ sk, pk }) => sk === 'REQUEST' && String(pk).startsWith(ORGS.ours))
    .map(fromRequestItem);
  const kinds = chainOf(world.table.items(), ORGS.ours).flatMap(({ kind, subject }) =>
    subject === receivers.endpoint ? [kind] : [],
  );
  const owed = requests.flatMap((request) => receivers.owedFor(request));
  return {
    violations: [
      ...owed.flatMap((one) => receivers.arrived(one, world.table.items())),
      ...receivers.ofOtherEvents(owed),
      ...receivers.ofVerification(),
      ...toldOnce(world, kinds),
      ...leftOver(world.table.items(), receivers),
    ],
    came: [...new Set(kinds), ...receivers.came],
    faults: [...world.faults.values()].reduce((sum, count) => sum + count, 0),
    steps: world.steps,
  };
}

interface Owed {
  readonly request: string;
  readonly type: string;
  readonly url: string;
  readonly atMs: number;
}

/** Both receivers, and the admin who verifies one of them. */
class Receivers {
  readonly posts: Post[] = [];
  readonly came = new Set<string>();
  endpoint: string | null = null;
  private verifiedFromMs = Number.POSITIVE_INFINITY;
  private down = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
  /** From here on, nothing goes wrong but the receivers. */
  private calmFromMs = Number.POSITIVE_INFINITY;
  private readonly isLong: boolean;

  constructor(
    private readonly world: World,
    seed: number,
  ) {
    // Longer than any delivery waits.
    this.isLong = seed % 5 === 2;
    world.post = async (instance, { url, body }) => {
      await world.pause(instance);
      const atMs = world.trueMs();
      const event = JSON.parse(body);
      const taken = atMs < this.down.fromMs || atMs >= this.down.toMs;
      const { id, type } = event;
      this.posts.push({ url, type, id, request: event.data.request.id, token: event.verification_token, atMs, taken });
      if (taken) return { kind: 'answered', status: 200, retryAfterSeconds: null };
      return world.random() < 0.5
        ? { kind: 'answered', status: 503, retryAfterSeconds: null }
        : { kind: 'unreachable', error: 'reset' };
    };
  }

  async live(base: Base): Promise<void> {
    const { world } = this;
    await this.verify(base);
    // An event of an instance whose clock is behind would be older than the destination.
    await this.wait(10_000);
    const hours = this.isLong ? 80 : [0.5, 4, 5, 6, 9][Math.floor(world.random() * 5)]!;
    const fromMs = world.trueMs() + world.random() * 10 * MINUTE_MS;
    this.down = { fromMs, toMs: fromMs + hours * HOUR_MS };
    const requests = this.isLong ? 2 : 8;
    await Promise.all(Array.from({ length: requests }, (_, n) => this.decideOne(base, n)));
    await this.wait(world.random() * 4 * HOUR_MS);
    this.calmFromMs = world.trueMs();
  }

  private async wait(ms: number): Promise<void> {
    const untilMs = this.world.trueMs() + ms;
    while (this.world.trueMs() < untilMs) await this.world.think();
  }

  /** The admin reads the token where the test event arrives, and enters it. Sometimes another one first. */
  private async verify(base: Base): Promise<void> {
    const { world } = this;
    const api = (method: string, path: string, body: object) => () => {
      const event = { cookies: [`__Host-session=${base.sessions.get('op_alpha')}`] };
      return world.call('console', eventOf(method, path, { origin: ORIGIN }, { body, event }));
    };
    const made = await answered(world, api('POST', '/api/webhooks', { url: QUEUE }), 201);
    const id = made.body.endpoint.id as string;
    this.endpoint = id;
    if (world.random() < 0.5) {
      const refused = await answered(world, api('POST', `/api/webhooks/${id}/verify`, { token: 'verify_guessed' }));
      if (refused.status !== 422) throw new Error(`a guessed token was answered ${refused.status}`);
    }
    // A create whose answer was lost made another endpoint, whose token is worth nothing here.
    const tried = new Set<string>();
    for (let n = 1; ; n++) {
      const token = this.posts.find((post) => post.token !== undefined && !tried.has(post.token))?.token;
      if (token !== undefined) {
        tried.add(token);
        const beforeMs = world.trueMs();
        const { status, body } = await answered(world, api('POST', `/api/webhooks/${id}/verify`, { token }));
        // The latter where the answer to the right token was lost.
        if (status === 200 || String(body.error).includes('verified already')) {
          this.verifiedFromMs = beforeMs;
          return;
        }
      }
      if (n % 40 === 0) await answered(world, api('POST', `/api/webhooks/${id}/test`, { type: 'request.denied' }));
      await world.think();
    }
  }

  /** Refused by somebody, or left to expire. */
  private async decideOne(base: Base, n: number): Promise<void> {
    const { world } = this;
    const proposer = { authorization: `Bearer ${base.keys.proposer}`, 'idempotency-key': `o_${n}` };
    const body = { action: 'demo.solo', requester: 'op_alpha', params: { n: String(n) }, callback_url: CALLBACK };
    const made = await answered(world, () => world.call('api', eventOf('POST', '/v1/requests', proposer, { body })));
    if (world.random() < 0.2) return;
    const event = { cookies: [`__Host-session=${base.sessions.get('op_bravo')}`] };
    const path = `/api/requests/${made.body.request.id}/refuse`;
    await answered(world, () => world.call('console', eventOf('POST', path, { origin: ORIGIN }, { body: {}, event })));
  }

  owedFor(request: Request): Owed[] {
    return eventsOf(request).flatMap(({ type, atMs }) =>
      [CALLBACK, QUEUE].map((url) => ({ request: request.id, type, url, atMs })),
    );
  }

  /** Under one id: soon after the receiver is back, or never, because its 72 hours were over by then. */
  arrived({ request, type, url, atMs }: Owed, items: readonly Item[]): string[] {
    const posts = this.posts.filter((post) => post.request === request && post.type === type && post.url === url);
    const what = `${type} of ${request} to ${url}`;
    if (new Set(posts.map(({ id }) => id)).size > 1) return [`an event under two ids: ${what}`];
    const taken = posts.find((post) => post.taken);
    const untilMs = atMs + WINDOW_MS;
    if (taken === undefined && this.down.toMs >= untilMs)
      return this.givenUp(posts, untilMs, deliveriesOf(items, request, url), what);
    if (taken === undefined) return [`an event never arrived: ${what}`];
    const back = Math.max(this.down.toMs, this.calmFromMs, atMs);
    if (taken.atMs > back + LATEST_MS)
      return [`an event arrived late: ${what}, ${(taken.atMs - back) / MINUTE_MS} min`];
    return this.everyHour(posts, what);
  }

  /** Its last attempt is made when the 72 hours end, and then it is failed. */
  private givenUp(posts: readonly Post[], untilMs: number, deliveries: readonly Item[], what: string): string[] {
    this.came.add('given up');
    const last = Math.max(...posts.map(({ atMs }) => atMs));
    const isFailed = deliveries.length === 1 && deliveries[0]!.state === 'failed';
    return [
      ...(isFailed ? [] : [`an event that could not arrive is not failed: ${what}`]),
      ...(last < untilMs - MAX_SKEW_MS ? [`the last attempt was before the 72 hours were over: ${what}`] : []),
    ];
  }

  /** Each hourly attempt is made. */
  private everyHour(posts: readonly Post[], what: string): string[] {
    const calm = posts.filter(({ atMs }) => atMs >= this.calmFromMs);
    const gaps = calm.slice(1).map(({ atMs }, index) => atMs - calm[index]!.atMs);
    const longest = Math.max(0, ...gaps);
    return longest > HOUR_MS + 10 * MINUTE_MS ? [`an event waited for ${longest / MINUTE_MS} min: ${what}`] : [];
  }

  ofOtherEvents(owed: readonly Owed[]): string[] {
    const known = new Set(owed.map(({ request, type, url }) => `${type} ${request} ${url}`));
    return this.posts
      .filter(({ token, type, request, url }) => token === undefined && !known.has(`${type} ${request} ${url}`))
      .filter(({ url, atMs }) => url !== QUEUE || atMs < this.verifiedFromMs)
      .map(({ type, url }) => `an event that was not owed: ${type} to ${url}`);
  }

  /** Before somebody entered its token, a destination gets test events alone. */
  ofVerification(): string[] {
    return this.posts
      .filter(({ url, atMs, token }) => url === QUEUE && token === undefined && atMs < this.verifiedFromMs)
      .map(({ type }) => `a destination got ${type} before it was verified`);
  }
}

/** There is one outage: the admin is told of it once, and it is noted once. */
function toldOnce(world: World, kinds: readonly string[]): string[] {
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  const mails = world.mails.filter(({ mail }) => mail.subject === FAILING).length;
  const inDigests = world.digests.filter((digest) => textOf(digest).includes(FAILING)).length;
  const found = count('endpoint.failing');
  const told = mails + inDigests;
  return [
    ...(found > 1 ? [`one outage was noted ${found} times`] : []),
    ...(told > found ? [`an admin was told ${told} times of ${found} outages`] : []),
    ...(told < found && world.faults.size === 0 ? ['no admin was told of the outage'] : []),
  ];
}

/** Nothing is pending any more. */
function leftOver(items: readonly Item[], { endpoint }: Receivers): string[] {
  return items
    .filter(({ sk, state, receiver }) => sk === 'DELIVERY' && state === 'pending' && receiver !== undefined)
    .map(({ pk, receiver }) => `a delivery to ${receiver === endpoint ? 'the endpoint' : receiver} is left: ${pk}`);
}

function deliveriesOf(items: readonly Item[], request: string, url: string): Item[] {
  return items.filter(
    (item) =>
      item.sk === 'DELIVERY' && item.request_id === request && (item.receiver === 'callback') === (url === CALLBACK),
  );
}

/** Until there is an answer that says something. */
async function answered(world: World, ask: () => Promise<unknown>, wanted?: number): Promise<Said> {
  for (let attempt = 0; attempt < 30; attempt++) {
    const answer = await ask();
    const heard = answer === undefined ? null : said(answer as never);
    if (heard !== null && heard.status < 500 && (wanted === undefined || heard.status === wanted)) return heard;
    await world.think();
  }
  throw new Error('no answer');
}
