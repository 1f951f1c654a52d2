/** Attempts of deliveries: who makes one, what it means, what is noted of it, and how its retry loop goes on. */
import { attemptDelivery } from '../../../src/app/delivery/attempt-delivery';
import { composePost, unsignedPost } from '../../../src/app/delivery/compose-post';
import { attemptsToJudge, watchEndpoint, watchEndpoints } from '../../../src/app/delivery/endpoint-health';
import { firstAttempt, loopStep } from '../../../src/app/delivery/first-attempt';
import { redeliver, testWebhook } from '../../../src/app/delivery/send-by-hand';
import type { PostOutcome } from '../../../src/app/ports';
import {
  continueDelivery,
  createDeliveries,
  deliveryMessage,
  sendDeliveries,
  sendNotices,
  unstoredDelivery,
} from '../../../src/app/transport/hand-over';
import type { Endpoint } from '../../../src/core/administration/config';
import type { Attempt, Delivery } from '../../../src/core/delivery/delivery';
import { newDelivery } from '../../../src/core/delivery/owed-deliveries';
import { endIntegration } from '../../../src/core/execution/integration';
import type { EndpointId } from '../../../src/protocol/identifiers';
import { signEvent } from '../../../src/protocol/signature';
import { anApiKey, anApiToken } from '../../store/conformance/config-items';
import { aRequest, at, handedOver, ORG, REQUEST_ID, refusedBy, turnedBy } from '../../support/builders';

const NOW = at('12:30');
const HOOK = `whe_${'a'.repeat(24)}` as EndpointId;
const DENIED = aRequest({}, refusedBy('op_bravo', '12:29'));

const aDelivery = (fields: Partial<Delivery> = {}): Delivery => ({
  ...newDelivery(DENIED, { type: 'request.denied', atMs: at('12:29') } as never, HOOK),
  attempts: 1,
  ...fields,
});
const anEndpoint = (fields: object = {}): Endpoint =>
  ({
    org: ORG,
    id: HOOK,
    url: 'https://hooks.acme.dev/x',
    types: null,
    description: '',
    enabled: true,
    enabledSinceMs: 0,
    sealedSecret: 'sealed whsec',
    previous: null,
    createdAtMs: 0,
    deletedAtMs: null,
    revision: 1,
    journal: [],
    ...fields,
  }) as never;
const answered = (status: number, fields: object = {}): PostOutcome =>
  ({ kind: 'answered', status, retryAfterSeconds: null, ...fields }) as never;

interface World {
  readonly taken?: Delivery | null;
  readonly stored?: Delivery | null;
  readonly outcome?: PostOutcome;
  readonly endpoint?: Endpoint | null;
  readonly recorded?: boolean;
  readonly request?: object | null;
  readonly headJws?: () => Promise<string | null>;
  readonly report?: () => Promise<void>;
  readonly integration?: object | null;
  readonly nowMs?: number;
  readonly fraction?: number;
}

