/** Edits of API keys and their tokens, over tables in memory (docs/decisions/key-rotation.md). */
import { makeEdit } from '../../../src/app/administration/make-edit';
import type { ApiKey, ApiKeyPatch } from '../../../src/core/configuration/items';
import { DEMO_ORG } from '../../../src/local/demo';
import { tokenHash } from '../../../src/protocol/api-key-token';
import { deriveCallbackKey } from '../../../src/protocol/signature';
import { ALPHA, accepted, at, BRAVO } from '../../support/builders';
import { openLedger } from '../../support/ledger';
import { openedOnce } from '../../support/opened';
import { PERMIT } from '../../support/permit';

const BY = { org: DEMO_ORG, by: 'op_delta' };
let nowMs: number;
let key: ApiKey;
let token: string;
const ledger = openedOnce(() => openLedger({ memory: true }));
/** A key of its own for each test. */
beforeEach(async () => {
  nowMs = at('12:00');
  const edit = { kind: 'create_key', name: 'ci', scopes: ['propose'], maxOpen: 5, holder: ALPHA } as const;
  ({ key, token } = accepted(await makeEdit(deps(), BY, edit, PERMIT)));
});

const deps = () => ({ ...ledger.ports, clock: { nowMs: () => nowMs } });
const stored = async () => (await ledger.ports.config.apiKey(DEMO_ORG, key.id))!;
const live = (of: string) => ledger.ports.config.liveKey(tokenHash(of));
const entries = async () => (await stored()).journal.flatMap((each) => each.entries).slice(1);
const rotate = () => makeEdit(deps(), BY, { kind: 'rotate_key', id: key.id }, PERMIT);
const end = (number: number) => makeEdit(deps(), BY, { kind: 'end_token', id: key.id, number }, PERMIT);
const update = (patch: ApiKeyPatch) => makeEdit(deps(), BY, { kind: 'update_key', id: key.id, ...patch }, PERMIT);

it('a rotation gives the key a second token with the next number, and nothing else of it changes', async () => {
  const second = accepted(await rotate());
  expect(await live(second.token)).toEqual({ ...(await live(token))!, token: 2 });
  const { tokens, revision, journal, ...rest } = await stored();
  expect(tokens.map(({ number, endsAtMs, hash }) => [number, endsAtMs, hash])).toEqual([
    [1, null, tokenHash(token)],
    [2, null, tokenHash(second.token)],
  ]);
  expect({ ...key, ...rest }).toEqual(key);
  expect([revision, journal.at(-1)!.entries]).toMatchObject([2, [{ kind: 'key.rotated', data: { token: 2 } }]]);
  await end(1);
  expect(accepted(await rotate()).key.tokens.map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('two rotations at the same moment give one number to one token, which opens with its own sealed key', async () => {
  const both = await Promise.all([rotate(), rotate()]);
  const [won] = both.filter(({ ok }) => ok);
  const [lost] = both.filter(({ ok }) => !ok);
  expect(lost).toMatchObject({ error: { reason: expect.stringMatching(/^(edited_meanwhile|two_tokens)$/) } });
  const { tokens } = await stored();
  expect(tokens.map(({ number }) => number)).toEqual([1, 2]);
  const place = `APIKEY#${key.id}#callback_key#2`;
  const opened = await ledger.ports.secretBox.open(DEMO_ORG, place, tokens[1]!.sealedCallbackKey);
  expect(Buffer.from(opened)).toEqual(Buffer.from(deriveCallbackKey(accepted(won!).token)));
});

it('a number that another rotation took while the token was made is never used twice', async () => {
  const { secretBox } = deps();
  let isFirst = true;
  const seal: typeof secretBox.seal = async (...all) => {
    if (isFirst) {
      isFirst = false;
      accepted(await rotate());
      await end(1);
    }
    return secretBox.seal(...all);
  };
  const slow = { ...deps(), secretBox: { ...secretBox, seal } };
  const refused = await makeEdit(slow, BY, { kind: 'rotate_key', id: key.id }, PERMIT);
  expect(refused).toEqual({ ok: false, error: { reason: 'edited_meanwhile' } });
  expect((await stored()).tokens.map(({ number }) => number)).toEqual([1, 2]);
});

it.each([1, 2])('token %i ends at once, the other one stays, and ending it again changes nothing', async (number) => {
  const second = accepted(await rotate()).token;
  nowMs += 1;
  accepted(await end(number));
  const ends = await Promise.all([token, second].map(async (each) => (await live(each))!.endsAtMs));
  expect(ends).toEqual(number === 1 ? [nowMs, null] : [null, nowMs]);
  const { revision } = await stored();
  nowMs += 1;
  accepted(await end(number));
  expect((await stored()).revision).toBe(revision);
  expect(await end(3)).toEqual({ ok: false, error: { reason: 'not_found' } });
});

it.each<[string, ApiKeyPatch, object | null, (number | string | null)[]]>([
  ['no limit', { maxOpen: null }, { max_open: null }, [null, ALPHA]],
  ['both', { maxOpen: 7, holder: BRAVO }, { max_open: 7, holder: BRAVO }, [7, BRAVO]],
  ['nothing', {}, null, [5, ALPHA]],
])('an edit of a key sets %s, in every token of it, and its entry says only that', async (_, patch, data, expected) => {
  const second = accepted(await rotate()).token;
  accepted(await update(patch));
  const { maxOpen = null, holder = null } = await stored();
  expect([maxOpen, holder]).toEqual(expected);
  expect(await Promise.all([token, second].map(async (each) => (await live(each))!.maxOpen))).toEqual([
    maxOpen,
    maxOpen,
  ]);
  const last = (await entries()).at(-1)!;
  expect(last.kind === 'key.updated' ? last.data : null).toEqual(data);
});

it('a revoked key stops working with every token, and is revoked once', async () => {
  const second = accepted(await rotate()).token;
  nowMs += 1;
  const revoke = () => makeEdit(deps(), BY, { kind: 'revoke_key', id: key.id }, PERMIT);
  expect(accepted(await revoke()).revokedAtMs).toBe(nowMs);
  expect([await live(token), await live(second)]).toEqual([null, null]);
  const { revision } = await stored();
  nowMs += 1;
  expect(accepted(await revoke())).toMatchObject({ revokedAtMs: nowMs - 1, revision });
});
