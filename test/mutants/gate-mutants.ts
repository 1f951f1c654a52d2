/** Mistakes that would let the gate run a tool twice, without an approval or for somebody else. */
import type { Mutant } from './mutant';

const GATE = ['test/gate/gate.test.ts'];
const KILLED = ['test/gate/killed.test.ts'];
const RULES = ['test/gate/rules.test.ts'];
const REPEATED = ['test/gate/repeated.test.ts'];
const PARKED = ['test/gate/parked.test.ts'];
const WRONG = ['test/gate/wrong-calls.test.ts'];
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
    "return end(deps, entry, { kind: 'uncertain' }, stage.claim);",
    "return move(deps, entry, { kind: 'created', requestId: stage.requestId });",
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'what people approved is not compared with what would run',
    '? now.definition : null;',
    '? now.definition : now.definition;',
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'a caller who has another operator now is not noticed',
    'if (operatorOf(config, id) !== operator || ',
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
    REPEATED,
    'a call that has ended is joined in every lane',
    'return joinEnded && callId === undefined',
    'return callId === undefined',
  ),
  mutant(
    'core/gate.ts',
    REPEATED,
    'an ending is joined after it was delivered',
    'callId === undefined && !stage.isDelivered;',
    'callId === undefined;',
  ),
  mutant(
    'core/execute.ts',
    GATE,
    'the request of a cancelled call is not taken back',
    "=== null ? null : { kind: 'abort' };",
    '=== null ? null : null;',
  ),
  mutant(
    'core/execute.ts',
    PARKED,
    'a call that its client gave up runs',
    'if (entry.isParked && serverNowMs <= execution.execute_by!) return null;\n  const fitting = entry.isParked ? null : ',
    'const fitting = ',
  ),
  mutant(
    'core/rules.ts',
    WRONG,
    'a rule that cannot decide is skipped',
    "if (!passes(rule)) return found === 'holds' ? rule : { kind: 'undecided', ...found };",
    "if (!passes(rule) && found === 'holds') return rule;",
  ),
  mutant('core/entry.ts', GATE, 'every caller has the same key', 'digestOf([caller.id, ', 'digestOf(['),
  mutant(
    'core/judge.ts',
    RULES,
    'an argument that people do not see passes',
    "if (hidden !== null) return refused({ kind: 'not_shown', argument: hidden });",
    '',
  ),
  mutant(
    'core/rules.ts',
    RULES,
    'a call that no rule fits passes',
    "return { kind: isWithheld ? 'broken_rule' : 'no_rule' };",
    "return { upstream: call.upstream, tool: call.tool, do: 'pass' } as Rule;",
  ),
  mutant(
    'core/numbers.ts',
    RULES,
    'a number that changes on its way passes',
    '(written === token || digitsOf(token) === digitsOf(written))',
    'true',
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
  mutant(
    'core/execute.ts',
    GATE,
    'a report that was refused for a missing scope is dropped for good',
    '![401, 403].includes(error.status)',
    '![401].includes(error.status)',
  ),
  mutant('core/gate.ts', GATE, '`max_age` in milliseconds', 'config.max_age) * 1000', 'config.max_age)'),
  mutant(
    'core/gate.ts',
    GATE,
    'what people refused for good is asked again after `max_age`',
    'isForGood ? config.retention : config.max_age',
    'config.max_age',
  ),
  mutant(
    'core/rules.ts',
    RULES,
    'a condition reads the argument `a.b` for the `b` inside `a`',
    "  path.split('.').reduce",
    "  Object.hasOwn(args, path) ? args[path] : path.split('.').reduce",
  ),
];