function world(given: World = {}) {
  const { taken = aDelivery(), outcome = answered(200), endpoint = anEndpoint(), recorded = true } = given;
  const found = {
    posts: [] as { url: string; headers: Record<string, string>; body: string }[],
    finished: [] as { after: Delivery; attempt: Attempt; entries: object[]; posted: object | null }[],
    warned: [] as [string, object?][],
    reported: [] as unknown[][],
    saved: [] as { request: { state: string } }[],
    loops: [] as [string, object][],
  };
  const deps = {
    clock: { nowMs: () => given.nowMs ?? NOW },
    random: { hex: () => 'w', fraction: () => given.fraction ?? 0, base64url: () => 'x' },
    pause: { beforeRetry: async () => undefined },
    log: {
      info: () => undefined,
      error: () => undefined,
      warn: (...said: [string, object?]) => void found.warned.push(said),
    },
    config: {
      endpoint: async () => endpoint,
      endpoints: async () => (endpoint === null ? [] : [endpoint]),
      apiKey: async (_: string, id: string) =>
        id === 'key_1'
          ? anApiKey('org_a' as never, { tokens: [anApiToken('h', { sealedCallbackKey: 'sealed key' })] })
          : null,
    },
    requests: {
      load: async () => (given.request === null ? null : { request: given.request ?? DENIED, intent: null }),
      save: async (change: { request: { state: string } }) => {
        found.saved.push(change);
        return { kind: 'saved', request: change.request };
      },
    },
    secretBox: { open: async (_: string, place: string, sealed: string) => Buffer.from(`${place}: ${sealed}`) },
    platformActions: new Map([['deploy', 'pay']]),
    integration: async () =>
      given.integration === undefined ? { url: 'https://pay.dev/', secret: 's' } : given.integration,
    headJws: given.headJws ?? (async () => 'jws'),
    sender: {
      post: async (post: never) => {
        found.posts.push(post);
        return outcome;
      },
    },
    health: {
      report: async (...args: unknown[]) => {
        found.reported.push(args);
        await given.report?.();
      },
    },
    deliveries: {
      takeAttempt: async () => taken,
      load: async () => given.stored ?? null,
      finishAttempt: async (after: Delivery, attempt: Attempt, entries: object[], posted: object | null) => {
        found.finished.push({ after, attempt, entries, posted });
        return recorded;
      },
    },
    loop: {
      start: async (name: string, input: object) => {
        found.loops.push([name, input]);
        return 'started';
      },
    },
  };
  return { ...found, deps: deps as never };
}
const TASK = { org: ORG, id: aDelivery().id, generation: 1 };

