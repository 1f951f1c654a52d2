// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source texts are quoted unchanged
/** Mistakes that would let people sign something else than what they are shown, or let the wrong people decide together. */
import type { Mutant } from './mutant';

const DISPLAY = ['test/protocol/display.test.ts'];
const BOUND = ['test/store/displays.test.ts'];
const GROUPS = ['test/core/ceremony/groups.property.test.ts'];
const JOURNEY = ['test/journey/evidence.test.ts'];
const BUCKET = ['test/adapters/s3-evidence.test.ts'];
const LEFT = ['test/core/ceremony/nobody-left.test.ts'];

const mutant =
  (folder: string, tests: readonly string[]) => (file: string, name: string, find: string, replace: string) => ({
    name,
    file: `src/${folder}/${file}`,
    find,
    replace,
    tests,
  });

const renderer = mutant('protocol/display', DISPLAY);

const RENDERER: readonly Mutant[] = [
  renderer(
    'render.ts',
    'params that the display does not list are not shown',
    'const rest = Object.keys(params)\n    .filter((param) => !listed.has(param))',
    'const rest = Object.keys(params)\n    .filter((param) => listed.has(param) && !listed.has(param))',
  ),
  renderer('render.ts', 'the value as it was sent is never beside', 'raw: value === raw ? null : raw,', 'raw: null,'),
  renderer('text.ts', 'a line without its key', '}${delimited(key)}`', '}`'),
  renderer('marks.ts', 'a value can spell a mark', '!isEdge && !spellsMark &&', '!isEdge &&'),
  renderer('marks.ts', 'a value can end itself', ' && point !== OPEN && point !== CLOSE', ' && point !== OPEN'),
  renderer('marks.ts', 'blanks at an end are lost', 'const isPlain = !isEdge && ', 'const isPlain = '),
  renderer('formats.ts', 'major units of another size', 'fraction.padEnd(places,', 'fraction.padEnd(2,'),
  renderer('formats.ts', 'minor units read as major', "unit === 'minor' ? 0 : places", 'places'),
  renderer('formats.ts', 'a negative zero is a number', '(?!-0(?:\\.0*)?$)', ''),
  renderer('formats.ts', 'a link that leaves its path', '/^\\.*$/.test(value)', 'false'),
  renderer('display.ts', 'a link to a host that is not listed', 'hosts.some((each) => each.host === host)', 'true'),
  renderer('display.ts', 'one param twice in a display', '...repeated(keys).map(', '...repeated([]).map('),
];

const BINDING: readonly Mutant[] = [
  mutant('core/request', ['test/core/request/shown.test.ts'])(
    'shown.ts',
    'a display of another version is shown',
    'if (digests?.display !== statementHash(displayText(display))) throw',
    'if (digests === null) throw',
  ),
  mutant('core/ceremony', BOUND)(
    'turn.ts',
    'a turn by code records no digests',
    '...round, ...request.digests',
    '...round',
  ),
  mutant('core/request', BOUND)(
    'shown.ts',
    'the digest of the lines is that of the display',
    'shown: statementHash(shownText(render(display, params))),',
    'shown: statementHash(displayText(display)),',
  ),
  mutant('protocol/statements', BOUND)(
    'texts.ts',
    'a statement without the lines',
    'shown: digests.shown };',
    'shown: digests.display };',
  ),
  mutant('console/lib', ['test/console/lib/statement.test.ts'])(
    'statement.ts',
    'the page signs lines that it does not show',
    'if (canonicalJson(lines) !== canonicalJson(view.shown)) throw new StatementDiffers();',
    '',
  ),
  mutant('client', ['test/client/worker-run.test.ts', 'test/client/worker-options.test.ts'])(
    'displays.ts',
    'a worker runs what was shown in another way',
    'return same ? null :',
    'return same || !same ? null :',
  ),
  mutant('core/request', ['test/console/search.test.ts'])(
    'words.ts',
    'a search does not see the lines',
    'shown === null ? [] : textLines(shown)',
    '[] as string[]',
  ),
];

const TEAMS: readonly Mutant[] = [
  mutant('protocol', GROUPS)(
    'requirements.ts',
    'one key counts for two requirements',
    'if (available < keysNeeded(subset))',
    'if (subset.length < 2 && available < keysNeeded(subset))',
  ),
  mutant('protocol', ['test/protocol/requirements.test.ts'])(
    'requirements.ts',
    'a key that counted stops counting',
    'if (holder === undefined || assign(holder, slots, holders, seen))',
    'if (holder === undefined)',
  ),
  mutant('core/ceremony', GROUPS)(
    'requirements.ts',
    'requirements are not asked for',
    'return requires.length === 0 || meetsRequirements(',
    'return requires.length > 0 || meetsRequirements(',
  ),
  mutant('core/ceremony', LEFT)(
    'requirements.ts',
    'a new round is not waited for',
    "request.policy.mode === 'coincident' && request.round < MAX_ROUNDS",
    "request.policy.mode === 'coincident' && request.round > MAX_ROUNDS",
  ),
  mutant('core/policy', ['test/journey/groups.test.ts'])(
    'groups.ts',
    'a membership counts after its end',
    '(endsAtMs === null || atMs < endsAtMs)',
    'true',
  ),
  mutant('core/ceremony', ['test/core/ceremony/groups.property.test.ts'])(
    'disable-seat.ts',
    'a request that nobody can meet stays open',
    'if (canStillBeMet(remaining)) return',
    'if (remaining.seats.length > 0) return',
  ),
];

