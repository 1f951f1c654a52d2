/** Passkeys, and the challenges that are used once. */
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { challengePk, credentialKey } from '../../../src/adapters/dynamodb/keys';
import { sha256Hex } from '../../../src/protocol/hash';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { PasskeyStore } from '../../../src/service/access/ports';
import type { Passkey } from '../../../src/service/access/rules/passkey';
import { createPasskeyStore } from '../../../src/service/access/store/passkey-store';
import { edited } from '../../../src/service/configuration/rules/items';
import { ALPHA, at, BRAVO } from '../../support/builders';
import { aPasskey } from './config-items';
import type { Place } from './stores';

export function passkeyRules(place: Place): void {
  let store: PasskeyStore;
  let org: OrgId;
  beforeEach(() => {
    store = createPasskeyStore(place.tables());
    org = place.org();
  });

  test('the passkey store enrols a credential once, for one operator of one organization', async () => {
    const passkey = aPasskey(org, 'psk_1');
    expect(await store.enrol(passkey, 0)).toBe('saved');
    expect(await store.enrol(aPasskey(org, 'psk_2', { credentialId: passkey.credentialId }), 1)).toBe('taken');
    const elsewhere = { ...passkey, org: `${org}_other` as OrgId };
    expect(await store.enrol(elsewhere, 0)).toBe('taken');
    expect(await store.ofOperator(org, ALPHA)).toEqual([passkey]);
    expect(await store.ofOperator(org, BRAVO)).toEqual([]);
    expect(await store.byCredential(passkey.credentialId)).toEqual(passkey);
    expect(await store.passkey(elsewhere.org, passkey.id)).toBeNull();
  });

  test('the passkey store gives each passkey with the access epoch in which it was enrolled', async () => {
    const [later, earlier] = [aPasskey(org, 'psk_1', { accessEpoch: 2 }), aPasskey(org, 'psk_2')];
    await store.enrol(later, 0);
    await store.enrol(earlier, 1);
    expect(await store.ofOrganization(org)).toEqual([later, earlier]);
    expect(await store.passkey(org, 'psk_2')).toEqual(earlier);
    expect(await store.byCredential(later.credentialId)).toEqual(later);
  });

  test('the passkey store enrols one of two passkeys after the same count', async () => {
    expect(await store.enrolments(org, ALPHA)).toBe(0);
    expect(await store.enrol(aPasskey(org, 'psk_1'), 0)).toBe('saved');
    expect(await store.enrol(aPasskey(org, 'psk_2'), 0)).toBe('overtaken');
    expect(await store.enrol(aPasskey(org, 'psk_2'), 1)).toBe('saved');
    expect(await store.enrol(aPasskey(org, 'psk_3'), 1)).toBe('overtaken');
    expect(await store.enrolments(org, ALPHA)).toBe(2);
    expect(await store.byCredential(aPasskey(org, 'psk_3').credentialId)).toBeNull();
  });

  test('the passkey store keeps one of two edits of the same revision, and an edit that lost deletes nothing', async () => {
    const passkey = aPasskey(org, 'psk_1');
    await store.enrol(passkey, 0);
    const renamed = edited(passkey, { name: 'renamed' }, []);
    expect(await store.save(renamed)).toBe('saved');
    expect(await store.save(edited(passkey, { deletedAtMs: at('12:01') }, []))).toBe('conflict');
    expect(await store.byCredential(passkey.credentialId)).toEqual(renamed);
  });

  test('the passkey store does not find a deleted passkey by its credential, which is free again', async () => {
    const passkey = aPasskey(org, 'psk_1');
    await store.enrol(passkey, 0);
    expect(await store.save(edited(passkey, { deletedAtMs: at('12:01') }, []))).toBe('saved');
    expect(await store.byCredential(passkey.credentialId)).toBeNull();
    expect((await store.passkey(org, passkey.id))?.deletedAtMs).toBe(at('12:01'));
    // An entry that another release left.
    const { client, main: TableName } = place.tables();
    const entry = credentialKey(sha256Hex(passkey.credentialId));
    await client.send(new PutCommand({ TableName, Item: { ...entry, org, id: passkey.id } }));
    expect(await store.byCredential(passkey.credentialId)).toBeNull();
    await client.send(new DeleteCommand({ TableName, Key: entry }));
    const again = aPasskey(org, 'psk_2', { credentialId: passkey.credentialId });
    expect(await store.enrol(again, 1)).toBe('saved');
  });

  const signed = { statement: '{}', signature: 'armour' };
  const enrolled = (id: string, operator: Passkey['operator']) =>
    edited(aPasskey(org, id, { operator }), { enrolment: { atMs: at('12:01'), statement: 'sha256:e' } }, []);
  const countersigned = (passkey: Passkey, by: Passkey) =>
    edited(
      passkey,
      { countersigned: { atMs: at('12:02'), by: by.operator, passkey: by.id, statement: 'sha256:c' } },
      [],
    );

  test('the passkey store keeps what a key signed about its enrolment with the edit, once', async () => {
    await store.enrol(aPasskey(org, 'psk_1'), 0);
    expect(await store.keyStatements(org, 'psk_1')).toEqual({ enrolment: null, countersignature: null });
    const passkey = enrolled('psk_1', ALPHA);
    expect(await store.keepEnrolment(passkey, signed)).toBe('saved');
    expect(await store.keepEnrolment(passkey, { ...signed, statement: '{"again":1}' })).toBe('conflict');
    expect(await store.passkey(org, 'psk_1')).toEqual(passkey);
    expect(await store.keyStatements(org, 'psk_1')).toEqual({ enrolment: signed, countersignature: null });
  });

  test('the passkey store lets one of two admins who countersign each other at once go first, and the bootstrap end once', async () => {
    await store.enrol(aPasskey(org, 'psk_a', { operator: ALPHA }), 0);
    await store.enrol(aPasskey(org, 'psk_b', { operator: BRAVO }), 0);
    const [a, b] = [enrolled('psk_a', ALPHA), enrolled('psk_b', BRAVO)];
    for (const each of [a, b]) expect(await store.keepEnrolment(each, signed)).toBe('saved');
    const keep = (passkey: Passkey, by: Passkey, endsBootstrapAtMs: number | null) =>
      store.keepCountersignature({
        passkey: countersigned(passkey, by),
        signed,
        signer: { passkey: by, counted: false },
        endsBootstrapAtMs,
      });
    expect(await keep(b, a, null)).toBe('saved');
    expect(await store.bootstrap(org)).toEqual({ endedAtMs: null });
    // As it was read before the first one.
    expect(await keep(a, b, null)).toBe('conflict');
    expect(await keep(a, countersigned(b, a), at('12:02'))).toBe('saved');
    expect(await store.bootstrap(org)).toEqual({ endedAtMs: at('12:02') });
    expect((await store.keyStatements(org, 'psk_a')).countersignature).toEqual(signed);
  });

  test('the passkey store gives a challenge to one of many, and answers the same to the one that has it', async () => {
    const use = (usedBy: string) => store.spendChallenge(`${org} challenge`, at('12:05'), usedBy);
    const users = ['a', 'b', 'c'];
    const used = await Promise.all(users.map(use));
    expect(used.filter((each) => each)).toHaveLength(1);
    expect(await use(users[used.indexOf(true)]!)).toBe(true);
    expect(await use(users[used.indexOf(false)]!)).toBe(false);
    // The table removes it an hour after its end.
    const { client, transient: TableName } = place.tables();
    const Key = { pk: challengePk(sha256Hex(`${org} challenge`)) };
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    expect(Item).toMatchObject({ ttl: at('13:05') / 1000 });
  });
}