describe('an attempt', () => {
  it('that is accepted ends its delivery', async () => {
    const { deps, finished, posts, warned } = world();
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    expect(posts[0]).toMatchObject({ url: 'https://hooks.acme.dev/x', org: ORG });
    expect(finished).toEqual([
      {
        after: aDelivery({ state: 'delivered', reason: null, nextAttemptAtMs: null }),
        attempt: {
          n: 1,
          startedAtMs: NOW,
          finishedAtMs: NOW,
          status: 200,
          outcome: 'delivered',
          error: null,
          trigger: 'first',
        },
        entries: [],
        posted: { headers: posts[0]!.headers, body: posts[0]!.body },
      },
    ]);
    expect(warned).toEqual([]);
  });

  it('that fails is made again after four to five seconds, and is no first attempt then', async () => {
    const first = world({ outcome: answered(500) });
    const after = aDelivery({ failures: 1, nextAttemptAtMs: NOW + 4000 });
    expect(await attemptDelivery(first.deps, TASK)).toEqual({
      done: false,
      nextAttemptAtMs: NOW + 4000,
      delivery: after,
      held: false,
    });
    expect(first.finished).toMatchObject([{ after, attempt: { trigger: 'first', status: 500, outcome: 'refused' } }]);
    const latest = world({ outcome: answered(500), fraction: 0.999 });
    expect(await attemptDelivery(latest.deps, TASK)).toMatchObject({ nextAttemptAtMs: NOW + 5000 });
    const triggerOf = async (fields: Partial<Delivery>) => {
      const { deps, finished } = world({ taken: aDelivery(fields) });
      await attemptDelivery(deps, TASK);
      return finished[0]!.attempt.trigger;
    };
    expect(await triggerOf({ failures: 1 })).toBe('retry');
    expect(await triggerOf({ failures: 1, trigger: 'manual' })).toBe('manual');
    expect(await triggerOf({ failures: 0, trigger: 'recover' })).toBe('recover');
  });

  it('that fails when its time is over fails for good, with an entry and a line for the alarm', async () => {
    const { deps, finished, warned } = world({
      taken: aDelivery({ untilMs: NOW, attempts: 7 }),
      outcome: answered(500),
    });
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    const { id, eventId } = aDelivery();
    expect(finished[0]).toMatchObject({
      after: { state: 'failed', reason: 'gave_up', nextAttemptAtMs: null, failures: 1 },
      entries: [
        {
          at: NOW,
          kind: 'delivery.failed',
          subject: id,
          actor: 'system',
          data: {
            request: REQUEST_ID,
            event: eventId,
            event_type: 'request.denied',
            receiver: HOOK,
            reason: 'gave_up',
            tries: 7,
          },
        },
      ],
    });
    expect(warned).toEqual([['a delivery failed for good', { delivery: id, reason: 'gave_up', tries: 7 }]]);
  });

  it('at an address that is refused is not repeated', async () => {
    const { deps, finished } = world({ outcome: { kind: 'refused_address', reason: '10.0.0.7 is private' } });
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    expect(finished[0]).toMatchObject({
      after: { state: 'failed', reason: 'refused_address' },
      attempt: { error: '10.0.0.7 is private', status: null },
    });
  });

  it('of a test event is made once, and its failure is nobody’s alarm', async () => {
    const { deps, finished, warned } = world({
      taken: aDelivery({ test: true, trigger: 'test' }),
      outcome: { kind: 'timed_out', error: 'no answer within 10 s' },
    });
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    expect(finished[0]).toMatchObject({
      after: { state: 'failed', reason: 'no answer within 10 s' },
      attempt: { trigger: 'test' },
      entries: [],
    });
    expect(warned).toEqual([]);
  });

  it('that outlived its hold is logged, and nothing else follows from it', async () => {
    const { deps, warned } = world({ recorded: false, taken: aDelivery({ untilMs: NOW }), outcome: answered(500) });
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    expect(warned).toEqual([
      ['an attempt outlived its hold; another actor has gone on', { delivery: aDelivery().id, n: 1 }],
    ]);
  });

  it('tells what it found about its endpoint, and is not undone where that cannot be noted', async () => {
    const failing = anEndpoint({ failingSinceMs: 1 });
    const told = world({ endpoint: failing });
    await attemptDelivery(told.deps, TASK);
    expect(told.reported).toEqual([[ORG, HOOK, 'succeeded', NOW]]);
    const healthy = world();
    await attemptDelivery(healthy.deps, TASK);
    expect(healthy.reported).toEqual([]);
    for (const [failure, error] of [
      [new RangeError('down'), 'RangeError'],
      ['a text', 'unknown'],
    ] as const) {
      const { deps, warned } = world({ endpoint: failing, report: () => Promise.reject(failure) });
      expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
      expect(warned).toEqual([['what an attempt found about its endpoint was not noted', { endpoint: HOOK, error }]]);
    }
  });

  it.each<[string, World, string]>([
    ['a request that is gone', { request: null }, 'request_gone'],
    ['an endpoint that is gone', { endpoint: null }, 'endpoint_deleted'],
    ['a deleted endpoint', { endpoint: anEndpoint({ deletedAtMs: 1 }) }, 'endpoint_deleted'],
    ['a disabled endpoint', { endpoint: anEndpoint({ enabled: false }) }, 'endpoint_disabled'],
    ['a request without a callback', { taken: aDelivery({ receiver: 'callback' }) }, 'no_callback'],
    [
      'a callback whose key is gone',
      {
        taken: aDelivery({ receiver: 'callback' }),
        request: { ...DENIED, callback: { url: 'https://x.dev/', keyId: 'key_2', token: 1 } },
      },
      'key_gone',
    ],
  ])('is not made for %s', async (_, given, reason) => {
    const { deps, posts, finished } = world(given);
    expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
    expect(posts).toEqual([]);
    expect(finished[0]).toMatchObject({
      after: { state: 'failed', reason },
      attempt: { status: null, outcome: 'not_sent', error: reason },
      posted: null,
    });
  });

  describe('of which there is none to make', () => {
    const left = async (stored: Delivery | null) => attemptDelivery(world({ taken: null, stored }).deps, TASK);

    it('ends the loop if the delivery is gone, done or of a newer loop', async () => {
      expect(await left(null)).toEqual({ done: true });
      expect(await left(aDelivery({ state: 'delivered' }))).toEqual({ done: true });
      expect(await left(aDelivery({ generation: 2 }))).toEqual({ done: true });
    });

    it('waits until it is due, and until another actor’s hold ends, whichever is later', async () => {
      const due = aDelivery({ nextAttemptAtMs: NOW + 1500 });
      expect(await left(due)).toEqual({ done: false, nextAttemptAtMs: NOW + 2000, delivery: due, held: false });
      const held = aDelivery({ nextAttemptAtMs: NOW + 1000, heldUntilMs: NOW + 5000 });
      expect(await left(held)).toEqual({ done: false, nextAttemptAtMs: NOW + 5000, delivery: held, held: true });
      const later = aDelivery({ nextAttemptAtMs: NOW + 5000, heldUntilMs: NOW + 1000 });
      expect(await left(later)).toEqual({ done: false, nextAttemptAtMs: NOW + 5000, delivery: later, held: true });
      const over = aDelivery({ nextAttemptAtMs: NOW + 1000, heldUntilMs: NOW });
      expect(await left(over)).toEqual({ done: false, nextAttemptAtMs: NOW + 1000, delivery: over, held: false });
      expect(await left(aDelivery())).toMatchObject({ nextAttemptAtMs: 0, held: false });
    });
  });
});

