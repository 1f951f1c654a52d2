import type { Delivery } from '../../../src/core/delivery/delivery';
import { eventsOf } from '../../../src/core/delivery/events';
import { testRequest } from '../../../src/core/delivery/test-request';
import { renderRequest } from '../../../src/core/request/render';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import { operationHash } from '../../../src/protocol/operation-hash';
import { at, ORG, REQUEST_ID } from '../../support/builders';

const deliveryOf = (eventType: Delivery['eventType']) =>
  ({ org: ORG, requestId: REQUEST_ID, eventType, eventAtMs: at('12:00'), test: true }) as Delivery;

it.each(EVENT_TYPES)('a test of %s shows a decided request that says it is a test', (type) => {
  const { request, intent } = testRequest(deliveryOf(type));
  const rendered = renderRequest(request, intent, at('12:00'));
  expect(rendered).toMatchObject({ id: REQUEST_ID, action: 'test.event', live: false, decided_at: at('12:00') });
  expect(rendered.params).toMatchObject({ note: expect.stringContaining('test event') });
});

it.each(EVENT_TYPES)('the sample request of a test of %s has fired that event, at its time', (type) => {
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
