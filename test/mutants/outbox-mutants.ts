/** Mistakes behind the answers: what would lose, double or misplace an event, a message, an audit entry or a try. */
import type { Mutant } from './mutant';

const in_ = (folder: string) => (file: string, name: string, find: string, replace: string, test: string) => ({
  name,
  file: `${folder}/${file}`,
  find,
  replace,
  tests: [`test/${test}`],
});

const app = in_('src/app');
const core = in_('src/core');
const store = in_('src/adapters/dynamodb');

const AUDIT = 'store/audit.test.ts';
const HEADS = 'store/heads.test.ts';
const MAILS = 'app/notice/messages.test.ts';
const STORES = 'store/conformance.test.ts';
const SWEEP = 'store/sweep.test.ts';
const RESTART = 'delivery/engine/restart.test.ts';

export const OUTBOX_MUTANTS: readonly Mutant[] = [
  app(
    'audit/publish-head.ts',
    'heads within an interval',
    'deps.clock.nowMs() < last.at + deps.headIntervalMs',
    'deps.clock.nowMs() < last.at',
    HEADS,
  ),
  app(
    'audit/publish-head.ts',
    'a lost race is taken for a published head',
    'if (await deps.heads.publish(head)) {',
    'if ((await deps.heads.publish(head)) || true) {',
    HEADS,
  ),
  app(
    'audit/record-audit.ts',
    'the last block is not known to be in the chain',
    'return new Set([...recorded, ...last]);',
    'return new Set(recorded);',
    AUDIT,
  ),
  app(
    'audit/record-audit.ts',
    'a dead writer’s marks are left out',
    '  await deps.audit.mark(org, unmarked);\n',
    '  await deps.audit.mark(org, unmarked.slice(0, 0));\n',
    AUDIT,
  ),
  app(
    'audit/record-audit.ts',
    'another writer’s block counts as marked',
    'has: (org, block) => last.get(org) === block,',
    'has: (org) => last.has(org),',
    AUDIT,
  ),
  app(
    'audit/record-audit.ts',
    'a lost race counts as written',
    'if (entries.length > 0 && !(await deps.audit.append(org, entries, locations))) return false;',
    'if (entries.length > 0) await deps.audit.append(org, entries, locations);',
    AUDIT,
  ),
  app(
    'audit/record-audit.ts',
    'a cause is located at the start of its block',
    'first += facts.length;',
    'first += 0;',
    AUDIT,
  ),
  app(
    'audit/record-audit.ts',
    'what is left after a full block is forgotten',
    'left = left.slice(batch.length);',
    'left = [];',
    AUDIT,
  ),
  app(
    'transport/gather.ts',
    'a refused record fails all records of its batch',
    'if (together.length === 1) together[0]!.reject(error);',
    'if (together.length >= 1) for (const { reject } of together) reject(error);',
    'lambda/events.test.ts',
  ),
  app(
    'transport/fire-due.ts',
    'a timer that comes early fires',
    'if (nowMs < message.due_at) return deps.queues.timers.send([timerMessage(message, nowMs)]);',
    '',
    'store/lost-records.test.ts',
  ),
  app(
    'transport/hand-over.ts',
    'a record has its newest revision alone for the chain',
    'const revisions = journal.map(',
    'const revisions = journal.slice(-1).map(',
    'lambda/events.test.ts',
  ),
  store(
    'batch-put.ts',
    'what was left out of a batch is forgotten',
    'Promise.all(left.map(',
    'Promise.all(left.slice(0, 0).map(',
    'adapters/dynamodb.test.ts',
  ),
  store('audit/audit-store.ts', 'a block is put over another', 'Item, ConditionExpression: isNew }', 'Item }', AUDIT),
  app('notice/send-notice.ts', 'a message is sent without being taken', "if (taken !== 'taken') return;", '', MAILS),
  app(
    'notice/send-notice.ts',
    'what may have been sent is given back',
    'if (error instanceof MailNotSent) await',
    'await',
    MAILS,
  ),
  core('support/all-of.ts', 'one that fails holds up the others', 'failure ??= { error };', 'throw error;', MAILS),
  store(
    'notice/notice-store.ts',
    'an own notice is a loss',
    "if (stored?.taken_by === takenBy) return 'taken';",
    '',
    STORES,
  ),
  store(
    'notice/notice-store.ts',
    'another’s notice is given back',
    "ConditionExpression: 'taken_by = :own',",
    "ConditionExpression: 'taken_by = :own OR attribute_exists(pk)',",
    STORES,
  ),
  app(
    'transport/sweep.ts',
    'what is overdue is left to a timer that was sent',
    'dueAtMs <= nowMs || dueAtMs > from.sentUntilMs',
    'dueAtMs > from.sentUntilMs',
    SWEEP,
  ),
  app(
    'transport/sweep.ts',
    'a sweep that failed counts as sent',
    '    swept.errors.push(error);\n',
    '    swept.errors.push(error);\n    swept.place = { sentUntilMs: untilMs, cursor: null };\n',
    SWEEP,
  ),
  app(
    'transport/sweep.ts',
    'a sweep that ran out of time begins again at the start',
    '        cursor: page.cursor,\n',
    '        cursor: deps.clock.nowMs() < deadlineMs ? page.cursor : null,\n',
    SWEEP,
  ),
  store(
    'transport/due-store.ts',
    'a check takes off what is due since another time',
    'AND due_at = :was',
    'AND (due_at = :was OR attribute_exists(pk))',
    RESTART,
  ),
  store(
    'delivery/restart-delivery.ts',
    'a restart forgets what its failure owes the chain',
    '  await keepJournal(tables, from);\n',
    '',
    RESTART,
  ),
  store(
    'delivery/delivery-store.ts',
    'an attempt that outlived its hold counts',
    "const stillHeld = 'try_until = :held AND generation = :generation';",
    "const stillHeld = '(try_until = :held OR attribute_exists(pk)) AND generation = :generation';",
    STORES,
  ),
  store(
    'delivery/delivery-store.ts',
    'an own finished try is a loss',
    'return result.written || (result.stored !== null && isFinished(result.stored, after));',
    'return result.written;',
    RESTART,
  ),
  store(
    'delivery/restart-delivery.ts',
    'a restart takes back what a try recorded',
    "const asItWasRead = 'attempts = :attempts AND #state = :state';",
    "const asItWasRead = '(attempts = :attempts OR attribute_exists(pk)) AND (#state = :state OR attribute_exists(pk))';",
    STORES,
  ),
];