describe('a post', () => {
  const post = async (given: World, delivery = aDelivery()) => composePost(world(given).deps, delivery, NOW);
  const sent = async (given: World, delivery?: Delivery) => {
    const composed = await post(given, delivery);
    if (composed.kind !== 'post') throw new Error(composed.reason);
    return composed.post;
  };

  it('names its event and its delivery, and carries the last published head if there is one', async () => {
    const { headers, body } = await sent({});
    const { id, eventId } = aDelivery();
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'Service-Event-Id': eventId,
      'Service-Event-Type': 'request.denied',
      'Service-Delivery-Id': id,
      'Service-Audit-Head': 'jws',
      'Service-Signature': expect.stringMatching(new RegExp(`^t=${NOW / 1000},v1=[0-9a-f]{64}$`)),
    });
    expect(JSON.parse(body)).toMatchObject({ id: eventId, type: 'request.denied' });
    expect(Object.keys((await sent({ headJws: async () => null })).headers)).not.toContain('Service-Audit-Head');
  });

  it('goes out without the head where that cannot be read', async () => {
    for (const [failure, error] of [
      [new RangeError('down'), 'RangeError'],
      ['a text', 'unknown'],
    ] as const) {
      const { deps, warned } = world({ headJws: () => Promise.reject(failure) });
      expect(await composePost(deps, aDelivery(), NOW)).toMatchObject({ kind: 'post' });
      expect(warned).toEqual([['a post goes out without the audit head', { error }]]);
    }
  });

  it('is signed with the previous secret too, until its overlap ends', async () => {
    const signatures = async (expiresAtMs: number) => {
      const previous = { sealedSecret: 'old', expiresAtMs };
      return (await sent({ endpoint: anEndpoint({ previous }) })).headers['Service-Signature']!.split(',').length - 1;
    };
    expect([await signatures(NOW + 1), await signatures(NOW)]).toEqual([2, 1]);
  });

  it('to a callback is signed with the key that was derived for it', async () => {
    const callback = { url: 'https://x.dev/cb', keyId: 'key_1', token: 1 };
    const made = await post({ request: { ...DENIED, callback } }, aDelivery({ receiver: 'callback' }));
    if (made.kind !== 'post') throw new Error(made.reason);
    expect(made).toMatchObject({ endpoint: null, post: { url: 'https://x.dev/cb' } });
    const keys = [Buffer.from('APIKEY#key_1#callback_key#1: sealed key')];
    const { body, headers } = made.post;
    expect(headers['Service-Signature']).toBe(signEvent({ body, keys, tSeconds: NOW / 1000 }));
  });

  it('of a test carries the token of a destination that waits for it, and shows nobody else', async () => {
    const waiting = anEndpoint({ enabled: false, sealedToken: 'sealed token' });
    const composed = await post({ endpoint: waiting }, aDelivery({ test: true }));
    if (composed.kind !== 'post') throw new Error(composed.reason);
    expect(JSON.parse(composed.post.body).verification_token).toBe(`ENDPOINT#${HOOK}#token: sealed token`);
    expect(composed.kept.body).not.toContain('verification_token');
    expect(await post({ endpoint: waiting })).toEqual({ kind: 'not_sent', reason: 'endpoint_disabled' });
    const verified = await sent({ endpoint: anEndpoint({ sealedToken: null }) }, aDelivery({ test: true }));
    expect(verified.body).not.toContain('verification_token');
  });

  it('that people read has no signature, and there is none of a request that is gone', async () => {
    const shown = await unsignedPost(world().deps, aDelivery());
    expect(Object.keys(shown!.headers).sort()).toEqual([
      'Content-Type',
      'Service-Delivery-Id',
      'Service-Event-Id',
      'Service-Event-Type',
    ]);
    expect(await unsignedPost(world({ request: null }).deps, aDelivery())).toBeNull();
  });

  describe('to an integration', () => {
    const call = aDelivery({ receiver: 'integration' });
    const running = (integration: string) =>
      aRequest({ quorum: 1, integration }, turnedBy('op_bravo', '12:28'), handedOver('12:29'));

    it('is made while its call may be made, and can be recognized as the same call', async () => {
      const made = await sent({ request: running('pay') }, call);
      expect(made).toMatchObject({ url: 'https://pay.dev/', headers: { 'Idempotency-Key': REQUEST_ID } });
      const { request } = endIntegration(running('pay') as never, { succeeded: true, reason: null }, NOW);
      expect(await post({ request }, call)).toEqual({ kind: 'already_done', reason: 'call_already_ended' });
      expect(await post({}, call)).toEqual({ kind: 'not_sent', reason: 'window_closed' });
    });

    it('waits where this deployment does not declare it', async () => {
      const waits = { kind: 'not_yet', reason: 'integration_not_declared' };
      expect(await post({ request: running('pay'), integration: null }, call)).toEqual(waits);
      expect(await post({ request: running('other') }, call)).toEqual(waits);
    });

    it('ends its request with what became of the call', async () => {
      const request = running('pay');
      for (const [status, reason] of [
        [200, null],
        [400, 'integration_answered_400'],
      ] as const) {
        const { deps, saved } = world({ taken: call, request, outcome: answered(status) });
        expect(await attemptDelivery(deps, TASK)).toEqual({ done: true });
        const ended = reason === null ? { state: 'succeeded' } : { state: 'failed', reason };
        expect(saved).toMatchObject([{ request: ended }]);
      }
      const again = world({ taken: call, request, outcome: answered(503, { retryAfterSeconds: 60 }) });
      expect(await attemptDelivery(again.deps, TASK)).toMatchObject({ done: false, nextAttemptAtMs: NOW + 60_000 });
      expect(again.saved).toEqual([]);
    });
  });
});

