/** What admins configure, over tables in memory: what is stored, what the audit chain says, and what is refused. */

import { LIMITS } from '../../generated/limits';
import { DEMO_ORG as ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import { hasValidCheckDigits, tokenHash } from '../../src/protocol/api-key-token';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { digestOf, sha256Hex } from '../../src/protocol/hash';
import type { ActionId, EndpointId, OperatorId } from '../../src/protocol/identifiers';
import { deriveCallbackKey } from '../../src/protocol/signature';
import { operatorAccess } from '../../src/service/access/use-cases/operator-access';
import { openSession, revokeSession, signInByLink } from '../../src/service/access/use-cases/sessions';
import { EDITS, type EditKind, type EditOf } from '../../src/service/administration/rules/edits';
import { type MakeDeps, makeEdit } from '../../src/service/administration/use-cases/make-edit';
import type { PendingEntry } from '../../src/service/audit/rules/chain';
import { howOf } from '../../src/service/configuration/rules/declaration';
import type {
  Journaled,
  NewApiKey,
  NewOperator,
  Operator,
  OperatorPatch,
} from '../../src/service/configuration/rules/items';
import type { EndpointPatch, NewEndpoint, RecoverySpan } from '../../src/service/delivery/rules/edits/endpoint';
import type { Policy } from '../../src/service/policy/rules/policy';
import type { WebhookSender } from '../../src/service/receiver/ports';
import { aPasskey } from '../store/conformance/config-items';
import { aNewPolicy, BRAVO, CHARLIE } from '../support/builders';
import { type Ledger, openLedger } from '../support/ledger';
import { PERMIT } from '../support/permit';

const entriesOf = (item: Journaled): PendingEntry[] => item.journal.flatMap(({ entries }) => [...entries]);
const lastOf = (item: Journaled) => entriesOf(item).at(-1);

/** Makes one edit that nothing forbids. `changes.test.ts` has the rules about that. */
const made =
  <Kind extends EditKind, Args extends readonly unknown[]>(
    kind: Kind,
    of: (...args: Args) => Omit<EditOf<Kind>, 'kind'>,
  ) =>
  (deps: MakeDeps<Kind>, by: string, ...args: Args) =>
    makeEdit<Kind>(deps, { org: ORG, by: person(by) }, { kind, ...of(...args) } as unknown as EditOf<Kind>, PERMIT);
const createOperator = made('create_operator', (operator: NewOperator) => ({ operator }));
const updateOperator = made('update_operator', (id: OperatorId, patch: OperatorPatch) => ({ id, patch }));
const makeSignInLink = made('send_sign_in_link', (id: OperatorId) => ({ id }));
const endAccess = made('end_access', (id: OperatorId) => ({ id }));
const deleteOperatorPasskey = made('delete_passkey', (owner: OperatorId, passkey: string) => ({ owner, passkey }));
const issueApiKey = made('create_key', (key: NewApiKey) => key);
const deleteAction = made('delete_action', (id: ActionId) => ({ id }));
const createEndpoint = made('create_endpoint', (endpoint: NewEndpoint) => ({ endpoint }));
const updateEndpoint = made('update_endpoint', (id: EndpointId, patch: EndpointPatch) => ({ id, patch }));
const deleteEndpoint = made('delete_endpoint', (id: EndpointId) => ({ id }));
const rotateSecret = made('rotate_secret', (id: EndpointId, overlapSeconds: number) => ({ id, overlapSeconds }));
const revokePreviousSecret = made('revoke_previous_secret', (id: EndpointId) => ({ id }));
const verifyEndpoint = made('verify_endpoint', (id: EndpointId, token: string) => ({ id, token }));
const recover = made('recover_endpoint', (id: EndpointId, span: RecoverySpan) => ({ id, span }));

describe('the configuration', () => {
  let ledger: Ledger;
  let nowMs: number;
  let deps: Ledger['ports'];
  beforeAll(async () => {
    nowMs = Date.now();
    ledger = await openLedger({ memory: true, nowMs: () => nowMs });
    deps = ledger.ports;
  });
  afterAll(() => ledger?.stop());
  beforeEach(() => {
    nowMs += 1000;
  });
  let people = 0;
  /** An operator of their own for each test. */
  const someone = async (fields: object = {}): Promise<Operator> => {
    const id = `op_new_${people++}` as OperatorId;
    const operator = { id, name: 'New', email: 'new@acme.dev', role: 'operator', ...fields } as NewOperator;
    return value(await createOperator(deps, 'op_alpha', operator));
  };
  const value = <T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };

  describe('of an operator', () => {
    it('a new operator is enabled, and an edit of their role is none of who they are', async () => {
      const made = await someone();
      const fields = { enabled: true, accessEpoch: 0, lastDisabledAtMs: null, createdAtMs: nowMs, revision: 1 };
      expect(made).toMatchObject(fields);
      const edited = value(await updateOperator(deps, 'op_alpha', made.id, { name: 'Other', role: 'admin' }));
      expect(edited.identityChangedAtMs).toBeUndefined();
      value(await updateOperator(deps, 'op_alpha', made.id, { role: 'operator' }));
    });

    it('a disabled operator loses all access, once', async () => {
      const made = await someone();
      const disabled = value(await updateOperator(deps, 'op_alpha', made.id, { enabled: false }));
      expect(disabled).toMatchObject({
        enabled: false,
        accessEpoch: 1,
        lastDisabledAtMs: nowMs,
        accessEnds: [{ epoch: 0, atMs: nowMs }],
      });
      nowMs += 1;
      const renamed = value(await updateOperator(deps, 'op_alpha', made.id, { enabled: false, name: 'X' }));
      expect(renamed).toMatchObject({ accessEpoch: 1, lastDisabledAtMs: nowMs - 1 });
      const enabled = value(await updateOperator(deps, 'op_alpha', made.id, { enabled: true }));
      expect([enabled.accessEpoch, lastOf(enabled)!.data]).toEqual([1, { changed: ['enabled'], enabled: true }]);
    });

    it('an operator with a new address loses their seats unless they changed it themselves, and ten old addresses are kept', async () => {
      const made = await someone();
      let last = made;
      for (let n = 0; n < 12; n++)
        last = value(await updateOperator(deps, 'op_alpha', made.id, { email: `a${n}@acme.dev` }));
      expect(last.identityChangedAtMs).toBe(nowMs);
      expect(last.formerEmails).toHaveLength(10);
      expect(last.formerEmails!.at(-1)).toEqual({ email: 'a10@acme.dev', revision: last.revision });
      const own = await someone();
      const moved = value(await updateOperator(deps, own.id, own.id, { email: 'own@acme.dev' }));
      expect(moved.identityChangedAtMs).toBeUndefined();
      expect(moved.formerEmails).toEqual([{ email: 'new@acme.dev', revision: 2 }]);
    });

    it('an edit leaves at least one admin, and its write checks that this admin did not change', async () => {
      const admin = { ...(await someone({ role: 'admin' })) };
      const other = { ...(await someone({ role: 'admin' })) };
      const decided = (operators: Operator[], { id }: Operator, patch: OperatorPatch) => {
        const operator = operators.find((one) => one.id === id) ?? null;
        const how = howOf({ org: ORG, by: person('op_alpha') }, nowMs, 'off');
        return EDITS.update_operator.decide({ operators, operator }, { id, patch }, { ...how, made: null });
      };
      for (const patch of [{ role: 'operator' }, { enabled: false }] as const) {
        expect(decided([admin], admin, patch)).toEqual({ ok: false, error: { reason: 'last_admin' } });
        expect(decided([admin, { ...other, enabled: false }], admin, patch)).toMatchObject({ ok: false });
        expect(value<unknown>(decided([admin, other], admin, patch))).toMatchObject({
          options: { whileUnchanged: other, beginsRule: true },
        });
      }
      expect(value<unknown>(decided([admin], admin, { name: 'X' }))).toMatchObject({
        options: { whileUnchanged: undefined, beginsRule: false },
      });
      const plain = await someone();
      for (const [operators, begins] of [
        [[admin, plain], true],
        [[plain], false],
      ] as const)
        expect(value<unknown>(decided([...operators], plain, { role: 'admin' }))).toMatchObject({
          options: { beginsRule: begins },
        });
      for (const each of [admin, other]) value(await updateOperator(deps, 'op_alpha', each.id, { role: 'operator' }));
    });

    it('a sign-in link is recorded before it exists', async () => {
      const made = await someone();
      const notedFirst: unknown[] = [];
      const sessions: typeof deps.sessions = {
        ...deps.sessions,
        createSignInLink: async (...link) => {
          notedFirst.push(lastOf((await deps.config.operator(ORG, made.id))!)?.kind);
          return deps.sessions.createSignInLink(...link);
        },
      };
      const { token, expiresAtMs } = value(await makeSignInLink({ ...deps, sessions }, 'op_alpha', made.id));
      expect(notedFirst).toEqual(['operator.sign_in_link_made']);
      expect(expiresAtMs).toBe(nowMs + 24 * 3600_000);
      expect((await deps.config.operator(ORG, made.id))!.identityChangedAtMs).toBe(nowMs);
      const opened = (await signInByLink(deps, token, null))!;
      expect(opened.session).toMatchObject({
        org: ORG,
        operator: made.id,
        id: expect.stringMatching(/^ses_[0-9a-f]{24}$/),
        createdAtMs: nowMs,
        expiresAtMs: nowMs + 12 * 3600_000,
      });
      expect(await deps.sessions.find(sha256Hex(opened.token), nowMs)).toEqual(opened.session);
      expect(await signInByLink(deps, token, null)).toBeNull();
    });

    it('a link that has expired, or that was made before access was revoked, opens no session', async () => {
      const made = await someone();
      const revoked = value(await makeSignInLink(deps, 'op_alpha', made.id));
      expect(value(await endAccess(deps, 'op_alpha', made.id))).toMatchObject({
        accessEpoch: 1,
        identityChangedAtMs: nowMs,
        accessEnds: [{ epoch: 0, atMs: nowMs }],
      });
      expect(await signInByLink(deps, revoked.token, null)).toBeNull();
      const late = value(await makeSignInLink(deps, 'op_alpha', made.id));
      const inTime = value(await makeSignInLink(deps, 'op_alpha', made.id));
      nowMs = late.expiresAtMs - 1;
      expect(await signInByLink(deps, inTime.token, null)).not.toBeNull();
      nowMs += 1;
      expect(await signInByLink(deps, late.token, null)).toBeNull();
      const own = await someone();
      const ended = value(await endAccess(deps, own.id, own.id));
      expect(ended.identityChangedAtMs).toBeUndefined();
      expect(lastOf(ended)).toMatchObject({ kind: 'operator.access_revoked', actor: own.id, data: {} });
    });

    /** An operator who ends a session, with a session of their own. */
    const by = (operator: string, createdAtMs = nowMs) => ({
      operator: operator as OperatorId,
      session: { id: 'ses_by', createdAtMs, began: 'link' as const },
    });

    it('an operator cannot end another of their sessions five minutes after signing in, and an admin can', async () => {
      const made = await someone();
      const { session } = await openSession(deps, made, 'link');
      const of = { org: ORG, owner: made.id, id: session.id };
      const late = by(made.id, nowMs - 5 * 60_000);
      expect(await revokeSession(deps, of, late)).toEqual({ ok: false, error: { reason: 'sign_in_again' } });
      expect((await revokeSession(deps, of, by(made.id, nowMs - 5 * 60_000 + 1))).ok).toBe(true);
      const own = (await openSession(deps, made, 'link')).session.id;
      expect(
        (await revokeSession(deps, { ...of, id: own }, { ...late, session: { ...late.session, id: own } })).ok,
      ).toBe(true);
      const theirs = (await openSession(deps, made, 'link')).session.id;
      expect((await revokeSession(deps, { ...of, id: theirs }, by('op_alpha', 0))).ok).toBe(true);
    });

    it('a session that is ended, and a passkey that somebody else changes, leave an entry', async () => {
      const made = await someone();
      const { session } = await openSession(deps, made, 'link');
      const of = { org: ORG, owner: made.id, id: session.id };
      expect((await revokeSession(deps, { ...of, id: 'ses_none' }, by('op_alpha'))).ok).toBe(false);
      const ended = async () => {
        const entries = await ledger.entries(ORG, 'operator.session_revoked');
        return entries.filter(({ subject }) => subject === made.id);
      };
      expect(await ended()).toEqual([]);
      expect((await revokeSession(deps, of, by('op_alpha'))).ok).toBe(true);
      expect(await ended()).toEqual([
        { at: nowMs, kind: 'operator.session_revoked', subject: made.id, ...person('op_alpha'), data: {} },
      ]);
      const again = await openSession(deps, made, 'link');
      expect((await revokeSession(deps, { ...of, id: again.session.id }, by(made.id))).ok).toBe(true);
      expect((await ended()).map(({ actor }) => actor).sort()).toEqual(['op_alpha', made.id]);
      await deps.passkeys.enrol(aPasskey(ORG, 'psk_theirs', { operator: made.id }), 0);
      value(await deleteOperatorPasskey(deps, 'op_alpha', made.id, 'psk_theirs'));
      const noted = (await deps.config.operator(ORG, made.id))!;
      expect(noted.identityChangedAtMs).toBe(nowMs);
      expect(lastOf(noted)).toMatchObject({ kind: 'operator.identity_changed', data: { changed: ['passkeys'] } });
      const access = await operatorAccess(deps, ORG);
      expect(access.find(({ id }) => id === made.id)).toMatchObject({ lastSignInAtMs: nowMs, passkeys: 0 });
      const never = await someone();
      expect((await operatorAccess(deps, ORG)).find(({ id }) => id === never.id)!.lastSignInAtMs).toBeNull();
    });
  });

  describe('of an API key', () => {
    it('an API key is stored as the hash of its token and its sealed callback key', async () => {
      const { token, key } = value(await issueApiKey(deps, 'op_alpha', { name: 'ci', scopes: ['read'] }));
      expect(hasValidCheckDigits(token)).toBe(true);
      expect(key).toMatchObject({
        tokens: [{ number: 1, hash: tokenHash(token), endsAtMs: null, lastUsedAtMs: null }],
        createdBy: person('op_alpha'),
        revokedAtMs: null,
      });
      expect(JSON.stringify(key)).not.toContain(token);
      const sealed = key.tokens[0]!.sealedCallbackKey;
      const opened = await deps.secretBox.open(ORG, `APIKEY#${key.id}#callback_key#1`, sealed);
      expect(Buffer.from(opened)).toEqual(Buffer.from(deriveCallbackKey(token)));
      const config = { ...deps.config, saveApiKey: async () => 'conflict' as const };
      expect(await issueApiKey({ ...deps, config }, 'op_alpha', { name: 'x', scopes: [] })).toEqual({
        ok: false,
        error: { reason: 'edited_meanwhile' },
      });
    });
  });

  describe('of an action', () => {
    const POLICY = aNewPolicy({
      ...{ id: 'try.it' as ActionId, title: 'Try', roster: [BRAVO, CHARLIE] },
      quorum: { default: 2, min: 1, max: 2, selectable: false },
    });
    const put = (fields: Partial<Policy> = {}, ifVersion: number | null = null, permitted = PERMIT) => {
      const edit = { kind: 'put_action', policy: { ...POLICY, ...fields }, ifVersion } as const;
      return makeEdit(deps, { org: ORG, by: person('op_alpha') }, edit, permitted);
    };

    const fingerprintOf = (policy: Policy) => digestOf(canonicalJson(JSON.parse(JSON.stringify(policy))));

    it('each edit raises the version of an action, and the entry says what it loosened', async () => {
      const first = value(await put({}, 0));
      expect(first).toMatchObject({
        policy: { version: 1 },
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        deletedAtMs: null,
      });
      const after = fingerprintOf(first.policy);
      expect(lastOf(first)!.data).toMatchObject({ after });
      nowMs += 1;
      const looser = value(await put({ quorum: { ...POLICY.quorum, default: 1 } }, 1));
      expect([looser.policy.version, looser.createdAtMs, looser.updatedAtMs]).toEqual([2, nowMs - 1, nowMs]);
      const fingerprints = { before: after, after: fingerprintOf(looser.policy) };
      expect(lastOf(looser)!.data).toMatchObject({ loosened: ['quorum'], ...fingerprints });
    });

    it('an action is deleted once, and created again from its last version', async () => {
      const deleted = value(await deleteAction(deps, 'op_bravo', POLICY.id));
      expect([deleted.deletedAtMs, deleted.updatedAtMs]).toEqual([nowMs, nowMs]);
      expect(await put({}, 2)).toEqual({ ok: false, error: { reason: 'version_moved', current: 0 } });
      const again = value(await put({ quorum: { ...POLICY.quorum, default: 1 } }, 0));
      expect([again.policy.version, again.deletedAtMs]).toEqual([3, null]);
      expect(Object.keys(lastOf(again)!.data)).not.toContain('loosened');
    });
  });

  describe('of an endpoint', () => {
    const ok: WebhookSender = {
      validateEndpoint: async () => ({ ok: true }),
      post: () => Promise.reject(new Error('nothing is posted here')),
    };
    const hook = async (url = 'https://hooks.acme.dev/x') =>
      value(await createEndpoint({ ...deps, sender: ok }, 'op_alpha', { url, types: null, description: 'd' }));

    it('the secret of an endpoint is shown once and stored sealed', async () => {
      const { endpoint, secret } = await hook();
      expect(secret).toMatch(/^whsec_[\w-]{43}$/);
      expect(endpoint).toMatchObject({ enabled: true, enabledSinceMs: nowMs, previous: null, revision: 1 });
      expect(JSON.stringify(endpoint)).not.toContain(secret);
      const open = async (sealed: string) =>
        Buffer.from(await deps.secretBox.open(ORG, `ENDPOINT#${endpoint.id}#secret`, sealed)).toString();
      expect(await open(endpoint.sealedSecret)).toBe(secret);
      const rotated = value(await rotateSecret(deps, 'op_alpha', endpoint.id, 60));
      expect(rotated.endpoint.previous).toEqual({ sealedSecret: endpoint.sealedSecret, expiresAtMs: nowMs + 60_000 });
      expect(await open(rotated.endpoint.sealedSecret)).toBe(rotated.secret);
      expect(value(await revokePreviousSecret(deps, 'op_alpha', endpoint.id)).previous).toBeNull();
      const atOnce = value(await rotateSecret(deps, 'op_alpha', endpoint.id, 0));
      expect(atOnce.endpoint.previous).toBeNull();
    });

    it('an endpoint that is enabled again gets the events from then on', async () => {
      const { endpoint } = await hook();
      const { id } = endpoint;
      const update = async (patch: object) => value(await updateEndpoint(deps, 'op_alpha', id, patch));
      nowMs += 1;
      expect((await update({ enabled: true })).enabledSinceMs).toBe(nowMs - 1);
      expect((await update({ enabled: false })).enabledSinceMs).toBe(nowMs - 1);
      const enabled = await update({ enabled: true, types: ['request.denied'], description: 'x' });
      expect(enabled).toMatchObject({ enabledSinceMs: nowMs, types: ['request.denied'], description: 'x' });
      const deleted = value(await deleteEndpoint(deps, 'op_alpha', id));
      expect(deleted).toMatchObject({ deletedAtMs: nowMs, enabled: false, previous: null });
    });

    it('a destination on AWS is verified once, also by two admins at the same moment', async () => {
      const { id } = (await hook('arn:aws:sqs:eu-central-1:111122223333:approvals')).endpoint;
      const stored = (await deps.config.endpoint(ORG, id))!;
      const token = Buffer.from(await deps.secretBox.open(ORG, `ENDPOINT#${id}#token`, stored.sealedToken!)).toString();
      const clock = { nowMs: () => nowMs++ };
      const both = ['op_alpha', 'op_bravo'].map((by) => verifyEndpoint({ ...deps, clock }, by, id, token));
      const answers = await Promise.all(both);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      expect(answers).toContainEqual({ ok: false, error: { reason: 'verified_already' } });
      const entries = entriesOf((await deps.config.endpoint(ORG, id))!);
      expect(entries.filter(({ kind }) => kind === 'endpoint.verified')).toHaveLength(1);
    });

    it('a recovery reads requests from as long before its time span as a request can live', async () => {
      const { endpoint } = await hook();
      const asked: (number | undefined)[] = [];
      const recent = async (_: string, { sinceMs }: { readonly sinceMs?: number }) => {
        asked.push(sinceMs);
        return { ids: [], entries: [], looked: 0, cursor: null, backToMs: null };
      };
      const requests = { ...deps.requests, recent } as typeof deps.requests;
      const span = { sinceMs: nowMs - 1000, untilMs: nowMs, cursor: null };
      await recover({ ...deps, requests }, 'op_alpha', endpoint.id, span);
      const { ttlSeconds, executeWithinSeconds, leaseSeconds } = LIMITS;
      const longestSeconds = ttlSeconds.max + executeWithinSeconds.max + leaseSeconds.max;
      expect(asked[0]).toBeLessThanOrEqual(span.sinceMs - longestSeconds * 1000);
      await recover({ ...deps, requests }, 'op_alpha', endpoint.id, { ...span, sinceMs: 1 });
      expect(asked[1]).toBe(0);
    });
  });
});
