import { SERVICE } from '../../src/protocol/actor';
import { refuseRequest } from '../../src/service/ceremony/rules/refuse';
import { settle } from '../../src/service/ceremony/rules/settle';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { dueAtMs } from '../../src/service/request/rules/deadlines';
import type { EntryKind } from '../../src/service/request/rules/entry';
import { assertDecidable, REQUEST_FORM } from '../../src/service/request/rules/fields';
import { followedBy, sealChange, unchanged } from '../../src/service/request/rules/journal';
import type { Signed } from '../../src/service/request/rules/signed';
import { ALPHA, accepted, aRequest, aTurn, at, kindsOf } from '../support/builders';

const request = { ...aRequest({ quorum: 2 }), revision: 4 };
const { change } = accepted(turnKey(request, aTurn('op_alpha'), at('12:05')));

describe('the image to write', () => {
  it('a change writes the next revision, signed by its write, with the record of its entries', () => {
    const sealed = sealChange(change, 'write_9');
    expect(sealed).toMatchObject({ revision: 5, writeId: 'write_9', state: 'staging' });
    expect(sealed.journal).toEqual([{ revision: 5, entries: change.entries }]);
  });

  it('a change keeps the records that no check has removed yet', () => {
    const earlier = { revision: 4, entries: [] };
    const sealed = sealChange({ ...change, request: { ...change.request, journal: [earlier] } }, 'w');
    expect(sealed.journal.map((record) => record.revision)).toEqual([4, 5]);
  });

  it('a change with only entries to hand over is due with the deadlines of the request', () => {
    expect(change.request.checkAtMs).toBeNull();
    expect(sealChange(change, 'w').checkAtMs).toBeNull();
    expect(dueAtMs(sealChange(change, 'w'))).toBe(dueAtMs(change.request));
    const pending = { ...change, request: { ...change.request, checkAtMs: at('12:06') } };
    expect(sealChange(pending, 'w').checkAtMs).toBe(at('12:06'));
    expect(sealChange(unchanged(request), 'w').checkAtMs).toBeNull();
  });

  it('a growing journal sets a check that removes its records', () => {
    const journal = Array.from({ length: 16 }, (_, index) => ({ revision: index + 1, entries: [] }));
    const sealed = (records: typeof journal) =>
      sealChange({ ...change, request: { ...change.request, journal: records } }, 'w');
    expect(sealed(journal).checkAtMs).toBe(at('12:07'));
    expect(sealed(journal.slice(1)).checkAtMs).toBeNull();
  });

  it('a change with more to hand over than its entries sets a check two minutes later', () => {
    const denied = accepted(refuseRequest(request, { operator: ALPHA, note: null, outcomeReason: null }, at('12:05')));
    const pending = { ...denied, request: { ...denied.request, checkAtMs: at('12:06') } };
    expect(sealChange(pending, 'w').checkAtMs).toBe(at('12:07'));
  });
});

it('two changes in one write have the entries of both in order', () => {
  const open = aRequest({ mode: 'coincident' });
  const staging = accepted(turnKey(open, aTurn('op_alpha'), at('12:01'))).change.request;
  const settled = settle(staging, at('12:02'));
  const turned = accepted(turnKey(settled.request, aTurn('op_bravo'), at('12:02'))).change;
  expect(kindsOf(followedBy(settled, turned))).toEqual(['round.collapsed', 'key.turned']);
  expect(followedBy(settled, turned).request).toBe(turned.request);
});

it.each<[EntryKind, boolean]>([
  ['request.proposed', true],
  ['request.notified', true],
  ['key.turned', false],
  ['key.withdrawn', false],
  ['code.wrong', false],
  ['code.reissued', true],
  ['seat.disabled', false],
  ['seat.struck', true],
  ['round.collapsed', true],
  ['request.reminded', true],
  ['request.warned', true],
  ['request.authorized', true],
  ['request.executing', true],
  ['request.succeeded', true],
  ['request.failed', true],
  ['request.denied', true],
  ['request.aborted', true],
  ['request.expired', true],
  ['intent.claimed', false],
  ['intent.reported', true],
  ['intent.window_closed', true],
])('an entry of the kind %s sets a check two minutes later: %s', (kind, isChecked) => {
  const entry = { kind, atMs: at('12:05'), ...SERVICE };
  const changed = { request: change.request, entries: [change.entries[0]!, entry] };
  expect(sealChange(changed, 'w').checkAtMs).toBe(isChecked ? at('12:07') : null);
});

it('two changes in one write are signed if one of them was, by the later one if both were', () => {
  const [first, second] = [{ decision: 1 }, { decision: 2 }] as unknown as Signed[];
  expect(followedBy(change, change)).not.toHaveProperty('signed');
  expect(followedBy({ ...change, signed: first! }, change).signed).toBe(first);
  expect(followedBy({ ...change, signed: first! }, { ...change, signed: second! }).signed).toBe(second);
});

it('code of an older form than the request needs makes no change', () => {
  expect(() => assertDecidable({ ...request, minForm: REQUEST_FORM })).not.toThrow();
  expect(() => assertDecidable({ ...request, minForm: REQUEST_FORM + 1 })).toThrow(
    `request ${request.id}: only code of form ${REQUEST_FORM + 1} may decide on it; this is form ${REQUEST_FORM}`,
  );
});
