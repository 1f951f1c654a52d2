/** Messages to operators, over the real store, with a mailer that fails (docs/design.md#messages-to-operators). */
import { createConfigStore } from '../../src/adapters/dynamodb/administration/config-store';
import { createMailDigestStore } from '../../src/adapters/dynamodb/notice/mail-digest-store';
import { createNoticeStore } from '../../src/adapters/dynamodb/notice/notice-store';
import { systemRandom } from '../../src/adapters/system/random';
import { rememberedForMails } from '../../src/app/notice/letterhead';
import { type SendNoticeDeps, sendNotices } from '../../src/app/notice/send-notice';
import { type MailMessage, MailNotSent } from '../../src/app/ports';
import { noticesOf } from '../../src/core/notice/notices';
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { createFaults, timedOut } from '../support/faults';
import { type Ledger, openLedger } from '../support/ledger';

describe('a message with notices to four operators', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger?.stop());

  /** The process ends between taking the notice and sending the mail, and does nothing after that. */
  const dies = new Error('the process died');

  /** Delivers the message until it succeeds, to a mailer with the given answers. Returns who was sent to. */
  async function handedOut(...answers: readonly (Error | null)[]): Promise<{ sent: string[]; failures: number }> {
    const { body } = await ledger.v1('proposer', 'POST', '/v1/requests', {
      body: { action: 'demo.solo', requester: 'op_alpha', params: {} },
    });
    const request_id = body.request.id as RequestId;
    const notices = noticesOf((await ledger.requests.load(DEMO_ORG, request_id))!.request);
    const sent: string[] = [];
    const script = [...answers];
    const config = createConfigStore(ledger.tables);
    let dead = false;
    const deps: SendNoticeDeps = {
      clock: ledger.clock,
      random: systemRandom,
      requests: ledger.requests,
      config: { ...config, operator: (org, id) => (dead ? Promise.reject(dies) : config.operator(org, id)) },
      codeKeys: { secret: async () => Buffer.alloc(32) } as unknown as SendNoticeDeps['codeKeys'],
      notices: createNoticeStore(ledger.tables),
      digests: createMailDigestStore(ledger.tables),
      pace: { mustWait: async () => false },
      sessions: ledger.ports.sessions,
      ...rememberedForMails(ledger.ports),
      mailer: {
        send: async ({ to }: MailMessage) => {
          const answer = script.shift() ?? null;
          dead = answer === dies;
          if (answer !== null) throw answer;
          sent.push(to.operator);
        },
        sendDigest: async () => undefined,
      },
      consoleUrl: 'https://console.example.org',
    };
    for (let failures = 0; ; failures++) {
      try {
        await sendNotices(deps, { org: DEMO_ORG, request_id, notices });
        return { sent, failures };
      } catch (error) {
        if (failures === 5) throw error;
        dead = false;
      }
    }
  }

  test('notices reach the other three operators when one mail is refused, and that operator at the next attempt', async () => {
    const { sent, failures } = await handedOut(null, new MailNotSent('refused'), null, null);
    expect(failures).toBe(1);
    expect(sent).toEqual(['op_alpha', 'op_charlie', 'op_delta', 'op_bravo']);
  });

  test('notices stay with the worker that took them if the answer was lost, and only that worker can release them', async () => {
    const store = createNoticeStore(ledger.tables);
    const faults = createFaults(ledger.tables);
    const request = 'req_1' as RequestId;
    const take = (by: string) => store.take(DEMO_ORG, request, 'cause', by, 0);
    faults.inject({ command: 'PutItem', committed: true, error: timedOut });
    expect(await take('first')).toBe('taken');
    expect(await take('second')).toBe('lost');

    // The first worker releases it and the second one takes it. Then the first one's write arrives once more.
    faults.inject({ command: 'DeleteItem', committed: true, meanwhile: () => take('second'), error: timedOut });
    await store.release(DEMO_ORG, request, 'cause', 'first');
    expect(faults.left()).toBe(0);
    expect(await take('third')).toBe('lost');
  });

  test('a crash loses only the mail that was about to be sent, and sends no other mail twice', async () => {
    const { sent, failures } = await handedOut(null, dies);
    expect(failures).toBe(1);
    expect(sent).toEqual(['op_alpha', 'op_charlie', 'op_delta']);
  });

  test('no operator gets a second message if the first mail may have been sent', async () => {
    const { sent, failures } = await handedOut(new Error('the connection broke'));
    expect(failures).toBe(1);
    expect(sent).toEqual(['op_bravo', 'op_charlie', 'op_delta']);
  });
});
