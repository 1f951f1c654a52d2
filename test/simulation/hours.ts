/**
 * Receivers that are down for hours while everything else fails too, so that deliveries go from their retry loop to the hourly
 * attempts among faults. Meanwhile an admin starts deliveries again, and disables one of the two receivers.
 */

import { deliveryKey } from '../../src/adapters/dynamodb/keys';
import type { Item } from '../../src/local/memory/expressions';
import { eventsOf } from '../../src/service/delivery/rules/events';
import { isHourly } from '../../src/service/delivery/rules/schedule';
import type { OutgoingPost, PostOutcome } from '../../src/service/receiver/ports';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import { type Part, unless } from './part';
import type { World } from './world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CALLBACK = 'https://hooks.example.org/hours';
const ENDPOINT = 'https://hooks.example.org/hourly';
const ADMIN = 'op_alpha';
/** The pause between two hourly attempts, and the time until the sweep sends a lost message again. */
const LATEST_MS = HOUR_MS + 20 * MINUTE_MS;
/** Of the pause before. A pause is as long or twice as long, minus a fifth; only the last one before the end is shorter. */
const SHORTEST = 0.6;
/** After what was lost before, an attempt may be late by this much, and the next one comes in time. */
const FOUND_MS = 10 * MINUTE_MS;

interface Post {
  readonly delivery: string;
  readonly event: string;
  readonly id: string;
  readonly url: string;
  readonly atMs: number;
  readonly taken: boolean;
  readonly isHourly: boolean;
}

export class Hours implements Part {
  private readonly callers: Callers;
  private readonly posts: Post[] = [];
  private downUntilMs = Number.POSITIVE_INFINITY;
  private endpoint: string | null = null;
  /** Whether the endpoint was ever told to be disabled. What was owed then may have ended. */
  private wasDisabled = false;
  private startedAgain = 0;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
    for (const url of [CALLBACK, ENDPOINT]) world.receivers.set(url, (post) => this.receive(post));
  }

  private receive({ url, body, headers }: OutgoingPost): PostOutcome {
    const atMs = this.world.trueMs();
    const { id, type, data } = JSON.parse(body);
    const delivery = headers['Service-Delivery-Id']!;
    const taken = atMs >= this.downUntilMs;
    const { failures } = this.world.table.item(deliveryKey(ORGS.ours, delivery as never))!;
    const event = `${type} of ${data.request.id}`;
    this.posts.push({ delivery, event, id, url, atMs, taken, isHourly: isHourly(failures as number) });
    if (taken) return { kind: 'answered', status: 200, retryAfterSeconds: null };
    return this.world.random() < 0.5
      ? { kind: 'answered', status: 503, retryAfterSeconds: null }
      : { kind: 'unreachable', error: 'reset' };
  }

  async live(): Promise<void> {
    const { world } = this;
    const made = await this.callers.heard(this.callers.api(ADMIN, 'POST', '/api/webhooks', { url: ENDPOINT }));
    if (made?.status === 201) this.endpoint = made.body.endpoint.id;
    await this.callers.decideOne('hours', { callback_url: CALLBACK });
    const fromMs = world.trueMs();
    // Nobody calls any more, and there are no faults, for the last one to four hours.
    const stayMs = (4 + 4 * world.random()) * HOUR_MS;
    this.downUntilMs = fromMs + stayMs + (1 + 3 * world.random()) * HOUR_MS;
    // Other parts of the world get some way before hours pass.
    for (let pause = 0; pause < 100; pause++) await world.think();
    while (world.trueMs() < fromMs + stayMs) {
      await world.wait(world.random() * 15 * MINUTE_MS);
      for (let pause = 0; pause < 15; pause++) await world.think();
      const drawn = world.random();
      if (drawn < 0.05) await this.startAgain();
      else if (drawn < 0.08) await this.disable();
    }
  }

  private async startAgain(): Promise<void> {
    const pending = this.deliveries().filter(({ state }) => state === 'pending');
    const one = pending[Math.floor(this.world.random() * pending.length)];
    if (one === undefined) return;
    const answer = await this.callers.heard(this.callers.api(ADMIN, 'POST', `/api/deliveries/${one.id}/redeliver`));
    if (answer?.status === 202 && isHourly(one.failures as number)) this.startedAgain++;
  }

  private async disable(): Promise<void> {
    if (this.endpoint === null) return;
    this.wasDisabled = true;
    const path = `/api/webhooks/${this.endpoint}`;
    await this.callers.asked(() => this.callers.api(ADMIN, 'PATCH', path, { enabled: false }));
    if (this.world.random() < 0.5) return;
    await this.world.wait(this.world.random() * HOUR_MS);
    await this.callers.asked(() => this.callers.api(ADMIN, 'PATCH', path, { enabled: true }));
  }

  violations(): string[] {
    const ours = this.deliveries();
    return [
      ...ours.flatMap(({ id, state }) => unless(state !== 'pending', 'a delivery is left', id)),
      ...this.ofCallback(),
      ...ours.flatMap(({ id }) => this.ofDelivery(String(id))),
    ];
  }

  came(): string[] {
    const among = this.posts.some((post) => post.isHourly && post.atMs < this.world.calmFromMs);
    return [
      ...(this.posts.some((post) => post.isHourly) ? ['hourly attempts'] : []),
      ...(among ? ['hourly attempts among faults'] : []),
      ...(this.startedAgain > 0 ? ['hourly attempts started again'] : []),
      ...(this.wasDisabled ? ['failing endpoint disabled'] : []),
    ];
  }

  private deliveries(): Item[] {
    const owed = new Set(this.posts.map(({ delivery }) => delivery));
    return this.world.table.items().filter(({ sk, id }) => sk === 'DELIVERY' && owed.has(String(id)));
  }

  /** Nobody disables a callback. */
  private ofCallback(): string[] {
    const back = Math.max(this.downUntilMs, this.world.calmFromMs);
    return requestsOf(this.world)
      .filter(({ callback }) => callback?.url === CALLBACK)
      .flatMap((request) =>
        eventsOf(request).flatMap(({ type, atMs }) => {
          const event = `${type} of ${request.id}`;
          const posts = this.posts.filter((post) => post.event === event && post.url === CALLBACK);
          const arrived = posts.find(({ taken }) => taken)?.atMs ?? Number.POSITIVE_INFINITY;
          return [
            ...unless(arrived <= Math.max(back, atMs) + LATEST_MS, 'an event arrived late or never', event),
            ...unless(new Set(posts.map(({ id }) => id)).size <= 1, 'an event under two ids', event),
          ];
        }),
      );
  }

  /** While nothing fails, no attempt is made twice, none is left out, and none follows a success. */
  private ofDelivery(delivery: string): string[] {
    const posts = this.posts.filter((post) => post.delivery === delivery && post.atMs >= this.world.calmFromMs);
    const gaps = posts.slice(1).map(({ atMs }, n) => atMs - posts[n]!.atMs);
    const isTwice = gaps.some((gap, n) => n > 0 && gaps[n - 1]! > FOUND_MS && gap < SHORTEST * gaps[n - 1]!);
    return [
      ...unless(!isTwice, 'an attempt was made twice', { delivery, gaps }),
      ...unless(
        gaps.every((gap) => gap <= HOUR_MS + 10 * MINUTE_MS),
        'an attempt was left out',
        { delivery, gaps },
      ),
      ...unless(posts.filter(({ taken }) => taken).length <= 1, 'an event was posted again after it arrived', delivery),
    ];
  }
}
