import { codeKeysFrom } from '../../src/adapters/secrets/secrets-manager';
import { systemRandom } from '../../src/adapters/system/random';
import { createPasskeyVerifier } from '../../src/adapters/webauthn';
import { openMemoryTables } from '../../src/local/memory/tables';
import type { LocalTables } from '../../src/local/tables';
import { person, SERVICE, SET_UP } from '../../src/protocol/actor';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { makeChallenge } from '../../src/protocol/signed-challenge';
import type { CredentialResponse } from '../../src/service/access/ports';
import { signingPoint } from '../../src/service/access/rules/passkey';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { createSessionStore } from '../../src/service/access/store/session-store';
import { operatorAccess } from '../../src/service/access/use-cases/operator-access';
import {
  enrolPasskey,
  livePasskeys,
  type PasskeyDeps,
  removePasskey,
  signInByPasskey,
  startPasskeyEnrolment,
  startPasskeySignIn,
} from '../../src/service/access/use-cases/passkeys';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import { pendingEntry } from '../../src/service/audit/rules/chain';
import { edited, type Operator } from '../../src/service/configuration/rules/items';
import { type AuthenticatorOptions, aCredential, type Credential } from '../support/authenticator';
import { accepted, refused } from '../support/builders';
import { PERMIT } from '../support/permit';
import { losingAnswers } from '../support/tables';

const ORIGIN = 'https://console.acme.dev';
const HERE: AuthenticatorOptions = { origin: ORIGIN, rpId: 'console.acme.dev' };
const SESSION = { id: 'ses_1', createdAtMs: Date.parse('2026-11-20T12:00:00Z'), began: 'link' as const };

