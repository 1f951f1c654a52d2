import type { Delivery } from '../../../src/core/delivery/delivery';
import { eventsOf } from '../../../src/core/delivery/events';
import { testRequest } from '../../../src/core/delivery/test-request';
import { renderRequest } from '../../../src/core/request/render';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import { at, ORG, REQUEST_ID } from '../../support/builders';

const deliveryOf = (eventType: Delivery['eventType']) =>
  ({ org: ORG, requestId: REQUEST_ID, eventType, eventAtMs: at('12:00'), test: true }) as Delivery;

it.each(EVENT_TYPES)('a test of %s shows a decided request that says it is a test', (type) => {
  const { request, intent } = testRequest(deliveryOf(type));
  const rendered = renderRequest(request, intent, at('12:00'));
  expect(rendered).toMatchObject({ id: REQUEST_ID, action: 'test.event', live: false, decided_at: at('12:00') });
  expect(rendered.params).toEqual({ note: expect.stringContaining('test event') });
});

it.each(['request.authorized', 'request.denied', 'request.expired', 'request.aborted', 'request.failed'] as const)(
  'the made-up request has fired the %s it stands for',
  (type) => {
    expect(eventsOf(testRequest(deliveryOf(type)).request).map((event) => event.type)).toContain(type);
  },
);