describe('the retry loop', () => {
  const message = { ...deliveryMessage(aDelivery()).body };

  it('begins after a first attempt that failed, at a complete second', async () => {
    const { deps, loops } = world({ outcome: answered(500) });
    await firstAttempt(deps, message);
    expect(loops).toEqual([
      [
        `${aDelivery().id}-1`,
        { org: ORG, delivery_id: aDelivery().id, generation: 1, next_attempt_at: '2026-11-20T12:30:04Z' },
      ],
    ]);
    const between = world({ outcome: answered(500), nowMs: NOW + 1 });
    await firstAttempt(between.deps, message);
    expect(between.loops).toMatchObject([[expect.any(String), { next_attempt_at: '2026-11-20T12:30:05Z' }]]);
    expect(between.finished).toMatchObject([{ after: { nextAttemptAtMs: NOW + 5000 } }]);
  });

  it('does not begin after a success, or while another actor holds the attempt', async () => {
    const fine = world();
    await firstAttempt(fine.deps, message);
    const held = world({ taken: null, stored: aDelivery({ heldUntilMs: NOW + 1 }) });
    await firstAttempt(held.deps, message);
    expect([fine.loops, held.loops]).toEqual([[], []]);
  });

  it('that has ended before its delivery is logged, and nothing is lost', async () => {
    const { deps, finished, warned } = world({ outcome: answered(500) });
    const loop = { start: async () => 'closed' };
    await firstAttempt({ ...(deps as object), loop } as never, message);
    expect(warned).toEqual([
      ['a retry loop ended before its delivery; it is started again when it is due', { delivery: aDelivery().id }],
    ]);
    expect(finished).toMatchObject([{ after: { state: 'pending', nextAttemptAtMs: NOW + 4000 } }]);
  });

  it('goes on at least a second later, however this clock runs', async () => {
    const task = { org: ORG, delivery_id: aDelivery().id, generation: 1, next_attempt_at: '2026-11-20T12:40:00Z' };
    const failing = { taken: aDelivery({ failures: 1 }), outcome: answered(500) };
    expect(await loopStep(world(failing).deps, task)).toEqual({
      ...task,
      done: false,
      next_attempt_at: '2026-11-20T12:40:01Z',
    });
    const earlier = { ...task, next_attempt_at: '2026-11-20T12:30:00Z' };
    expect((await loopStep(world(failing).deps, earlier)).next_attempt_at).toBe('2026-11-20T12:30:08Z');
    expect(await loopStep(world().deps, task)).toEqual({ ...task, done: true });
  });
});

