/**
 * Receivers that are down for hours: a callback URL, and a queue on AWS that an admin verifies first. So the endpoint is failing,
 * and everything arrives when they are back.
 */

import type { Item } from '../../src/local/memory/expressions';
import { eventsOf } from '../../src/service/delivery/rules/events';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import type { Request } from '../../src/service/request/rules/request';
import { textOf } from '../support/mail-text';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import { chainOf } from './invariants';
import type { Part } from './part';
import type { World } from './world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WINDOW_MS = 72 * HOUR_MS;
const CALLBACK = 'https://hooks.example.org/down';
const QUEUE = 'arn:aws:sqs:eu-central-1:123456789012:events';
/** How late an event may arrive: the pause between two hourly attempts, and the time to find a lost retry loop. */
const LATEST_MS = 2 * HOUR_MS;
/** Clocks differ by up to two seconds each, and a retry loop waits in whole seconds. */
const MAX_SKEW_MS = 5000;
const FAILING = 'A webhook endpoint is failing';

/** The number of requests, and the hours for which the receivers are down. */
export interface Extent {
  readonly requests: number;
  readonly hours: number;
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

interface Owed {
  readonly request: string;
  readonly type: string;
  readonly url: string;
  readonly atMs: number;
}

/** Plays both receivers, and the admin who verifies one of them. */
export class Endpoints implements Part {
  private readonly posts: Post[] = [];
  private givenUpOn = false;
  private endpoint: string | null = null;
  /** The endpoint began to get events at some moment between these two. */
  private verified = { fromMs: Number.POSITIVE_INFINITY, byMs: Number.POSITIVE_INFINITY };
  private down = { fromMs: Number.POSITIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly extent: Extent,
  ) {
    this.callers = new Callers(world, base);
    for (const url of [CALLBACK, QUEUE]) world.receivers.set(url, (post) => this.receive(post));
  }

  private receive({ url, body }: OutgoingPost): PostOutcome {
    const atMs = this.world.trueMs();
    const { id, type, data, verification_token: token } = JSON.parse(body);
    const taken = atMs < this.down.fromMs || atMs >= this.down.toMs;
    this.posts.push({ url, type, id, request: data.request.id, token, atMs, taken });
    if (taken) return { kind: 'answered', status: 200, retryAfterSeconds: null };
    return this.world.random() < 0.5
      ? { kind: 'answered', status: 503, retryAfterSeconds: null }
      : { kind: 'unreachable', error: 'reset' };
  }

  async live(): Promise<void> {
    const { world, extent } = this;
    await this.verify();
    // An instance whose clock is behind could otherwise date an event before the destination.
    await world.wait(10_000);
    const fromMs = world.trueMs() + world.random() * 10 * MINUTE_MS;
    this.down = { fromMs, toMs: fromMs + extent.hours * HOUR_MS };
    await Promise.all(Array.from({ length: extent.requests }, (_, n) => this.decideOne(n)));
  }

  private async decideOne(n: number): Promise<void> {
    await this.callers.decideOne(`endpoint_${n}`, { callback_url: CALLBACK });
  }

  violations(): string[] {
    const { world } = this;
    const items = world.table.items();
    const owed = requestsOf(world).flatMap((request) => this.owedFor(request));
    return [
      ...owed.flatMap((one) => this.arrived(one, items)),
      ...this.ofOtherEvents(),
      ...this.ofVerification(),
      ...toldOnce(world, this.endpoint),
      ...leftOver(items, this.endpoint),
    ];
  }

  came(): string[] {
    return [...new Set(this.kinds()), ...(this.givenUpOn ? ['given up'] : [])];
  }

  /** The kinds of the endpoint’s audit entries. */
  private kinds(): string[] {
    return chainOf(this.world.table.items(), ORGS.ours).flatMap(({ kind, subject }) =>
      subject === this.endpoint ? [kind] : [],
    );
  }

  /** The admin reads the token in the test event and enters it. Sometimes the admin first enters a wrong token. */
  private async verify(): Promise<void> {
    const { world } = this;
    const api = (method: string, path: string, body: object) =>
      this.callers.asked(() => this.callers.api('op_alpha', method, path, body), 30);
    const made = await api('POST', '/api/webhooks', { url: QUEUE });
    if (made?.status !== 201) return;
    const id = made.body.endpoint.id as string;
    this.endpoint = id;
    if (world.random() < 0.5) {
      const refused = await api('POST', `/api/webhooks/${id}/verify`, { token: 'verify_guessed' });
      if (refused?.status === 200) throw new Error('a guessed token was accepted');
    }
    // If the answer of an earlier create was lost, there is a second endpoint, whose token does not verify this one.
    const tried = new Set<string>();
    for (let n = 1; n < 300; n++) {
      const token = this.posts.find((post) => post.token !== undefined && !tried.has(post.token))?.token;
      if (token !== undefined) {
        tried.add(token);
        const fromMs = world.trueMs();
        const answer = await api('POST', `/api/webhooks/${id}/verify`, { token });
        // "Verified already" means that the answer to the right token was lost.
        if (answer?.status === 200 || String(answer?.body.error).includes('verified already')) {
          this.verified = { fromMs, byMs: world.trueMs() };
          return;
        }
        if (answer?.status === 403 || answer?.status === 401) {
          // Another admin took the role away. Before that, the destination may have been verified, and the answer was lost.
          this.verified = { fromMs, byMs: Number.POSITIVE_INFINITY };
          return;
        }
      }
      if (n % 40 === 0) await api('POST', `/api/webhooks/${id}/test`, { type: 'request.denied' });
      await world.think();
    }
  }

