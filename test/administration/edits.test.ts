/**
 * Every kind of edit, once through the guard: proposed, approved and applied, made at once, and refused; with what people
 * read, what is written, and who is told (docs/decisions/declared-edits.md). The rows are in the folder `edits`.
 */

import { person } from '../../src/protocol/actor';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { plainText } from '../../src/protocol/words';
import { announcementText, receiversOf } from '../../src/service/administration/rules/announcements';
import {
  type AnyEdit,
  bound,
  EDITS,
  type Edit,
  type EditKind,
  effectOf,
  mayWait,
} from '../../src/service/administration/rules/edits';
import { toldEntry } from '../../src/service/administration/rules/entries';
import { editHeadline, inWords } from '../../src/service/administration/rules/proposed-change';
import { isNotedRefusal } from '../../src/service/administration/rules/refused-attempt';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { readChange } from '../../src/service/administration/use-cases/read-change';
import type { PendingEntry } from '../../src/service/audit/rules/chain';
import type { Permit } from '../../src/service/configuration/ports';
import { howOf, type Line, lineText } from '../../src/service/configuration/rules/declaration';
import { permit } from '../../src/service/configuration/use-cases/permit';
import { anOperator } from '../store/conformance/config-items';
import { ALPHA, BRAVO, ORG } from '../support/builders';
import { PERMIT, RULE_OFF } from '../support/permit';
import { type Approval, NOW, type Organization, openOrganizations, type Ports } from './edits/organization';
import type { Given, Overtaken, Refused, WaitingCase } from './edits/row';
import { ENTRIES_OF_TABLE, TABLE } from './edits/table';

/** A row of any kind. What it says of its own kind was checked by the compiler. */
type AnyCase = WaitingCase<Edit['kind']> & { readonly waits?: unknown; readonly safer?: unknown };
type AnyRow = AnyCase & {
  readonly more?: readonly AnyCase[];
  readonly refused: Readonly<Record<string, Refused<EditKind>>>;
  readonly attempt?: (edit: AnyEdit) => string;
  readonly overtaken?: readonly Overtaken<Edit['kind']>[];
};
const ROWS = Object.entries(TABLE) as unknown as readonly (readonly [EditKind, AnyRow])[];
const CASES = ROWS.flatMap(([kind, { more = [], ...row }]) =>
  [row, ...more].map((one, n) => [kind, n + 1, one] as const),
);
const WAITING = CASES.filter(([, , { waits }]) => waits !== undefined);
const AT_ONCE = CASES.filter(([, , { waits }]) => waits === undefined);
const firstOfEach = (all: typeof CASES) => all.filter(([kind], n) => all.findIndex((one) => one[0] === kind) === n);

let organizations: Awaited<ReturnType<typeof openOrganizations>>;
beforeAll(async () => {
  organizations = await openOrganizations();
});
afterAll(() => organizations?.ledger.stop());

/** An organization that has what the edit needs, and what is written there since. */
async function found(approval: Approval, given: Given<EditKind>) {
  const organization = await organizations.founded(approval);
  const edit: AnyEdit = typeof given === 'function' ? await given(organization) : given;
  return { ...organization, edit, since: await recording(organization) };
}
type Found = Awaited<ReturnType<typeof found>>;