describe('handing over', () => {
  const queue = () => {
    const sent: { body: Record<string, unknown>; groupId?: string }[] = [];
    return { sent, queues: { events: { send: async (some: never[]) => void sent.push(...some) } } as never };
  };

  it('sends a new delivery complete, so that its first attempt can store it', async () => {
    const { sent, queues } = queue();
    const delivery = aDelivery({ attempts: 0 });
    await sendDeliveries({ queues }, [delivery]);
    expect(sent).toEqual([
      {
        body: {
          org: ORG,
          delivery_id: delivery.id,
          generation: 1,
          owed: {
            request_id: REQUEST_ID,
            event_type: 'request.denied',
            event_at: at('12:29'),
            receiver: HOOK,
            until: delivery.untilMs,
          },
        },
        groupId: ORG,
      },
    ]);
    const body = sent[0]!.body as never;
    expect(unstoredDelivery(body)).toEqual(delivery);
    expect(unstoredDelivery(deliveryMessage(delivery).body)).toBeUndefined();
    expect(() => unstoredDelivery({ ...(body as object), delivery_id: 'dlv_x' } as never)).toThrow(
      `a message names dlv_x and owes ${delivery.id}`,
    );
  });

  it('sends the message of a stored delivery again only while no attempt was made', async () => {
    const { sent, queues } = queue();
    const outcomes = [
      { kind: 'created' },
      { kind: 'exists', delivery: aDelivery({ attempts: 0 }) },
      { kind: 'exists', delivery: aDelivery({ attempts: 1 }) },
      { kind: 'exists', delivery: aDelivery({ attempts: 0, state: 'failed' }) },
    ];
    const all = outcomes.map((_, n) => aDelivery({ id: `dlv_${n}` as never }));
    const deliveries = { create: async ({ id }: Delivery) => outcomes[Number(id.slice(4))] } as never;
    await createDeliveries({ deliveries, queues }, all);
    expect(sent.map(({ body }) => body.delivery_id)).toEqual(['dlv_0', 'dlv_1']);
  });

  it('continues a delivery under its next generation, once', async () => {
    const { sent, queues } = queue();
    const patches: object[] = [];
    const deliveries = {
      restart: async (delivery: Delivery, patch: object, nowMs: number) => {
        patches.push({ ...patch, nowMs });
        return patches.length === 1 ? { ...delivery, generation: 2 } : null;
      },
    } as never;
    const delivery = aDelivery({ failures: 3 });
    await continueDelivery({ deliveries, queues }, delivery, NOW);
    await continueDelivery({ deliveries, queues }, delivery, NOW);
    expect(sent.map(({ body }) => body.generation)).toEqual([2]);
    expect(patches[0]).toEqual({ trigger: 'first', untilMs: delivery.untilMs, failures: 3, nowMs: NOW });
  });

  it('puts ten notices into one message', async () => {
    const sent: { body: { notices: unknown[] }; groupId: string }[] = [];
    const queues = { notices: { send: async (some: never[]) => void sent.push(...some) } } as never;
    await sendNotices(
      { queues },
      DENIED,
      Array.from({ length: 21 }, () => ({}) as never),
    );
    expect(sent.map(({ body, groupId }) => [body.notices.length, groupId])).toEqual([
      [10, ORG],
      [10, ORG],
      [1, ORG],
    ]);
  });
});