  private owedFor(request: Request): Owed[] {
    const urls = (atMs: number) => [
      ...(request.callback?.url === CALLBACK ? [CALLBACK] : []),
      ...(atMs > this.verified.byMs + MAX_SKEW_MS ? [QUEUE] : []),
    ];
    return eventsOf(request).flatMap(({ type, atMs }) =>
      urls(atMs).map((url) => ({ request: request.id, type, url, atMs })),
    );
  }

  /** An event has one id and arrives soon after its receiver is back, or never if its 72 hours have ended by then. */
  private arrived({ request, type, url, atMs }: Owed, items: readonly Item[]): string[] {
    const posts = this.posts.filter((post) => post.request === request && post.type === type && post.url === url);
    const what = `${type} of ${request} to ${url}`;
    if (new Set(posts.map(({ id }) => id)).size > 1) return [`an event under two ids: ${what}`];
    const taken = posts.find((post) => post.taken);
    const untilMs = atMs + WINDOW_MS;
    if (taken === undefined && this.down.toMs >= untilMs)
      return this.givenUp(posts, untilMs, deliveriesOf(items, request, url), what);
    if (taken === undefined) return [`an event never arrived: ${what}`];
    const back = Math.max(this.down.toMs, this.world.calmFromMs, atMs);
    if (taken.atMs > back + LATEST_MS)
      return [`an event arrived late: ${what}, ${(taken.atMs - back) / MINUTE_MS} min`];
    return this.everyHour(posts, what);
  }

  /** The last attempt is made when the 72 hours end. Then the delivery has failed. */
  private givenUp(posts: readonly Post[], untilMs: number, deliveries: readonly Item[], what: string): string[] {
    this.givenUpOn = true;
    const last = Math.max(...posts.map(({ atMs }) => atMs));
    const isFailed = deliveries.length === 1 && deliveries[0]!.state === 'failed';
    return [
      ...(isFailed ? [] : [`an event that could not arrive is not failed: ${what}`]),
      ...(last < untilMs - MAX_SKEW_MS ? [`the last attempt was before the 72 hours were over: ${what}`] : []),
    ];
  }

  /** No hourly attempt is left out. */
  private everyHour(posts: readonly Post[], what: string): string[] {
    const calm = posts.filter(({ atMs }) => atMs >= this.world.calmFromMs);
    const gaps = calm.slice(1).map(({ atMs }, index) => atMs - calm[index]!.atMs);
    const longest = Math.max(0, ...gaps);
    return longest > HOUR_MS + 10 * MINUTE_MS ? [`an event waited for ${longest / MINUTE_MS} min: ${what}`] : [];
  }

  private ofOtherEvents(): string[] {
    const known = new Set(
      requestsOf(this.world).flatMap((request) =>
        eventsOf(request).flatMap(({ type }) => [
          `${type} ${request.id} ${QUEUE}`,
          ...(request.callback?.url === CALLBACK ? [`${type} ${request.id} ${CALLBACK}`] : []),
        ]),
      ),
    );
    return (
      this.posts
        .filter(({ token, type, request, url }) => token === undefined && !known.has(`${type} ${request} ${url}`))
        // A test event may arrive again without its token after the destination was verified.
        .filter(({ url, atMs }) => url !== QUEUE || atMs < this.verified.fromMs)
        .map(({ type, url }) => `an event that was not owed: ${type} to ${url}`)
    );
  }

  /** A destination that is not verified gets only test events. */
  private ofVerification(): string[] {
    return this.posts
      .filter(({ url, atMs, token }) => url === QUEUE && token === undefined && atMs < this.verified.fromMs)
      .map(({ type }) => `a destination got ${type} before it was verified`);
  }
}

/** The outage has one audit entry, and the admin is told of it once. Endpoints of other parts can fail too. */
function toldOnce(world: World, endpoint: string | null): string[] {
  const failing = chainOf(world.table.items(), ORGS.ours).filter(({ kind }) => kind === 'endpoint.failing');
  const found = failing.filter(({ subject }) => subject === endpoint).length;
  const mails = world.mails.filter(({ mail }) => mail.subject === FAILING).length;
  const inCombined = world.combinedMails.filter((combined) => textOf(combined).includes(FAILING)).length;
  const told = mails + inCombined;
  return [
    ...(found > 1 ? [`one outage was noted ${found} times`] : []),
    ...(told > failing.length ? [`an admin was told ${told} times of ${failing.length} outages`] : []),
    ...(told === 0 && found > 0 && world.faults.size === 0 ? ['no admin was told of the outage'] : []),
  ];
}

/** No delivery may be pending at the end. */
function leftOver(items: readonly Item[], endpoint: string | null): string[] {
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
