/** Messages to operators: each is taken once. */

import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { NoticeStore } from '../../../src/service/notice/ports';
import { createNoticeStore } from '../../../src/service/notice/store/notice-store';
import { at } from '../../support/builders';
import type { Place } from './stores';

const REQUEST = 'req_00000000000000000000000a' as RequestId;
const CODE = 'op_alpha#code#1.0';
const REMINDER = 'op_alpha#reminder#1.0';

export function noticeRules(place: Place): void {
  let store: NoticeStore;
  let org: OrgId;
  beforeEach(() => {
    store = createNoticeStore(place.tables());
    org = place.org();
  });
  const take = (takenBy: string, cause = CODE) => store.take(org, REQUEST, cause, takenBy, at('12:00'));

  test('the store of notices gives a notice to one of many, and each cause by itself', async () => {
    const takes = await Promise.all(['a', 'b', 'c', 'd'].map((takenBy) => take(takenBy)));
    expect(takes.filter((taken) => taken === 'taken')).toHaveLength(1);
    expect(await take('late')).toBe('lost');
    expect(await take('late', REMINDER)).toBe('taken');
  });

  test('the store of notices answers the same to the caller that took it, because the first answer may be lost', async () => {
    expect([await take('a'), await take('a'), await take('b')]).toEqual(['taken', 'taken', 'lost']);
  });

  test('the store of notices releases a notice for the caller that took it alone, and then gives it again', async () => {
    await take('a');
    await store.release(org, REQUEST, CODE, 'b');
    expect(await take('b')).toBe('lost');
    await store.release(org, REQUEST, CODE, 'a');
    expect(await take('b')).toBe('taken');
    await store.release(org, REQUEST, CODE, 'a');
    expect(await take('c')).toBe('lost');
  });

  test('the store of notices names the causes that were taken for a request, and for no other', async () => {
    await Promise.all([take('a'), take('a', REMINDER)]);
    expect(await store.taken(org, REQUEST)).toEqual(new Set([CODE, REMINDER]));
    expect(await store.taken(org, 'req_00000000000000000000000b' as RequestId)).toEqual(new Set());
    expect(await store.taken('org_nobody' as OrgId, REQUEST)).toEqual(new Set());
  });
}
