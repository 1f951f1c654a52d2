/** Attempts of deliveries: who makes one, what it means, what is stored of it, and how its retry loop continues. */

import { SERVICE } from '../../src/protocol/actor';
import type { ApiKeyId, EndpointId, RequestId } from '../../src/protocol/identifiers';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { SOON_MS } from '../../src/service/delivery/rules/schedule';
import {
  attemptDelivery,
  firstAttempt,
  hourlyAttempt,
  loopStep,
} from '../../src/service/delivery/use-cases/attempt-delivery';
import { deliveryMessage } from '../../src/service/delivery/use-cases/hand-over';
import { endIntegration } from '../../src/service/execution/rules/integration';
import { isAuthorized } from '../../src/service/request/rules/request';
import { type FireDueDeps, fireDue } from '../../src/service/transport/use-cases/fire-due';
import { LOOK_AHEAD_MS } from '../../src/service/transport/use-cases/sweep';
import { aRequest, at, handedOver, ORG, REQUEST_ID, turnedBy } from '../support/builders';
import { openedForEach } from '../support/opened';
import { aDelivery, answered, DENIED, HOOK, NOW, openStage, type Stage } from '../support/stage';

const stage = openedForEach(openStage);

async function attempt(delivery: Delivery = aDelivery()) {
  const next = await attemptDelivery(stage.deps, await stage.owes(delivery));
  return { next, ...(await stage.read(delivery)) };
}