describe('a passkey', () => {
  let database: LocalTables;
  let deps: PasskeyDeps;
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  beforeAll(() => {
    database = openMemoryTables(() => undefined);
    deps = {
      clock: { nowMs: () => nowMs },
      random: systemRandom,
      config: createConfigStore(database.tables),
      sessions: createSessionStore(database.tables),
      passkeys: createPasskeyStore(database.tables),
      passkeyVerifier: createPasskeyVerifier(),
      codeKeys: codeKeysFrom(async () => ({ current: 'ck_1', keys: { ck_1: Buffer.alloc(32, 7).toString('base64') } })),
      pause: { beforeRetry: async () => undefined },
      origin: ORIGIN,
    };
  });
  afterAll(() => database?.stop());

  let count = 0;
  const anOperator = async (org = 'org_acme'): Promise<Operator> => {
    const id = `op_${++count}` as OperatorId;
    const blank: Operator = {
      org: org as OrgId,
      id,
      name: `Operator ${count}`,
      email: `${id}@acme.dev`,
      role: 'operator',
      enabled: true,
      accessEpoch: 0,
      lastDisabledAtMs: null,
      createdAtMs: nowMs,
      revision: 0,
      journal: [],
    };
    const operator = edited(blank, {}, [{ at: nowMs, kind: 'operator.created', subject: id, ...SERVICE, data: {} }]);
    expect(await deps.config.saveOperator(operator, PERMIT)).toBe('saved');
    return operator;
  };
  const challengeIn = (options: object) => (options as { challenge: string }).challenge;
  const enrolment = async (operator: Operator, session = SESSION) =>
    challengeIn(accepted(await startPasskeyEnrolment(deps, operator, session)));
  const enrol = async (operator: Operator, credential: Credential, name = 'laptop') => {
    const response = credential.create(await enrolment(operator)) as CredentialResponse;
    return enrolPasskey(deps, operator, SESSION, { response, name });
  };
  const signIn = async (credential: Credential) => {
    const challenge = challengeIn(accepted(await startPasskeySignIn(deps)));
    return signInByPasskey(deps, credential.use(challenge) as CredentialResponse);
  };

  it('a passkey signs in its operator, and nobody else', async () => {
    const operator = await anOperator();
    const other = await anOperator('org_other');
    const [own, others] = [aCredential(HERE), aCredential(HERE)];
    accepted(await enrol(operator, own));
    accepted(await enrol(other, others));
    expect(await signIn(own)).toMatchObject({ operator: { id: operator.id }, session: { org: 'org_acme' } });
    expect(await signIn(others)).toMatchObject({ operator: { id: other.id }, session: { org: 'org_other' } });
    expect(await signIn(aCredential(HERE))).toBeNull();
  });

  it('a passkey with a misleading name is not enrolled, and its credential can be enrolled under another name', async () => {
    const [operator, credential] = [await anOperator(), aCredential(HERE)];
    for (const name of ['lap\u202etop', 'lap\ntop', '\u200b ']) {
      expect(refused(await enrol(operator, credential, name))).toMatchObject({
        reason: 'invalid_name',
        problem: expect.stringMatching(/^name: must /),
      });
    }
    expect(await signIn(credential)).toBeNull();
    accepted(await enrol(operator, credential));
  });

  it('a passkey counts for its operator until it is deleted, with the time of the last sign-in', async () => {
    const [operator, credential] = [await anOperator(), aCredential(HERE)];
    const access = async () => (await operatorAccess(deps, operator.org)).find(({ id }) => id === operator.id);
    expect(await access()).toEqual({ id: operator.id, lastSignInAtMs: null, passkeys: 0, accountConnectedAtMs: null });
    const passkey = accepted(await enrol(operator, credential));
    nowMs += 60_000;
    await signIn(credential);
    expect(await access()).toEqual({ id: operator.id, lastSignInAtMs: nowMs, passkeys: 1, accountConnectedAtMs: null });
    await removePasskey(deps, operator, passkey.id, person(operator.id));
    expect((await access())?.passkeys).toBe(0);
  });

  it('a passkey signs in repeatedly, each time with a new challenge', async () => {
    const credential = aCredential(HERE);
    accepted(await enrol(await anOperator(), credential));
    expect(await signIn(credential)).not.toBeNull();
    expect(await signIn(credential)).not.toBeNull();
    const challenge = challengeIn(accepted(await startPasskeySignIn(deps)));
    const response = credential.use(challenge) as CredentialResponse;
    expect(await signInByPasskey(deps, response)).not.toBeNull();
    expect(await signInByPasskey(deps, response)).toBeNull();
  });

  it.each<[string, Partial<AuthenticatorOptions>]>([
    ['made at another origin', { origin: 'https://evil.example' }],
    ['made for another host', { rpId: 'evil.example' }],
    ['made without asking its user for a PIN or a finger', { verifiesUser: false }],
  ])('the passkey is not enrolled: %s', async (_, options) => {
    expect(refused(await enrol(await anOperator(), aCredential({ ...HERE, ...options })))).toEqual({
      reason: 'not_verified',
    });
  });

  it('a passkey does not sign in without a PIN or a finger', async () => {
    const credential = aCredential(HERE);
    accepted(await enrol(await anOperator(), credential));
    const challenge = challengeIn(accepted(await startPasskeySignIn(deps)));
    const unverified = credential.use(challenge, { verifiesUser: false }) as CredentialResponse;
    expect(await signInByPasskey(deps, unverified)).toBeNull();
    expect(await signIn(credential)).not.toBeNull();
  });

  it('a passkey cannot answer a forged, expired or used challenge, or one of another session or purpose', async () => {
    const operator = await anOperator();
    const credential = aCredential(HERE);
    const tried = async (challenge: string, by = credential) =>
      (
        await enrolPasskey(deps, operator, SESSION, {
          response: by.create(challenge) as CredentialResponse,
          name: 'x',
        })
      ).ok;
    expect(await tried(systemRandom.base64url(32))).toBe(false);
    // The same challenge under a key that the service does not have, or has no more, and under its own.
    const under = (id: string) =>
      makeChallenge({ id, secret: Buffer.alloc(32, 7) }, `enrol:${SESSION.id}`, '00'.repeat(16), nowMs + 60_000);
    expect(await tried(under('ck_0'))).toBe(false);
    expect(await tried(under('ck_1'), aCredential(HERE))).toBe(true);
    expect(await tried(await enrolment(operator, { ...SESSION, id: 'ses_2' }))).toBe(false);
    expect(await tried(challengeIn(accepted(await startPasskeySignIn(deps))))).toBe(false);
    const late = await enrolment(operator);
    nowMs += 5 * 60_000;
    SESSION.createdAtMs = nowMs;
    expect(await tried(late)).toBe(false);
    expect(await tried(await enrolment(operator))).toBe(true);
  });

  it('a passkey is requested with ES256 first, because only that signs decisions, and other keys can sign in', async () => {
    const operator = await anOperator();
    const options = accepted(await startPasskeyEnrolment(deps, operator, SESSION)) as {
      pubKeyCredParams: { alg: number }[];
    };
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -8, -257]);
    const other = aCredential({ ...HERE, algorithm: 'EdDSA' });
    expect(signingPoint(accepted(await enrol(operator, other)))).toBeNull();
    expect(await signIn(other)).not.toBeNull();
    expect(signingPoint(accepted(await enrol(operator, aCredential(HERE))))).not.toBeNull();
  });

  it('a passkey belongs to one operator of one organization', async () => {
    const credential = aCredential(HERE);
    accepted(await enrol(await anOperator(), credential));
    for (const another of [await anOperator(), await anOperator('org_other')])
      expect(refused(await enrol(another, credential))).toEqual({ reason: 'taken' });
  });

  it('a passkey that counts its uses signs in although the answer to the write of its count is lost', async () => {
    const [operator, credential] = [await anOperator(), aCredential(HERE)];
    accepted(await enrol(operator, credential));
    const challenge = challengeIn(accepted(await startPasskeySignIn(deps)));
    const losing = { ...deps, passkeys: createPasskeyStore(losingAnswers(database.tables)) };
    const signedIn = await signInByPasskey(losing, credential.use(challenge) as CredentialResponse);
    expect(signedIn).toMatchObject({ operator: { id: operator.id } });
  });

  it('a passkey whose counter runs backwards is a copy, and cannot sign in', async () => {
    const operator = await anOperator();
    const credential = aCredential(HERE);
    accepted(await enrol(operator, credential));
    const early = challengeIn(accepted(await startPasskeySignIn(deps)));
    const copied = credential.use(early) as CredentialResponse;
    expect(await signIn(credential)).not.toBeNull();
    expect(await signInByPasskey(deps, copied)).toBeNull();
  });

  it('a passkey cannot sign in after it is deleted or its owner is disabled', async () => {
    const operator = await anOperator();
    const [first, second] = [aCredential(HERE), aCredential(HERE)];
    const { id } = accepted(await enrol(operator, first));
    accepted(await enrol(operator, second));
    expect(refused(await removePasskey(deps, await anOperator(), id, person('op_1')))).toEqual({ reason: 'not_found' });
    accepted(await removePasskey(deps, operator, id, person(operator.id)));
    expect(await signIn(first)).toBeNull();
    expect(await livePasskeys(deps, operator)).toHaveLength(1);
    expect(await signIn(second)).not.toBeNull();
    const disabling = pendingEntry(nowMs, 'operator.updated', operator.id, SET_UP);
    await deps.config.saveOperator(edited<Operator>(operator, { enabled: false }, [disabling]), PERMIT);
    expect(await signIn(second)).toBeNull();
  });

  it('a passkey can be enrolled again after it was deleted', async () => {
    const operator = await anOperator();
    const credential = aCredential(HERE);
    const { id } = accepted(await enrol(operator, credential));
    accepted(await removePasskey(deps, operator, id, person(operator.id)));
    accepted(await enrol(operator, credential));
    expect(await signIn(credential)).not.toBeNull();
  });
});