describe('by hand', () => {
  const hand = (given: { endpoint?: Endpoint | null; stored?: Delivery | null; restarts?: boolean } = {}) => {
    const sent: { body: object }[] = [];
    const restarted: object[] = [];
    const created: Delivery[] = [];
    const deps = {
      clock: { nowMs: () => NOW },
      random: { hex: () => 'f'.repeat(24) },
      config: { endpoint: async () => (given.endpoint === undefined ? anEndpoint() : given.endpoint) },
      deliveries: {
        create: async (delivery: Delivery) => {
          created.push(delivery);
          return { kind: 'created' };
        },
        load: async () => given.stored ?? null,
        restart: async (delivery: Delivery, patch: object) => {
          restarted.push(patch);
          return given.restarts === false ? null : { ...delivery, generation: 2 };
        },
      },
      queues: { events: { send: async (some: never[]) => void sent.push(...some) } },
    };
    return { sent, restarted, created, deps: deps as never };
  };

  it('a test event is about a request that does not exist, and is attempted once', async () => {
    const { deps, created, sent } = hand();
    expect(await testWebhook(deps, ORG, HOOK, 'request.expired')).toEqual({ ok: true, value: created[0] });
    const requestId = `req_${'f'.repeat(24)}`;
    const once = { test: true, trigger: 'test', untilMs: NOW };
    expect(created[0]).toMatchObject({ ...once, requestId, eventType: 'request.expired' });
    expect(sent).toHaveLength(1);
  });

  it.each<[Endpoint | null, string | null]>([
    [null, 'not_found'],
    [anEndpoint({ deletedAtMs: 1 }), 'not_found'],
    [anEndpoint({ enabled: false }), 'endpoint_disabled'],
    [anEndpoint({ enabled: false, sealedToken: 't' }), null],
  ])('a test event goes to an endpoint that is enabled or waits for its token: %#', async (endpoint, reason) => {
    const { deps, created } = hand({ endpoint });
    const sent = await testWebhook(deps, ORG, HOOK, 'request.denied');
    expect(sent.ok ? null : sent.error.reason).toBe(reason);
    expect(created).toHaveLength(reason === null ? 1 : 0);
  });

  it('a delivery is sent again for 72 hours, an integration’s call only in its own window', async () => {
    const plain = hand({ stored: aDelivery({ state: 'failed' }) });
    expect(await redeliver(plain.deps, ORG, aDelivery().id)).toMatchObject({ ok: true, value: { generation: 2 } });
    expect(plain.restarted).toEqual([{ trigger: 'manual', untilMs: NOW + 72 * 3600_000, failures: 0 }]);
    expect(plain.sent).toMatchObject([{ body: { generation: 2 } }]);
    const call = hand({ stored: aDelivery({ receiver: 'integration', untilMs: 77 }) });
    await redeliver(call.deps, ORG, aDelivery().id);
    expect(call.restarted).toEqual([{ trigger: 'manual', untilMs: 77, failures: 0 }]);
  });

  it.each<[object, string]>([
    [{ stored: null }, 'not_found'],
    [{ stored: aDelivery({ receiver: 'integration', state: 'failed' }) }, 'call_ended'],
    [{ stored: aDelivery(), restarts: false }, 'busy'],
  ])('a delivery is not sent again: %o', async (given, reason) => {
    const { deps, sent } = hand(given);
    expect(await redeliver(deps, ORG, aDelivery().id)).toEqual({ ok: false, error: { reason } });
    expect(sent).toEqual([]);
  });
});