describe('an attempt of a delivery', () => {
  it('an attempt that the receiver accepts ends its delivery, and what was posted is kept', async () => {
    const { next, delivery, attempts } = await attempt();
    expect([next, delivery]).toMatchObject([
      { done: true },
      { state: 'delivered', reason: null, nextAttemptAtMs: null },
    ]);
    expect(attempts).toEqual([
      { n: 1, startedAtMs: NOW, finishedAtMs: NOW, status: 200, outcome: 'delivered', error: null, trigger: 'first' },
    ]);
    const [{ url, org, headers, body }] = stage.posts as [Stage['posts'][0]];
    expect([url, org]).toEqual(['https://hooks.acme.dev/x', ORG]);
    expect(await stage.deps.deliveries.posted(ORG, delivery.id, 1)).toEqual({ headers, body });
    expect(stage.warned).toEqual([]);
  });

  it.each([
    [0, NOW + 4000],
    [0.999, NOW + 5000],
  ])('a first attempt that fails is repeated after four to five seconds (random number %d)', async (fraction, at) => {
    Object.assign(stage, { outcome: answered(500), fraction });
    const { next, delivery, attempts } = await attempt();
    expect(next).toMatchObject({ done: false, nextAttemptAtMs: at, held: false });
    expect(delivery).toMatchObject({ state: 'pending', failures: 1, nextAttemptAtMs: at });
    expect(attempts).toMatchObject([{ trigger: 'first', status: 500, outcome: 'refused' }]);
  });

  it.each<[string, Partial<Delivery>]>([
    ['retry', { failures: 1 }],
    ['manual', { failures: 1, trigger: 'manual' }],
    ['recover', { trigger: 'recover' }],
  ])('an attempt records why it was made: %s', async (trigger, fields) => {
    expect((await attempt(aDelivery(fields))).attempts).toMatchObject([{ trigger }]);
  });

  it('a delivery whose last attempt fails after its time is over has failed, with an audit entry and a line for the alarm', async () => {
    stage.outcome = answered(500);
    const finish = jest.spyOn(stage.deps.deliveries, 'finishAttempt');
    const { next, delivery } = await attempt(aDelivery({ untilMs: NOW, attempts: 6 }));
    expect([next, delivery]).toMatchObject([{ done: true }, { state: 'failed', reason: 'gave_up', failures: 1 }]);
    const { id, eventId: event } = delivery;
    const facts = {
      request: REQUEST_ID,
      event,
      event_type: 'request.denied',
      receiver: HOOK,
      reason: 'gave_up',
      tries: 7,
    };
    expect(finish.mock.calls[0]![2]).toEqual([
      { at: NOW, kind: 'delivery.failed', subject: id, ...SERVICE, data: facts },
    ]);
    expect(stage.warned).toEqual([['a delivery failed for good', { delivery: id, reason: 'gave_up', tries: 7 }]]);
  });

  it('a delivery to an address that is refused fails at its first attempt', async () => {
    stage.outcome = { kind: 'refused_address', reason: '10.0.0.7 is private' };
    const { delivery, attempts } = await attempt();
    expect([delivery, attempts[0]]).toMatchObject([
      { state: 'failed', reason: 'refused_address' },
      { error: '10.0.0.7 is private', status: null },
    ]);
  });

  it('a test event is attempted once, and its failure raises no alarm and adds no audit entry', async () => {
    stage.outcome = { kind: 'timed_out', error: 'no answer within 10 s' };
    const finish = jest.spyOn(stage.deps.deliveries, 'finishAttempt');
    const { next, delivery } = await attempt(aDelivery({ test: true, trigger: 'test' }));
    expect([next, delivery]).toMatchObject([{ done: true }, { state: 'failed', reason: 'no answer within 10 s' }]);
    expect([finish.mock.calls[0]![2], stage.warned]).toEqual([[], []]);
  });

  it('an attempt that ends after another actor took over is logged, and the other attempt decides', async () => {
    const late = aDelivery({ untilMs: NOW + 120_000 });
    const task = await stage.owes(late);
    stage.meanwhile = async () => {
      stage.meanwhile = async () => undefined;
      stage.nowMs += 60_001;
      await attemptDelivery(stage.deps, task);
      Object.assign(stage, { outcome: { kind: 'refused_address', reason: 'x' } });
    };
    expect(await attemptDelivery(stage.deps, task)).toEqual({ done: true });
    expect((await stage.read(late)).delivery.state).toBe('delivered');
    expect(stage.warned).toEqual([
      ['an attempt outlived its hold; another actor has gone on', { delivery: late.id, n: 1 }],
    ]);
  });

  it.each([
    ['an error', new RangeError('down'), 'RangeError'],
    ['anything else', 'a text', 'unknown'],
  ])('an attempt counts although its report about the endpoint fails with %s', async (_, failure, error) => {
    await stage.endpoint({ failingSinceMs: 1 });
    const report = jest.spyOn(stage.deps.health, 'report').mockRejectedValue(failure);
    expect((await attempt()).delivery.state).toBe('delivered');
    expect(report.mock.calls).toEqual([[ORG, HOOK, 'succeeded', NOW]]);
    expect(stage.warned).toEqual([
      ['what an attempt found about its endpoint was not noted', { endpoint: HOOK, error }],
    ]);
  });

  it('an accepted attempt reports nothing about an endpoint that is not failing', async () => {
    const report = jest.spyOn(stage.deps.health, 'report');
    await attempt();
    expect(report).not.toHaveBeenCalled();
  });

  const callback = { url: 'https://x.dev/', keyId: 'key_2' as ApiKeyId, token: 1 };
  it.each<[string, string, Partial<Delivery>, () => unknown]>([
    ['its request is gone', 'request_gone', { requestId: 'req_gone' as RequestId }, () => undefined],
    ['its endpoint does not exist', 'endpoint_deleted', { receiver: 'whe_gone' as EndpointId }, () => undefined],
    ['its endpoint was deleted', 'endpoint_deleted', {}, () => stage.endpoint({ deletedAtMs: 1 })],
    ['its endpoint is disabled', 'endpoint_disabled', {}, () => stage.endpoint({ enabled: false })],
    ['its request has no callback', 'no_callback', { receiver: 'callback' }, () => undefined],
    ['the key of its callback is gone', 'key_gone', { receiver: 'callback' }, () => stage.put({ ...DENIED, callback })],
  ])('nothing is posted, and the delivery fails, if %s', async (_, reason, fields, given) => {
    await given();
    const { next, delivery, attempts } = await attempt(aDelivery(fields));
    expect([next, stage.posts, delivery]).toMatchObject([{ done: true }, [], { state: 'failed', reason }]);
    expect(attempts).toMatchObject([{ status: null, outcome: 'not_sent', error: reason }]);
    expect(await stage.deps.deliveries.posted(ORG, delivery.id, 1)).toBeNull();
  });

  it('no attempt is made, and the loop ends, if the delivery is gone, has ended or was started again', async () => {
    const gone = { org: ORG, id: aDelivery().id, generation: 1 };
    const ended = await stage.owes(aDelivery({ state: 'delivered' }));
    const restarted = { ...(await stage.owes(aDelivery({ generation: 2 }))), generation: 1 };
    for (const task of [gone, ended, restarted])
      expect(await attemptDelivery(stage.deps, task)).toEqual({ done: true });
    expect(stage.posts).toEqual([]);
  });

  it.each<[string, Partial<Delivery>, number, boolean]>([
    ['it is due, at a complete second', { nextAttemptAtMs: NOW + 1500 }, 2000, false],
    ['the hold of another actor ends', { nextAttemptAtMs: NOW + 1000, heldUntilMs: NOW + 5000 }, 5000, true],
    ['it is due, after the hold', { nextAttemptAtMs: NOW + 5000, heldUntilMs: NOW + 1000 }, 5000, true],
    ['it is due, when the hold is over', { nextAttemptAtMs: NOW + 1000, heldUntilMs: NOW }, 1000, false],
    ['the hold ends, when no time is set', { nextAttemptAtMs: null, heldUntilMs: NOW + 1 }, 1000, true],
  ])('a delivery waits until %s', async (_, fields, afterMs, held) => {
    const { next, delivery } = await attempt(aDelivery(fields));
    expect(next).toEqual({ done: false, nextAttemptAtMs: NOW + afterMs, delivery, held });
    expect(stage.posts).toEqual([]);
  });
});

