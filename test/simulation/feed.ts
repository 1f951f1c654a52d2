/**
 * One schedule with a consumer that follows the feed and is killed at random, while requests are decided in a world where
 * things go wrong. What an event causes and the place after it are written together, or not at all.
 */
import { createClient, type RequestEvent } from '../../src/client';
import { isRetryable } from '../../src/client/errors';
import { eventTypeOf } from '../../src/core/delivery/events';
import { eventId, type RequestId } from '../../src/protocol/identifiers';
import { eventOf, said } from '../support/ledger';
import { type Base, ORGS } from './base';
import { type Deployment, withFeed } from './instances';
import { chainOf } from './invariants';
import { World, type WorldOptions } from './world';

const REQUESTS = 6;

export interface Followed {
  readonly violations: readonly string[];
  readonly events: number;
  readonly kills: number;
  readonly held: number;
}

/** `forgets`: the consumer writes its place before the event counts, as it must not. */
export interface FeedOptions extends WorldOptions {
  readonly forgets?: boolean;
}

export async function runFeed(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: FeedOptions = {},
): Promise<Followed> {
  const world = new World(base.store, withFeed(deployment), seed, options);
  const follower = new Follower(world, base.keys.reader, options.forgets === true);
  try {
    let decided = false;
    const requests = Promise.all(Array.from({ length: REQUESTS }, (_, n) => decideOne(world, base, n)));
    const follows = async () => {
      while (!decided) await follower.live();
    };
    const ended = requests.finally(() => {
      decided = true;
    });
    await world.run(Promise.all([follows(), ended]));
    // Now the chain has everything, and nothing goes wrong any more.
    await world.run(follower.finish());
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], events: 0, kills: 0, held: 0 };
  }
  const owed = chainOf(world.table.items(), ORGS.ours).flatMap((entry) => {
    const type = eventTypeOf(entry);
    return type === null ? [] : [eventId(entry.subject as RequestId, type)];
  });
  const { counted, kills, held } = follower;
  const violations =
    JSON.stringify(counted) === JSON.stringify(owed)
      ? []
      : [`the consumer counted other events than there are: ${JSON.stringify({ counted, owed })}`];
  return { violations, events: owed.length, kills, held };
}

class Follower {
  /** What it wrote, event and place in one transaction. */
  readonly counted: string[] = [];
  kills = 0;
  /** Calls that asked for a held answer. */
  held = 0;
  private place: string | null = null;
  /** Answers in a row that had nothing new. */
  private atEnd = 0;

  constructor(
    private readonly world: World,
    private readonly key: string,
    private readonly forgets: boolean,
  ) {}

  /** From its last checkpoint until it is killed: in a call, in a pause, with an event in hand, or in its checkpoint. */
  async live(): Promise<void> {
    const stop = new AbortController();
    const mortal = () => {
      if (this.world.random() >= 0.1) return;
      this.kills++;
      stop.abort();
      throw new Error('killed');
    };
    await this.follow(stop, mortal);
  }

  /** Without being killed, until there is nothing new. */
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
      // A consumer also ends when the service fails for long. Its supervisor starts it again.
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

/** Refused by somebody, or left to expire. */
export async function decideOne(world: World, base: Base, n: number): Promise<void> {
  const proposer = { authorization: `Bearer ${base.keys.proposer}` };
  const body = { action: 'demo.solo', requester: 'op_alpha', params: { n: String(n) } };
  const id = await asked(world, 202, () =>
    world.call('api', eventOf('POST', '/v1/requests', proposer, { body, headers: { 'idempotency-key': `f_${n}` } })),
  );
  if (id === null || world.random() < 0.2) return;
  const operator = { origin: 'https://console.example.org' };
  const event = { cookies: [`__Host-session=${base.sessions.get('op_bravo')}`] };
  await asked(world, 200, () =>
    world.call('console', eventOf('POST', `/api/requests/${id}/refuse`, operator, { body: {}, event })),
  );
}

async function asked(world: World, wanted: number, ask: () => Promise<unknown>): Promise<string | null> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await ask();
    const { status, body } = answer === undefined ? { status: 0, body: null } : said(answer as never);
    if (status === wanted) return body.request.id;
    await world.think();
  }
  return null;
}
