/** A stop at each step of an attempt of an integration's call (docs/decisions/stop.md). */

import { person } from '../../src/protocol/actor';
import { settle } from '../../src/service/ceremony/rules/settle';
import { stopRequest } from '../../src/service/ceremony/rules/stop';
import { makeTransition } from '../../src/service/ceremony/use-cases/run-command';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { attemptDelivery } from '../../src/service/delivery/use-cases/attempt-delivery';
import { ATTEMPT_HOLD_MS } from '../../src/service/request/rules/limits';
import { accepted, aRequest, at, BRAVO, handedOver, ORG, REQUEST_ID, turnedBy } from '../support/builders';
import { openedForEach } from '../support/opened';
import { answered, NOW, openStage, type Stage } from '../support/stage';

const EXECUTING = aRequest(
  { quorum: 1, integration: 'pay', ttlSeconds: 7200 },
  turnedBy('op_alpha', '12:20'),
  handedOver('12:21'),
);
const CALL = {
  ...newDelivery(EXECUTING, { type: 'request.authorized', atMs: at('12:20') }, 'integration'),
  untilMs: at('14:20'),
};

const stage = openedForEach(openStage);
beforeEach(async () => {
  await stage.put(EXECUTING);
});

const stored = async () => (await stage.deps.requests.load(ORG, REQUEST_ID))!.request;
const stop = async () => {
  const change = await makeTransition(stage.deps, await stored(), (request, nowMs) =>
    accepted(stopRequest(request, { by: person(BRAVO), note: null }, nowMs)),
  );
  return change.request;
};
const attempt = async (deps: Partial<Stage['deps']> = {}) =>
  attemptDelivery({ ...stage.deps, ...deps }, await stage.owes(CALL));
const again = (generation = 1) => attemptDelivery(stage.deps, { org: ORG, id: CALL.id, generation });

it('an attempt after the stop posts nothing and ends the request, whose reason is the stop', async () => {
  const stopped = await stop();
  expect(stopped).toMatchObject({ state: 'executing', integrationUntilMs: NOW + ATTEMPT_HOLD_MS });
  expect(await attempt()).toEqual({ done: true });
  expect(stage.posts).toEqual([]);
  expect(await stored()).toMatchObject({ state: 'failed', reason: 'stopped' });
  expect((await stage.read(CALL)).attempts).toMatchObject([{ outcome: 'not_sent', error: 'stopped' }]);
});

it('an attempt that holds the delivery and has not read the request yet posts nothing', async () => {
  const { deliveries } = stage.deps;
  const takeAttempt: typeof deliveries.takeAttempt = async (take) => {
    const taken = await deliveries.takeAttempt(take);
    await stop();
    return taken;
  };
  expect(await attempt({ deliveries: { ...deliveries, takeAttempt } })).toEqual({ done: true });
  expect(stage.posts).toEqual([]);
  expect(await stored()).toMatchObject({ state: 'failed', reason: 'stopped' });
});

it.each([
  [200, 'succeeded'],
  [400, 'failed'],
])('the result of a post that was under way at the stop counts: %d', async (status, state) => {
  Object.assign(stage, { meanwhile: stop, outcome: answered(status) });
  expect(await attempt()).toEqual({ done: true });
  expect(stage.posts).toHaveLength(1);
  expect(await stored()).toMatchObject({ state, reason: 'stopped', stopped: { by: person(BRAVO), calling: true } });
});

it('a post that failed during the stop is not repeated', async () => {
  Object.assign(stage, { meanwhile: stop, outcome: answered(503) });
  expect(await attempt()).toMatchObject({ done: false });
  stage.nowMs += 6000;
  expect(await again()).toEqual({ done: true });
  expect(stage.posts).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: 'failed', reason: 'stopped' });
});

it('a stop between the answer and the write of the result keeps the result', async () => {
  const { requests } = stage.deps;
  let loads = 0;
  const load: typeof requests.load = async (...which) => {
    const loaded = await requests.load(...which);
    loads += 1;
    if (loads === 2) await stop();
    return loaded;
  };
  expect(await attempt({ requests: { ...requests, load } })).toEqual({ done: true });
  expect(stage.posts).toHaveLength(1);
  expect(await stored()).toMatchObject({ state: 'succeeded', reason: 'stopped' });
});

it('a stopped call without a result has failed one hold after the stop, and not a millisecond earlier', async () => {
  const stopped = await stop();
  expect(settle(stopped, NOW + ATTEMPT_HOLD_MS - 1).request.state).toBe('executing');
  const { request, entries } = settle(stopped, NOW + ATTEMPT_HOLD_MS);
  expect(request).toMatchObject({ state: 'failed', reason: 'stopped', endedAtMs: NOW + ATTEMPT_HOLD_MS });
  expect(entries).toMatchObject([{ kind: 'request.failed', data: { reason: 'stopped' } }]);
});

it('a stop does not move the end of a window that ends sooner', async () => {
  await stage.put({ ...EXECUTING, integrationUntilMs: NOW + 1000 } as typeof EXECUTING);
  expect(await stop()).toMatchObject({ integrationUntilMs: NOW + 1000 });
});