describe('the health of an endpoint', () => {
  const watching = (items: Delivery[], endpoints = [anEndpoint()]) => {
    const read: string[] = [];
    const queries: object[] = [];
    const deps = {
      config: { endpoints: async () => endpoints },
      deliveries: {
        ofEndpoint: async (_org: string, _id: string, query: object) => {
          queries.push(query);
          return { items, cursor: null };
        },
        attempts: async (_: string, id: string) => {
          read.push(id);
          return [
            { n: 1, startedAtMs: 1, finishedAtMs: 2, status: 500, outcome: 'refused', error: 'x', trigger: 'first' },
          ];
        },
      },
    };
    return { read, queries, deps: deps as never };
  };
  const some = (count: number, fields: Partial<Delivery>, prefix: string) =>
    Array.from({ length: count }, (_, n) => aDelivery({ id: `${prefix}${n}` as never, ...fields }));

  it('is read from the five newest attempts and the two oldest that wait, without test events', async () => {
    const items = [
      ...some(1, { test: true }, 't'),
      ...some(2, { attempts: 0 }, 'n'),
      ...some(7, { state: 'delivered' }, 'd'),
      ...some(4, { attempts: 3 }, 'p'),
    ];
    const { read, queries, deps } = watching(items);
    const { deliveries, attempts, health } = await watchEndpoint(deps, anEndpoint());
    expect(read).toEqual(['d0', 'd1', 'd2', 'd3', 'd4', 'p2', 'p3']);
    expect(queries).toEqual([{ limit: 100, cursor: null }]);
    expect([deliveries.length, attempts.length, health.waiting]).toEqual([13, 7, 6]);
  });

  describe('to judge it', () => {
    /** A delivery each 100 ms: a page is ten seconds. */
    const judged = async (fields: (ageMs: number) => Partial<Delivery>) => {
      const read: string[] = [];
      const untils: (number | undefined)[] = [];
      const ofEndpoint = async (_org: string, _id: string, { created }: { created?: { untilMs: number } }) => {
        untils.push(created?.untilMs);
        const newestMs = created?.untilMs ?? NOW;
        const items = Array.from({ length: 100 }, (_, n) => {
          const createdAtMs = newestMs - 100 * n;
          const ageMs = NOW - createdAtMs;
          return aDelivery({ id: `dlv_${ageMs}` as never, createdAtMs, attempts: 3, ...fields(ageMs) });
        });
        return { items, cursor: null };
      };
      const attempts = async (_: string, id: string) => {
        read.push(id);
        return [];
      };
      await attemptsToJudge({ deliveries: { ofEndpoint, attempts } } as never, anEndpoint(), NOW);
      return { pages: untils.length, lastMs: NOW - untils.at(-1)!, read: read.slice(7) };
    };

    it('ten pages are read at most, the last one from six minutes ago', async () => {
      const found = await judged(() => ({}));
      expect(found).toEqual({ pages: 11, lastMs: 360_000, read: ['dlv_369800', 'dlv_369900'] });
    });

    it('nothing is read before a page of which one was accepted within five minutes', async () => {
      const found = await judged((ageMs) => (ageMs === 15_001 ? { state: 'delivered' } : {}));
      expect(found).toMatchObject({ pages: 2, read: ['dlv_15001', 'dlv_19701', 'dlv_19801'] });
    });
  });

  it('is read once for a delivery that is both, and not at all for a deleted endpoint', async () => {
    const { read, deps } = watching(some(3, { attempts: 1 }, 'p'), [anEndpoint(), anEndpoint({ deletedAtMs: 1 })]);
    expect(await watchEndpoints(deps, ORG)).toHaveLength(1);
    expect(read).toEqual(['p0', 'p1', 'p2']);
  });
});
