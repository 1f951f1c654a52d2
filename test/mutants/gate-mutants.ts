/** Mistakes that would let the gate run a tool twice, without an approval or for somebody else. */
import type { Mutant } from './mutant';

const GATE = ['test/gate/gate.test.ts'];
const KILLED = ['test/gate/killed.test.ts'];
const RULES = ['test/gate/rules.test.ts'];
const LEDGER = ['test/gate/ledger.test.ts'];

const mutant = (file: string, tests: readonly string[], name: string, find: string, replace: string): Mutant => ({
  name,
  file: `src/gate/${file}`,
  find,
  replace,
  tests,
});

export const GATE_MUTANTS: readonly Mutant[] = [
  mutant(
    'core/execute.ts',
    GATE,
    'the call is made although another instance has written',
    'return (await deps.ledger.write(next)) ? next : null;',
    'return (await deps.ledger.write(next)) ? next : next;',
  ),
  mutant(
    'core/execute.ts',
    KILLED,
    'a call that has begun is made again after its lease',
    "const uncertain = await move(deps, entry, ended({ kind: 'uncertain' }, requestId, claim));",
    "const uncertain = await move(deps, entry, { kind: 'created', requestId });",
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'what people approved is not compared with what would run',
    'const isStillApproved = await stillFits(deps, entry, request);',
    'const isStillApproved = (await stillFits(deps, entry, request)) || true;',
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'a caller who has another operator now is not noticed',
    'if (!isStill(config, entry.caller) || ',
    'if (',
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'an approved request that the ledger does not know is left to be claimed',
    "await reportUnder(deps, request.id, claim, { kind: 'uncertain' });",
    '',
  ),
  mutant('core/gate.ts', GATE, 'a task is read by every caller', 'entry?.caller.id === caller.id', 'entry !== null'),
  mutant(
    'core/gate.ts',
    GATE,
    'a call that has ended is joined in every lane',
    'return joinEnded && ',
    'return joinEnded !== null && ',
  ),
  mutant('core/entry.ts', GATE, 'every caller has the same key', 'return digestOf([caller.id, ', 'return digestOf(['),
  mutant(
    'core/judge.ts',
    RULES,
    'an argument that people do not see passes',
    "if (hidden !== undefined) return refused({ kind: 'not_shown', argument: hidden.join('.') });",
    '',
  ),
  mutant(
    'core/judge.ts',
    RULES,
    'a call that no rule fits passes',
    "rule === undefined || rule.does === 'refuse'",
    "rule?.does === 'refuse'",
  ),
  mutant(
    'core/canonical.ts',
    RULES,
    'a number that changes on its way passes',
    '&& decimalOf(token) === decimalOf(String(parsed))',
    '',
  ),
  mutant(
    'ledger/file.ts',
    LEDGER,
    'a file replaces a version that another process has written',
    "if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;",
    "if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true;",
  ),
  mutant(
    'ledger/dynamodb.ts',
    LEDGER,
    'a write does not look at the version before',
    "const VERSION_BEFORE = 'version = :before';",
    "const VERSION_BEFORE = 'version = :before OR attribute_exists(pk)';",
  ),
];