describe('the call of an integration', () => {
  const call = (fields: Partial<Delivery> = {}) => aDelivery({ receiver: 'integration', ...fields });
  const running = (integration = 'pay') => {
    const request = aRequest({ quorum: 1, integration }, turnedBy('op_bravo', '12:28'), handedOver('12:29'));
    if (!isAuthorized(request)) throw new Error('it is not authorized');
    return request;
  };
  const state = async () => (await stage.deps.requests.load(ORG, REQUEST_ID))!.request;

  it.each([
    [200, { state: 'succeeded' }],
    [400, { state: 'failed', reason: 'integration_answered_400' }],
  ])(
    'a call that is answered with %d ends its request, and names the request as its idempotency key',
    async (status, ended) => {
      await stage.put(running());
      stage.outcome = answered(status);
      expect((await attempt(call())).next).toEqual({ done: true });
      expect(stage.posts).toMatchObject([{ url: 'https://pay.dev/', headers: { 'Idempotency-Key': REQUEST_ID } }]);
      expect(await state()).toMatchObject(ended);
    },
  );

  it('a call that the integration cannot take now is repeated when the integration says, and its request goes on', async () => {
    await stage.put(running());
    stage.outcome = answered(503, 60);
    expect((await attempt(call())).next).toMatchObject({ done: false, nextAttemptAtMs: NOW + 60_000 });
    expect(await state()).toMatchObject({ state: 'executing' });
  });

  it('a call that has succeeded is not made again', async () => {
    await stage.put(endIntegration(running(), { succeeded: true, reason: null }, NOW).request);
    const { delivery, attempts } = await attempt(call());
    expect([stage.posts, delivery.state, attempts[0]!.error]).toEqual([[], 'delivered', 'call_already_ended']);
  });

  it('no call is made for a request that does not run', async () => {
    expect((await attempt(call())).delivery).toMatchObject({ state: 'failed', reason: 'window_closed' });
  });

  it('a call waits while this deployment does not declare its integration', async () => {
    await stage.put(running('other'));
    const other = await attempt(call());
    await stage.put(running());
    const unknown = { ...stage.deps, integration: async () => null };
    const task = await stage.owes(call());
    for (const next of [other.next, await attemptDelivery(unknown, task)]) expect(next).toMatchObject({ done: false });
    expect((await stage.deps.deliveries.attempts(ORG, task.id))[0]!.error).toBe('integration_not_declared');
    expect(stage.posts).toEqual([]);
  });
});

