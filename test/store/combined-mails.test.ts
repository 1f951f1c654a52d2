/**
 * Nobody who may propose can flood people with mail: ten mails to an operator in ten minutes, then one combined mail a minute
 * (docs/decisions/combined-mails.md). The notice, timer and sweep functions over the real store.
 */

import { createCounter } from '../../src/adapters/dynamodb/counters';
import { rendered } from '../../src/adapters/mail/rendered';
import { createNoticeHandler } from '../../src/lambda/events/notice';
import { createSweepHandler, createTimerHandler } from '../../src/lambda/events/timer';
import { DEMO_ORG, FOUR_EYES_ORG } from '../../src/local/demo';
import type { OperatorId, RequestId } from '../../src/protocol/identifiers';
import type { CombinedMail, MailMessage } from '../../src/service/notice/ports';
import { noticesOf } from '../../src/service/notice/rules/notices';
import { createMailPace } from '../../src/service/notice/use-cases/mail-pace';
import type { QueueMessage } from '../../src/service/system/ports';
import type { TimerMessage } from '../../src/service/transport/ports';
import { createFaults, timedOut } from '../support/faults';
import { openLedger } from '../support/ledger';
import { textOf } from '../support/mail-text';
import { queued } from '../support/messages';
import { openedOnce } from '../support/opened';

const MINUTE = 60_000;
const BRAVO = 'op_bravo' as OperatorId;

describe('mails to an operator', () => {
  let singles: MailMessage[];
  let combinedMails: CombinedMail[];
  let handle: ReturnType<typeof createNoticeHandler>;
  let sweep: ReturnType<typeof createSweepHandler>;
  const ledger = openedOnce(() => openLedger({ memory: true }));
  beforeEach(() => {
    // A new window for everybody.
    ledger.clock.advance(10 * MINUTE);
    [singles, combinedMails] = [[], []];
    const mailer = {
      send: async (message: MailMessage) => void singles.push(message),
      sendCombinedMail: async (combined: CombinedMail) => void combinedMails.push(combined),
    };
    const { ports } = ledger;
    const pace = createMailPace(createCounter(ledger.tables));
    handle = createNoticeHandler({ ...ports, mailer, pace, onWaiting: () => undefined }, []);
    const queues = {
      ...ports.queues,
      timers: {
        send: (messages: readonly QueueMessage<TimerMessage>[]) =>
          handOut(
            createTimerHandler(due),
            messages.filter(({ body }) => body.kind === 'combined_mail'),
          ),
      },
      notices: { send: (messages: readonly QueueMessage<unknown>[]) => handOut(handle, messages) },
    };
    const due = { ...ports, queues };
    sweep = createSweepHandler(due);
  });
  // Nothing waits when the next test begins.
  afterEach(() => aMinuteLater());

  const handOut = async (to: typeof handle, messages: readonly QueueMessage<unknown>[]) => {
    const { batchItemFailures } = await to(queued(...messages.map(({ body }) => body)));
    return void failed.push(...batchItemFailures);
  };
  const failed: unknown[] = [];
  const aMinuteLater = async () => {
    ledger.clock.advance(MINUTE);
    await sweep();
  };
  const propose = async (action = 'demo.solo'): Promise<RequestId> => {
    const body = { action, requester: 'op_alpha', params: { note: 'Open it: https://evil.example/' } };
    return (await ledger.proposed(body)) as RequestId;
  };
  const tell = async (id: RequestId, to = BRAVO) => {
    const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
    const notices = noticesOf(request).filter(({ operator }) => operator === to);
    await handOut(handle, [{ body: { org: DEMO_ORG, request_id: id, notices } }]);
  };
  const ask = async (count: number, action?: string, to = BRAVO): Promise<RequestId[]> => {
    const ids: RequestId[] = [];
    for (let n = 0; n < count; n++) {
      const id = await propose(action);
      await tell(id, to);
      ids.push(id);
    }
    return ids;
  };

  test('the first ten mails to an operator in ten minutes go singly, and the next ones in one combined mail a minute that has every code', async () => {
    const ids = await ask(13);
    expect(singles.map(({ requestId }) => requestId)).toEqual(ids.slice(0, 10));
    expect(combinedMails).toEqual([]);
    await aMinuteLater();
    expect(combinedMails).toHaveLength(1);
    const [{ to, mail }] = combinedMails as [CombinedMail];
    const { subject, text } = rendered(mail);
    expect(to).toMatchObject({ operator: BRAVO, email: 'op_bravo@org-demo.example' });
    expect(subject).toBe('3 requests need your key');
    for (const id of ids.slice(10)) {
      expect(text).toContain(`Your code: ${(await ledger.code(BRAVO, id)).replace(/^.{4}/, '$& ')}`);
      expect(text).toContain(`Open the request: http://127.0.0.1:1/requests/${id}`);
    }
    expect(text).not.toContain('evil.example');
    await ask(2);
    await aMinuteLater();
    expect(combinedMails.map(({ mail }) => mail.subject)).toEqual([subject, '2 requests need your key']);
    await aMinuteLater();
    expect(combinedMails).toHaveLength(2);

    ledger.clock.advance(10 * MINUTE);
    await ask(1);
    expect(singles).toHaveLength(11);
  });

  describe('about the configuration', () => {
    const [ATTACKER, ADMIN, _OPERATOR] = ['op_echo', 'op_foxtrot', 'op_golf'] as const;
    let revision = 0;
    /** An entry of an item that is edited repeatedly, in the form in which dispatch hands it over. */
    const edit = async (kind: string, subject: string, data: Record<string, string | number | boolean> = {}) => {
      const announced = [{ at: ledger.clock.nowMs(), kind, subject, actor: ATTACKER, actor_kind: 'person', data }];
      await handOut(handle, [{ body: { org: FOUR_EYES_ORG, subject, revision: ++revision, announced } }]);
    };
    const flood = async (count: number, kind = 'endpoint.updated') => {
      for (let n = 0; n < count; n++) await edit(kind, 'ep_1', { command: 'c', reason: 'r' });
    };

    test('the first ten mails about the configuration go singly, and the next ones in the combined mail: no admin floods the others', async () => {
      await flood(13);
      expect(singles.map(({ to, kind }) => [to.operator, kind])).toEqual(Array(10).fill([ADMIN, 'changed']));
      await aMinuteLater();
      expect(combinedMails.map(({ to, mail }) => [to.operator, mail.subject])).toEqual([
        [ADMIN, '3 more messages about the configuration'],
      ]);
      expect(textOf(combinedMails[0]!).match(/The webhook endpoint ep_1 was edited\.\nChanged by .+ at/g)).toHaveLength(
        3,
      );
      await aMinuteLater();
      expect(combinedMails).toHaveLength(1);
    });
  });

  test('a combined mail lists each mail once, also if the function ends before the combined mail is due and the message comes again', async () => {
    const ids = await ask(10);
    const faults = createFaults(ledger.tables);
    ids.push(await propose());
    // The notice waits, but no combined mail is due: the function ended between the two writes.
    faults.inject({ command: 'UpdateItem', skip: 1, level: 'call', error: timedOut });
    await tell(ids[10]!);
    expect(faults.left()).toBe(0);
    expect(failed.splice(0)).toHaveLength(1);
    await aMinuteLater();
    expect(combinedMails).toEqual([]);
    await tell(ids[10]!);
    await tell(ids[10]!);
    await aMinuteLater();
    expect(combinedMails.map(({ mail }) => mail.subject)).toEqual(['One request needs your key']);
    await tell(ids[10]!);
    await aMinuteLater();
    expect(combinedMails).toHaveLength(1);
  });
});
