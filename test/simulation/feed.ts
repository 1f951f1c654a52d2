/**
 * One schedule with a consumer that follows the feed and is killed at random, while requests are decided in a world where
 * things go wrong. What an event causes and the place after it are written together, or not at all.
 */
import { createClient, type RequestEvent } from '../../src/client';
import { isRetryable } from '../../src/client/errors';
import { eventId, type RequestId } from '../../src/protocol/identifiers';
import { eventTypeOf } from '../../src/service/delivery/rules/events';
import { eventOf, said } from '../support/gateway';
import { type Base, ORGS } from './base';
import { Callers, requestsOf } from './callers';
import { chainOf } from './invariants';
import { type Part, unless } from './part';
import type { World } from './world';

/** With `forgets`, the consumer makes a mistake: it writes its place before it counts the event. */
export class Follower implements Part {
  /** The events that it wrote, each with its place in one transaction. */
  readonly counted: string[] = [];
  kills = 0;
  /** How many calls asked the service to hold its answer. */
  held = 0;
  private place: string | null = null;
  /** How many answers in a row had nothing new. */
  private atEnd = 0;
  private readonly callers: Callers;
  private readonly key: string;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = 1,
    private readonly forgets = false,
  ) {
    this.callers = new Callers(world, base);
    this.key = base.keys.reader;
  }

  async live(): Promise<void> {
    let decided = false;
    const all = Array.from({ length: this.requests }, (_, n) => this.callers.decideShared(n));
    const ended = Promise.all(all).finally(() => {
      decided = true;
    });
    const follows = async () => {
      while (!decided) await this.untilKilled();
    };
    await Promise.all([follows(), ended]);
  }

  violations(): string[] {
    const proposed = new Set<string>(requestsOf(this.world).flatMap(({ id, sent }) => (sent === null ? [] : [id])));
    const owed = chainOf(this.world.table.items(), ORGS.ours).flatMap((entry) => {
      const type = eventTypeOf(entry);
      // A change of the configuration is no event of a program.
      return type === null || !proposed.has(entry.subject) ? [] : [eventId(entry.subject as RequestId, type)];
    });
    const { counted } = this;
    const isSame = JSON.stringify(counted) === JSON.stringify(owed);
    return unless(isSame, 'the consumer counted other events than there are', { counted, owed });
  }

  came(): string[] {
    return this.counted.length > 0 && this.kills > 0 ? ['followed the feed through a crash'] : [];
  }

  /**
   * Follows the feed from the last checkpoint until it is killed: in a call, in a pause, before it has counted an event,
   * or while it writes its checkpoint.
   */
  private async untilKilled(): Promise<void> {
    const stop = new AbortController();
    const mortal = () => {
      if (this.world.random() >= 0.2) return;
      this.kills++;
      stop.abort();
      throw new Error('killed');
    };
    await this.follow(stop, mortal);
  }

  /** Follows the feed to its end. It is not killed any more. */
  async finish(): Promise<void> {
    const stop = new AbortController();
    this.atEnd = 0;
    await this.follow(stop, () => {
      if (this.atEnd > 1) stop.abort();
    });
  }

  private async follow(stop: AbortController, mortal: () => void): Promise<void> {
    const { world } = this;
    const pause = async () => {
      await world.think();
      mortal();
    };
    const client = createClient({
      baseUrl: 'https://service.example.org',
      apiKey: this.key,
      fetch: async (url) => {
        mortal();
        return this.fetch(String(url));
      },
      sleep: pause,
      nowMs: () => world.trueMs(),
    });
    const waitSeconds = world.random() < 0.5 ? 20 : 0;
    try {
      const events = client.events({
        after: this.place,
        waitSeconds,
        signal: stop.signal,
        checkpoint: (place, event) => this.write(place, event, mortal),
      });
      for await (const _ of events) await pause();
    } catch (error) {
      // A consumer also ends if the service fails for a long time. Its supervisor then starts it again.
      if (!stop.signal.aborted && !isRetryable(error)) throw error;
    }
  }

  private write(place: string, event: RequestEvent | null, mortal: () => void): void {
    if (this.forgets) this.place = place;
    mortal();
    this.place = place;
    if (event !== null) this.counted.push(event.id);
    mortal();
  }

  private async fetch(url: string): Promise<Response> {
    const { pathname, search, searchParams } = new URL(url);
    if (searchParams.has('wait')) this.held++;
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await this.world.call('feed', eventOf('GET', `${pathname}${search}`, headers));
    if (answer === undefined) throw new TypeError('fetch failed');
    const { status, body } = said(answer as never);
    const isNew = status !== 200 || body.events.length > 0 || body.next !== searchParams.get('after');
    this.atEnd = isNew ? 0 : this.atEnd + 1;
    return Response.json(body, { status });
  }
}
