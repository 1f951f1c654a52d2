/** Sessions and sign-in links. */

import type { OrgId } from '../../../src/protocol/identifiers';
import type { Session, SessionStore } from '../../../src/service/access/ports';
import { createSessionStore } from '../../../src/service/access/store/session-store';
import { ALPHA, at, BRAVO } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import type { Place } from './stores';

export function sessionRules(place: Place): void {
  let store: SessionStore;
  let org: OrgId;
  beforeEach(() => {
    store = createSessionStore(place.tables());
    org = place.org();
  });

  /** A token is looked up without its organization, so the hash names it. */
  const hash = (token: string) => `${org} ${token}`;
  const aSession = (id: string, until = '13:00'): Session => ({
    org,
    operator: BRAVO,
    id,
    accessEpoch: 2,
    began: 'link',
    device: 'mac',
    createdAtMs: at('12:00'),
    expiresAtMs: at(until),
  });
  const find = (token: string, time = '12:30') => store.find(hash(token), at(time));

  test('the session store gives a sign-in link to one of two, and to nobody at its end', async () => {
    const link = { org, operator: BRAVO, accessEpoch: 2, browserHash: null };
    await store.createSignInLink(hash('link'), link, at('12:10'), PERMIT);
    expect(await store.spendSignInLink(hash('link'), null, at('12:10'))).toBeNull();
    const both = await Promise.all([1, 2].map(() => store.spendSignInLink(hash('link'), null, at('12:09:59.999'))));
    expect(both.filter((spent) => spent !== null)).toEqual([link]);
    expect(await store.spendSignInLink(hash('link'), null, at('12:01'))).toBeNull();
  });

  test('the session store gives a link that a browser requested to that browser alone, and no other uses it up', async () => {
    const link = { org, operator: BRAVO, accessEpoch: 2, browserHash: 'hash of a secret' };
    await store.createSignInLink(hash('mailed'), link, at('12:10'), PERMIT);
    expect(await store.spendSignInLink(hash('mailed'), null, at('12:01'))).toBeNull();
    expect(await store.spendSignInLink(hash('mailed'), 'hash of another secret', at('12:01'))).toBeNull();
    expect(await store.spendSignInLink(hash('mailed'), link.browserHash, at('12:10'))).toBeNull();
    expect(await store.spendSignInLink(hash('mailed'), link.browserHash, at('12:09:59.999'))).toEqual(link);
    expect(await store.spendSignInLink(hash('mailed'), link.browserHash, at('12:01'))).toBeNull();
  });

  test('the session store finds a session until its last millisecond, and not after it has ended', async () => {
    await store.create(hash('a'), aSession('ses_a'));
    expect(await find('a', '12:59:59.999')).toEqual(aSession('ses_a'));
    expect(await find('a', '13:00')).toBeNull();
    await store.end(hash('a'));
    expect(await find('a')).toBeNull();
    expect(await find('none')).toBeNull();
  });

  test('the session store moves a session into another access epoch, and brings none back that has ended', async () => {
    await store.create(hash('a'), aSession('ses_a'));
    await store.carryOver(hash('a'), 3);
    expect(await find('a')).toEqual({ ...aSession('ses_a'), accessEpoch: 3 });
    await store.end(hash('a'));
    await store.carryOver(hash('a'), 4);
    expect(await find('a')).toBeNull();
  });

  test('the session store knows when each operator last signed in, also after the session has ended', async () => {
    expect(await store.lastSignIns(org)).toEqual(new Map());
    await store.create(hash('a'), aSession('ses_a'));
    await store.create(hash('b'), { ...aSession('ses_b'), createdAtMs: at('12:20') });
    await store.create(hash('c'), { ...aSession('ses_c'), operator: ALPHA });
    await store.end(hash('b'));
    expect(await store.lastSignIns(org)).toEqual(
      new Map([
        [ALPHA, at('12:00')],
        [BRAVO, at('12:20')],
      ]),
    );
    expect(await store.lastSignIns('org_nobody' as OrgId)).toEqual(new Map());
  });

  test('the session store lists and revokes the sessions of an operator, and of nobody else', async () => {
    await store.create(hash('a'), aSession('ses_a'));
    await store.create(hash('b'), aSession('ses_b', '12:30'));
    await store.create(hash('c'), { ...aSession('ses_c'), operator: ALPHA });
    const ids = async (time: string) => (await store.list(org, BRAVO, at(time))).map(({ id }) => id).sort();
    expect(await ids('12:29')).toEqual(['ses_a', 'ses_b']);
    expect(await ids('12:30')).toEqual(['ses_a']);
    expect(await store.revoke(org, ALPHA, 'ses_a')).toBe(false);
    expect(await store.revoke('org_nobody' as OrgId, BRAVO, 'ses_a')).toBe(false);
    expect(await find('a')).not.toBeNull();
    expect(await store.revoke(org, BRAVO, 'ses_a')).toBe(true);
    expect([await find('a'), (await find('c'))?.id]).toEqual([null, 'ses_c']);
  });
}
