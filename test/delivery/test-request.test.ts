import { EVENT_TYPES } from '../../src/protocol/event-types';
import { operationHash } from '../../src/protocol/hash';
import {
  type Attempt,
  attemptsAsOf,
  type Delivery,
  LOST_LOOP_AFTER_MS,
} from '../../src/service/delivery/rules/delivery';
import { eventsOf } from '../../src/service/delivery/rules/events';
import { testRequest } from '../../src/service/delivery/rules/test-request';
import { ATTEMPT_HOLD_MS } from '../../src/service/request/rules/limits';
import { renderRequest } from '../../src/service/request/rules/render';
import { at, days, ORG, REQUEST_ID } from '../support/builders';

const deliveryOf = (eventType: Delivery['eventType']) =>
  ({ org: ORG, requestId: REQUEST_ID, eventType, eventAtMs: at('12:00'), test: true }) as Delivery;

it.each(EVENT_TYPES)('a test of %s shows a decided request that says it is a test', (type) => {
  const { request, intent } = testRequest(deliveryOf(type));
  const rendered = renderRequest(request, intent, at('12:00'));
  expect(rendered).toMatchObject({ id: REQUEST_ID, action: 'test.event', live: false, decided_at: at('12:00') });
  expect(rendered.params).toMatchObject({ note: expect.stringContaining('test event') });
});

it.each(EVENT_TYPES)('the sample request of a test of %s has fired that event at its time', (type) => {
  const fired = eventsOf(testRequest(deliveryOf(type)).request);
  expect(fired).toContainEqual({ type, atMs: at('12:00') });
});

it.each([
  ['request.executed', 'succeeded', { reference: expect.any(String), error: null }],
  ['request.execution_failed', 'failed', { reference: null, error: expect.stringContaining('test event') }],
] as const)('a test of %s shows an execution that was reported %s, and a sealed intent', (type, state, said) => {
  const { request, intent } = testRequest(deliveryOf(type));
  const rendered = renderRequest(request, intent, at('12:00'));
  expect(rendered).toMatchObject({ state: 'succeeded', outcome: 'authorized', intent: { v: 1, alg: 'A256GCM' } });
  expect(rendered.execution).toMatchObject({ state, claimed_at: at('12:00'), reported_at: at('12:00'), ...said });
  expect(rendered.execution.execute_by).toBeGreaterThan(at('12:00'));
  expect(rendered.operation_hash).toBe(operationHash(rendered.action, rendered.params));
});

it('the sample has one approver if it was authorized, and an intent only if something was run', () => {
  const rendered = (type: Delivery['eventType']) => {
    const { request, intent } = testRequest(deliveryOf(type));
    return renderRequest(request, intent, at('12:00'));
  };
  expect(rendered('request.authorized')).toMatchObject({
    approvers: ['op_test'],
    intent: null,
    params: { note: 'This is a test event. No such request exists.' },
    execution: { state: 'none' },
  });
  const verdicts = ['request.denied', 'request.expired', 'request.aborted'];
  for (const type of EVENT_TYPES) {
    const { approvers, intent, params } = rendered(type);
    expect([type, approvers]).toEqual([type, verdicts.includes(type) ? [] : ['op_test']]);
    expect([type, intent !== null, 'intent' in params]).toEqual([type, ...Array(2).fill(type.includes('execut'))]);
  }
  expect(rendered('request.executed')).toMatchObject({
    params: { intent: `sha256:${'0'.repeat(64)}` },
    intent: { kid: '0'.repeat(16), nonce: 'A'.repeat(16), ciphertext: 'A'.repeat(64) },
    execution: { lease_expires_at: at('12:10'), execute_by: at('12:00') + days(7), reference: 'test' },
  });
});

it('the sample was made by a policy that a person recognizes as a test', () => {
  const { request } = testRequest(deliveryOf('request.executed'));
  expect(request).toMatchObject({
    policy: { title: 'Test event', quorum: 1, denySelfApproval: false },
    expiresAtMs: at('13:00'),
    executeWithinMs: days(7),
    reminded: false,
    warned: false,
    codeKeyId: '',
    writeId: '',
  });
  expect(testRequest(deliveryOf('request.failed')).request.executeWithinMs).toBeNull();
});

describe('the attempts of a delivery', () => {
  const of = (attempts: number, heldUntilMs: number | null) =>
    attemptsAsOf({ attempts, heldUntilMs } as Delivery, [{ n: 1 }, { n: 2 }, { n: 3 }] as Attempt[]).map(({ n }) => n);

  it('the attempts of a delivery are the recorded ones, without the one that is being made', () => {
    expect(of(2, null)).toEqual([1, 2]);
    expect(of(2, at('12:01'))).toEqual([1]);
    expect(of(0, null)).toEqual([]);
  });

  it('an attempt holds its delivery for a minute, and a retry loop counts as lost after five', () => {
    expect(ATTEMPT_HOLD_MS).toBe(60_000);
    expect(LOST_LOOP_AFTER_MS).toBe(300_000);
  });
});
