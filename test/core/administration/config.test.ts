import { pendingEntry } from '../../../src/core/audit/chain';
import { type Endpoint, edited, incident, takesEvent } from '../../../src/core/configuration/items';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import { created } from '../../store/conformance/config-items';
import { at, ORG } from '../../support/builders';

const endpoint: Endpoint = {
  org: ORG,
  id: 'whe_000000000000000000000001' as Endpoint['id'],
  url: 'https://receiver.test/hook',
  types: null,
  description: '',
  enabled: true,
  enabledSinceMs: at('12:00'),
  sealedSecret: 'sealed',
  previous: null,
  createdAtMs: at('11:00'),
  deletedAtMs: null,
  revision: 3,
  journal: [],
};

describe('an endpoint takes an event', () => {
  const takes = (change: Partial<Endpoint>, time = '12:30') =>
    takesEvent({ ...endpoint, ...change }, 'request.denied', at(time));

  it('an endpoint takes events of every type, or of the types it names', () => {
    for (const type of EVENT_TYPES) expect(takesEvent(endpoint, type, at('12:30'))).toBe(true);
    expect(takes({ types: ['request.denied'] })).toBe(true);
    expect(takes({ types: ['request.authorized'] })).toBe(false);
    expect(takes({ types: [] })).toBe(false);
  });

  it('an endpoint takes events only while it is enabled, and no events from before', () => {
    expect(takes({ enabled: false })).toBe(false);
    expect(takes({ deletedAtMs: at('12:10') })).toBe(false);
    expect(takes({}, '11:59:59.999')).toBe(false);
    expect(takes({}, '12:00')).toBe(true);
  });
});

it('an edit is recorded as one revision with its entries', () => {
  const entry = pendingEntry(1, 'endpoint.updated', endpoint.id, 'op_alpha');
  const after = edited(endpoint, { enabled: false }, [entry]);
  expect(after).toMatchObject({ enabled: false, revision: 4, journal: [{ revision: 4, entries: [entry] }] });
  expect(endpoint.revision).toBe(3);
});

it('an incident is recorded as one audit entry', () => {
  const entry = created('inc_1', at('12:00'));
  expect(incident(ORG, 'inc_1', entry).journal.flatMap(({ entries }) => entries)).toEqual([entry]);
});