const RULES = ['test/core/policy/requirements.test.ts'];

/** Mistakes that let a policy be saved that nobody can meet, or that warn of the wrong people. */
const LAST_SET: readonly Mutant[] = [
  mutant('core/policy', ['test/core/policy/one-set.test.ts'])(
    'one-set.ts',
    'the requirements of the policy are forgotten where a rule matches',
    'combinedRequirements([requires, rule.requires ?? []])',
    'combinedRequirements([rule.requires ?? []])',
  ),
  mutant('app/policy', ['test/app/policy/one-set.test.ts'])(
    'warn-one-set.ts',
    'nobody is told of another set under the same policy',
    'JSON.stringify([roster, quorum, requires, paramRules]), ...set]',
    'JSON.stringify([roster, quorum, requires, paramRules])]',
  ),
  mutant('core/policy', ['test/core/policy/groups.test.ts'])(
    'validate-group.ts',
    'a membership ends when it starts',
    'endsAtMs <= startsAtMs',
    'endsAtMs < startsAtMs',
  ),
  mutant('core/policy', RULES)(
    'validate.ts',
    'requirements are counted instead of their keys',
    'const needed = keysNeeded(most);',
    'const needed = most.length;',
  ),
  mutant('core/policy', RULES)(
    'resolve.ts',
    'a rule that matched because a value could not be read requires nothing',
    'rules.filter(({ matched }) => matched).map((rule) => rule.requires)',
    'rules.filter(({ matched, failedClosed }) => matched && !failedClosed).map((rule) => rule.requires)',
  ),
  mutant('app/policy', ['test/app/policy/groups.test.ts'])(
    'evaluate-policy.ts',
    'a back-test asks the members of today',
    'groupsAt(groups, request.createdAtMs)',
    'groupsAt(groups, deps.clock.nowMs())',
  ),
];

/** Mistakes that would let a key turn without the document, or show another one. */
const DOCUMENTS: readonly Mutant[] = [
  mutant('core/request', JOURNEY)(
    'evidence.ts',
    'a changed document lets a key turn',
    "state !== 'stored' && state !== 'absent'",
    "state !== 'stored' && state !== 'changed'",
  ),
  mutant('core/ceremony', JOURNEY)(
    'turn.ts',
    'the code is compared before the documents',
    'if (evidenceFault !== null) return err(evidenceFault);',
    'if (evidenceFault !== null && command.isRightCode(undecided.round, seat)) return err(evidenceFault);',
  ),
  mutant('app/request', JOURNEY)(
    'evidence.ts',
    'a document whose digest was refused is stored',
    'if (named !== digest) return err(digest);',
    'if (named !== digest) return evidence.put(org, digest, bytes).then(() => err(digest));',
  ),
  mutant('adapters/s3', BUCKET)(
    'evidence-store.ts',
    'an overwritten document is taken for the one that was stored',
    "found.ChecksumSHA256 === checksumOf(digest) ? 'stored' : 'changed'",
    "found.ChecksumSHA256 !== undefined ? 'stored' : 'changed'",
  ),
  mutant('adapters/s3', BUCKET)(
    'evidence-store.ts',
    'organizations share their documents',
    '`evidence/${org}/${digest.slice(HEX)}`',
    '`evidence/${org.slice(0, 4)}/${digest.slice(HEX)}`',
  ),
  mutant('adapters/s3', BUCKET)(
    'evidence-store.ts',
    'a checksum is compared that was not asked for',
    ", ChecksumMode: 'ENABLED'",
    '',
  ),
  mutant('console/lib/evidence', ['test/console/lib/evidence.test.ts'])(
    'diff.ts',
    'a file that becomes a symbolic link looks like any other',
    '(?: 100644)?$/',
    '(?: \\d{6})?$/',
  ),
  mutant('console/pages/request', ['test/console/lib/questions.test.ts'])(
    'questions.tsx',
    'the dialog names the first question and not the open one',
    'questions.findLast(',
    'questions.find(',
  ),
  mutant('client', JOURNEY)(
    'evidence.ts',
    'a client returns what it did not compare',
    'if (digest !== named)',
    'if (false)',
  ),
];

export const SHOWN_MUTANTS: readonly Mutant[] = [...RENDERER, ...BINDING, ...TEAMS, ...LAST_SET, ...DOCUMENTS];