/** The same edit at the same moment has the same entry. */
async function recording({ entries }: Organization) {
  const before = (await entries()).map((entry) => JSON.stringify(entry));
  return async (): Promise<PendingEntry[]> => {
    const left = [...before];
    return (await entries()).filter((entry) => {
      const at = left.indexOf(JSON.stringify(entry));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
}

const makeAt = ({ org, ports, edit }: Found, permitted: Permit, deps: Ports = ports) =>
  makeEdit<EditKind>(deps as never, { org, by: person(ALPHA) }, edit, permitted);
const refusal = (reason: string, facts: object = {}) => ({ ok: false, error: { reason, ...facts } });

/** Without what is new each time. */
const plain = (text: string): string =>
  text.replaceAll(/\b(key|whe|req)_[0-9a-f]{24}\b/g, '$1_…').replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…');

const EVERYBODY = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'].map((id, n) =>
  anOperator(ORG, id, { role: n < 2 ? 'admin' : 'operator' }),
);
function recorded(all: readonly PendingEntry[]) {
  expect(all.filter(({ actor }) => actor !== ALPHA)).toEqual([]);
  const writes = all.map(({ kind, subject, data }) => plain(`${kind} ${subject} ${canonicalJson(data)}`));
  const tells = all.map((entry) => {
    const { subject, lines } = announcementText(entry, new Map());
    const to = receiversOf(entry, EVERYBODY, true).map(({ id }) => id);
    const title = subject === 'The configuration was changed' ? '' : `[${subject}] `;
    const detail = plainText(toldEntry(entry).detail).replace('Changed by op_alpha', '');
    return plain(`${to.length === 0 ? 'nobody' : to.join(', ')}: ${title}${lines[0]}${detail}`);
  });
  return { writes, tells };
}
const expected = ({ writes, tells }: AnyCase) => ({ writes, tells });
/** Admins who were asked to approve an edit hear of it from its request. */
const expectedIfApproved = ({ writes, tells }: AnyCase, more: object) => ({
  writes: writes.map((text) => {
    const [head = '', data = ''] = [text.slice(0, text.indexOf('{')), text.slice(text.indexOf('{'))];
    return head + canonicalJson({ ...JSON.parse(data), ...more });
  }),
  tells: tells.map((text) => text.replace('op_bravo, ', '').replace('op_bravo:', 'nobody:')),
});

const texts = (lines: readonly Line[]) => lines.map((line) => plain(`${line.field}: ${lineText(line)}`));
/** What another admin reads. */
async function read({ baseOf }: Found, edit: Edit) {
  const base = await baseOf(edit);
  const { title, lines } = inWords(edit, base);
  const words = [title, editHeadline(edit, base)].map(plain);
  return { words: [...words, effectOf(edit, base)], lines: texts(lines) };
}

/** What the edit would do now: what was written is what it says. */
async function decidedAgain({ org, edit, baseOf }: Found) {
  const how = howOf({ org, by: person(ALPHA) }, NOW, 'approved');
  const decided = bound(edit)
    .on(await baseOf(edit))
    .decide(how);
  if (!decided.ok) return decided.error.reason;
  return decided.value.kind === 'nothing' ? undefined : 'is made again';
}

async function madeAtOnce(organization: Found, given: AnyCase, session: 'fresh' | 'old') {
  const { edit, submit, since } = organization;
  expect(await submit(edit, session)).toMatchObject({ ok: true, value: { kind: 'made' } });
  expect(recorded(await since())).toEqual(expected(given));
  const repeated = await submit(edit);
  if (typeof given.again === 'object') return expect(repeated).toMatchObject(refusal(given.again.refused));
  expect(repeated).toMatchObject({ ok: true, value: { kind: 'made' } });
  return expect((await since()).length > given.writes.length).toBe(given.again === 'is made again');
}

describe('where another admin approves changes', () => {
  it.each(WAITING)(
    'an edit is shown to the other admin, is made only once it is approved, and says who approved it: %s %i',
    async (kind, _, given) => {
      const organization = await found('on', given.edit);
      const { org, ports, edit, since, proposed, approve, collect } = organization;
      const { id, params, policy } = await proposed(edit, 'old');
      const [title, headline, effect] = given.waits as readonly string[];
      expect(await read(organization, edit as Edit)).toEqual({ words: [title, headline, effect], lines: given.lines });
      const shown = Object.entries(params).map(([field, text]) => plain(`${field}: ${text}`));
      expect(shown).toEqual([`change: ${title}`, ...given.lines, 'document: sha256:…']);
      expect(policy.title).toBe(headline);
      const change = (await readChange(ports, org, id))!;
      expect({ ...change, fields: texts(change.fields) }).toMatchObject({
        isMoved: false,
        effect,
        fields: given.lines,
      });
      expect(await since()).toEqual([]);

      expect(await approve(id)).toBeNull();
      if (!('isCollected' in EDITS[kind])) {
        const more = { ...given.approved, change: 'req_…', approvers: [BRAVO] };
        expect(recorded(await since())).toEqual(expectedIfApproved(given, more));
        return expect(await decidedAgain(organization)).toBe(
          typeof given.again === 'object' ? given.again.refused : given.again,
        );
      }
      expect(await since()).toEqual([]);
      expect(await collect(id, BRAVO)).toEqual(refusal('not_found'));
      expect(await collect(id)).toMatchObject({ ok: true, value: { token: expect.any(String) } });
      expect(recorded(await since())).toEqual(expectedIfApproved(given, { change: 'req_…' }));
      expect(await collect(id)).toEqual(refusal('collected'));
    },
  );

  it.each(AT_ONCE)(
    'an edit that takes something away, or gives nobody a vote, is made at once: %s %i',
    async (_kind, _, given) => {
      const organization = await found('on', given.edit);
      const { edit, since } = organization;
      if (mayWait(edit)) expect(await read(organization, edit)).toEqual({ words: given.safer, lines: given.lines });
      expect(await since()).toEqual([]);
      await madeAtOnce(organization, given, 'old');
    },
  );

  it.each(ROWS.flatMap(([kind, { overtaken = [] }]) => overtaken.map((one, n) => [kind, n + 1, one] as const)))(
    'an approved edit is not made if another one overtook it: %s %i',
    async (kind, _, [given, meanwhile, reason]) => {
      const organization = await found('on', given as Given<EditKind>);
      const { org, ports, edit, proposed, approve, collect } = organization;
      const { id } = await proposed(edit);
      await meanwhile(organization, edit as never);
      expect((await readChange(ports, org, id))!.isMoved).toBe(reason === 'base_moved');
      const since = await recording(organization);
      const isCollected = 'isCollected' in EDITS[kind];
      expect(await approve(id)).toBe(isCollected ? null : reason);
      if (isCollected) expect(await collect(id)).toMatchObject(refusal(reason));
      expect((await since()).filter((entry) => entry.kind !== 'change.refused')).toEqual([]);
    },
  );

  it.each(firstOfEach(CASES.filter(([kind]) => 'seen' in EDITS[kind])))(
    'an edit that was judged safer is made only of the version that was judged: %s',
    async (_kind, _, given) => {
      const organization = await found('on', given.edit);
      const safer = permit({ rule: 'safer', revision: 7 });
      expect(await makeAt(organization, safer)).toEqual(refusal('edited_meanwhile'));
      expect(await organization.since()).toEqual([]);
    },
  );
});

describe('where nobody approves changes', () => {
  // Nobody could approve that approving takes no passkey.
  const alone = WAITING.filter(([kind]) => kind !== 'set_changes_turn');

  it.each(alone)('an edit that waits elsewhere needs a fresh sign-in: %s %i', async (_kind, _, given) => {
    const organization = await found('off', given.edit);
    expect(await organization.submit(organization.edit, 'old')).toEqual(refusal('sign_in_again'));
    expect(await organization.since()).toEqual([]);
    await madeAtOnce(organization, given, 'fresh');
  });

  it.each(firstOfEach(alone))(
    'an edit that was judged to need nobody else is not made if changes wait since then: %s',
    async (_kind, _, given) => {
      const organization = await found('off', given.edit);
      await organization.make({ kind: 'update_operator', id: BRAVO, patch: { role: 'admin' } });
      const since = await recording(organization);
      expect(await makeAt(organization, RULE_OFF)).toEqual(refusal('edited_meanwhile'));
      expect(await since()).toEqual([]);
    },
  );
});

it.each(
  ROWS.flatMap(([kind, row]) =>
    Object.entries(row.refused).flatMap(([reason, one]) =>
      (['on', 'off'] as const)
        .filter((approval) => one.only === undefined || one.only === approval)
        .map((approval) => [kind, reason, approval, one, row.attempt] as const),
    ),
  ),
)(
  'an edit is refused, and the attempt is noted where another admin could approve it: %s, %s, approval %s',
  async (kind, reason, approval, { edit: given, facts }, attempt) => {
    const { edit, since, submit } = await found(approval, given);
    expect(await submit(edit)).toEqual(refusal(reason, facts));
    const noted = await since();
    if (approval === 'off' || attempt === undefined || !isNotedRefusal(reason)) return expect(noted).toEqual([]);
    expect(noted).toMatchObject([{ kind: 'change.refused', ...person(ALPHA), data: { attempt: kind, reason } }]);
    const [told] = recorded(noted).tells;
    const what = `An attempt to ${attempt(edit)} was refused.`;
    expect(told).toContain(plain(`op_bravo: [A change of the configuration was refused] ${what}`));
    expect(told).toMatch(/Attempted by op_alpha$/);
  },
);

describe('an edit whose write is answered late', () => {
  /** Writes what it is given, and again as the SDK does where no answer comes. The answer is that to the second write. */
  const twice =
    <Args extends readonly unknown[], T>(write: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await write(...args);
      return write(...args);
    };

  /** The write of a request that gets through only when the next attempt has begun. */
  function late(write: Ports['changes']['write']): Ports['changes']['write'] {
    let first: Parameters<typeof write> | null = null;
    return async (...args) => {
      if (first !== null) {
        await write(...first);
        return write(...args);
      }
      first = args;
      return { kind: 'contention' };
    };
  }

  const losing = ({ config, chatStore, changes, ...others }: Ports): Ports => {
    const writes = Object.entries(config).filter(([name]) => name.startsWith('save'));
    const lost = Object.fromEntries(writes.map(([name, write]) => [name, twice(write as never)]));
    return {
      ...others,
      config: { ...config, ...lost },
      chatStore: { ...chatStore, save: twice(chatStore.save) },
      changes: { ...changes, write: late(changes.write) },
    };
  };

  it.each(firstOfEach(CASES))('an edit is made once, and answered as made: %s', async (_kind, _, given) => {
    const organization = await found('on', given.edit);
    expect(await makeAt(organization, PERMIT, losing(organization.ports))).toMatchObject({ ok: true });
    expect(recorded(await organization.since())).toEqual(expected(given));
  });
});

it('the table has every entry that edits write', () => {
  const kinds = CASES.flatMap(([, , { writes }]) => writes.map((text) => text.split(' ')[0]!));
  // The refused edits of the table write the last one, and a request has the entry of a new code.
  expect([...new Set([...kinds, 'change.refused'])].sort()).toEqual([...ENTRIES_OF_TABLE, 'code.reissued'].sort());
});