describe('the retry loop of a delivery', () => {
  const first = async (delivery = aDelivery()) => {
    await stage.owes(delivery);
    await firstAttempt(stage.deps, deliveryMessage(delivery).body);
    return delivery;
  };

  it.each([
    ['on a complete second', NOW, '2026-11-20T12:30:04Z'],
    ['a millisecond later', NOW + 1, '2026-11-20T12:30:05Z'],
  ])('a retry loop starts at a complete second after a first attempt that failed %s', async (_, nowMs, next) => {
    Object.assign(stage, { nowMs, outcome: answered(500) });
    const { id } = await first();
    expect(stage.loops).toEqual([[`${id}-1`, { org: ORG, delivery_id: id, generation: 1, next_attempt_at: next }]]);
  });

  it('no retry loop starts after a success, or while another actor holds the attempt', async () => {
    await first();
    await first(aDelivery({ heldUntilMs: NOW + 1 }));
    expect(stage.loops).toEqual([]);
  });

  it('a retry loop that has ended before its delivery is logged, and the delivery stays due', async () => {
    stage.outcome = answered(500);
    jest.spyOn(stage.deps.loop, 'start').mockResolvedValue('closed');
    const { id } = await first();
    expect(stage.warned).toEqual([
      ['a retry loop ended before its delivery; it is started again when it is due', { delivery: id }],
    ]);
    expect((await stage.read({ id })).delivery).toMatchObject({ state: 'pending', nextAttemptAtMs: NOW + 4000 });
  });

  it('a step of the loop is planned at least a second after the one before, whatever this clock says', async () => {
    stage.outcome = answered(500);
    const step = async (next_attempt_at: string) => {
      const { id } = await stage.owes(aDelivery({ failures: 1 }));
      return loopStep(stage.deps, { org: ORG, delivery_id: id, generation: 1, next_attempt_at });
    };
    expect(await step('2026-11-20T12:40:00Z')).toMatchObject({ done: false, next_attempt_at: '2026-11-20T12:40:01Z' });
    expect(await step('2026-11-20T12:30:00Z')).toMatchObject({ done: false, next_attempt_at: '2026-11-20T12:30:08Z' });
    stage.outcome = answered(200);
    expect(await step('2026-11-20T12:40:00Z')).toMatchObject({ done: true });
    expect(stage.nowMs).toBe(at('12:30'));
  });
});

describe('the hourly attempts of a delivery', () => {
  const HOUR = 3600_000;
  const hourly = (fields: Partial<Delivery> = {}) => aDelivery({ failures: 11, attempts: 11, ...fields });
  const stepOf = ({ id }: Delivery) =>
    loopStep(stage.deps, { org: ORG, delivery_id: id, generation: 1, next_attempt_at: '2026-11-20T12:30:00Z' });
  const messageOf = ({ id }: Delivery, due_at = NOW) => ({ org: ORG, delivery_id: id, due_at });
  beforeEach(() => {
    Object.assign(stage, { outcome: answered(503), fraction: 0.999 });
  });

  it('the retry loop ends when the next attempt is an hour away, and the delivery is due at exactly that second', async () => {
    const delivery = aDelivery({ failures: 9, attempts: 9 });
    await stage.owes(delivery);
    expect(await stepOf(delivery)).toMatchObject({ done: false, next_attempt_at: '2026-11-20T13:12:40Z' });
    expect([await stage.hourly(), (await stage.dueOf('delivery')).length]).toEqual([[], 1]);
    stage.nowMs = at('13:12:40');
    expect(await stepOf(delivery)).toMatchObject({ done: true });
    const { nextAttemptAtMs } = (await stage.read(delivery)).delivery;
    expect(nextAttemptAtMs).toBe(stage.nowMs + HOUR);
    expect(await stage.hourly()).toEqual([{ kind: 'delivery', org: ORG, id: delivery.id, dueAtMs: nextAttemptAtMs }]);
    expect(await stage.dueOf('delivery')).toEqual([]);
    expect([stage.retries, stage.messages, stage.loops]).toEqual([[], [], []]);
  });

  it('an hourly attempt is made once although its message arrives twice, also at the same moment, and plans the next one', async () => {
    const delivery = hourly({ nextAttemptAtMs: NOW });
    await stage.owes(delivery);
    await Promise.all([1, 2].map(() => hourlyAttempt(stage.deps, messageOf(delivery))));
    await hourlyAttempt(stage.deps, messageOf(delivery));
    expect(stage.posts).toHaveLength(1);
    const { delivery: after, attempts } = await stage.read(delivery);
    expect(after).toMatchObject({ failures: 12, attempts: 12, generation: 1, nextAttemptAtMs: NOW + HOUR });
    expect(attempts).toMatchObject([{ n: 12, trigger: 'retry', status: 503 }]);
    expect([stage.retries, stage.messages, stage.loops]).toEqual([[], [], []]);
    expect(await stage.hourly()).toMatchObject([{ dueAtMs: NOW + HOUR }]);
  });

  it('an hourly attempt whose message comes early waits in its queue until its second', async () => {
    const delivery = hourly({ nextAttemptAtMs: NOW + 1500 });
    await stage.owes(delivery);
    await hourlyAttempt(stage.deps, messageOf(delivery, NOW + 1500));
    expect(stage.posts).toEqual([]);
    expect(stage.retries).toEqual([{ body: messageOf(delivery, NOW + 1500), delaySeconds: 2, groupId: ORG }]);
  });

  it('an actor that died while it made an hourly attempt is followed by another when its hold ends', async () => {
    const delivery = hourly({ nextAttemptAtMs: NOW });
    const { id } = await stage.owes(delivery);
    await stage.deps.deliveries.takeAttempt({ org: ORG, id, generation: 1, nowMs: NOW, holdMs: 60_000 });
    await hourlyAttempt(stage.deps, messageOf(delivery));
    expect([stage.posts, stage.retries, stage.loops]).toEqual([[], [], []]);
    expect(await stage.hourly()).toMatchObject([{ dueAtMs: NOW }]);
    stage.nowMs = NOW + 60_000;
    await hourlyAttempt(stage.deps, messageOf(delivery));
    expect(stage.posts).toHaveLength(1);
  });

  it.each<[string, Partial<Delivery>]>([
    ['started again since', { failures: 0, generation: 2 }],
    ['delivered', { state: 'delivered', nextAttemptAtMs: null }],
    ['failed', { state: 'failed', nextAttemptAtMs: null }],
  ])('a message of an hourly attempt posts nothing for a delivery that is %s', async (_, fields) => {
    const delivery = hourly({ nextAttemptAtMs: NOW, ...fields });
    await stage.owes(delivery);
    await hourlyAttempt(stage.deps, messageOf(delivery));
    await hourlyAttempt(stage.deps, messageOf(aDelivery()));
    expect([stage.posts, stage.retries]).toEqual([[], []]);
  });

  it('the last attempt is made at the second when the 72 hours end, although no sweep looks at it in time', async () => {
    // As long as a sweep looks ahead, and what two clocks may differ.
    expect(SOON_MS).toBeGreaterThan(LOOK_AHEAD_MS + 4000);
    const untilMs = NOW + SOON_MS - 500;
    const delivery = hourly({ nextAttemptAtMs: NOW, untilMs });
    await stage.owes(delivery);
    await hourlyAttempt(stage.deps, messageOf(delivery));
    const last = messageOf(delivery, NOW + SOON_MS);
    expect(stage.retries).toEqual([{ body: last, delaySeconds: 120, groupId: ORG }]);
    stage.nowMs = last.due_at;
    await hourlyAttempt(stage.deps, last);
    expect((await stage.read(delivery)).delivery).toMatchObject({ state: 'failed', reason: 'gave_up' });
    expect(stage.retries).toHaveLength(1);
    // The retry loop makes one that is as near itself.
    const looping = aDelivery({ failures: 10, attempts: 10, untilMs: stage.nowMs + 60_000 });
    await stage.owes(looping);
    expect(await stepOf(looping)).toMatchObject({ done: false, next_attempt_at: '2026-11-20T12:33:00Z' });
  });

  it('a first attempt of a delivery that has failed for hours starts no retry loop', async () => {
    const delivery = hourly({ generation: 2 });
    await stage.owes(delivery);
    await firstAttempt(stage.deps, deliveryMessage(delivery).body);
    expect([stage.posts.length, stage.loops]).toEqual([1, []]);
    expect(await stage.hourly()).toMatchObject([{ dueAtMs: NOW + HOUR }]);
  });

  it('an old timer of a delivery that waits for an hourly attempt starts it under no other generation', async () => {
    const delivery = hourly({ nextAttemptAtMs: NOW - HOUR });
    await stage.owes(delivery);
    const deps = stage.deps as unknown as FireDueDeps;
    await fireDue(deps, { kind: 'delivery', org: ORG, id: delivery.id, due_at: NOW });
    expect((await stage.read(delivery)).delivery).toMatchObject({ generation: 1 });
    expect(stage.messages).toEqual([]);
  });
});
