/** What a message to an operator costs, counted at the DynamoDB client (docs/storage.md#access-patterns). */

import { createNoticeHandler } from '../../src/lambda/events/notice';
import { DEMO_ORG } from '../../src/local/demo';
import type { OperatorId, RequestId } from '../../src/protocol/identifiers';
import { type NoticeKind, noticesOf } from '../../src/service/notice/rules/notices';
import { type Ledger, openLedger } from '../support/ledger';
import { queued } from '../support/messages';
import { createMeter, type Meter } from '../support/meter';
import { aDevice } from '../support/stage';

const BRAVO = 'op_bravo' as OperatorId;

describe('the cost of a message to an operator', () => {
  let ledger: Ledger;
  let meter: Meter;
  let handle: ReturnType<typeof createNoticeHandler>;
  const sent = { mails: 0, pushes: 0 };
  beforeAll(async () => {
    ledger = await openLedger();
    meter = createMeter(ledger.tables);
    const mailer = { send: async () => void sent.mails++, sendCombinedMail: async () => undefined };
    const pushSender = {
      publicKey: async () => 'key',
      send: async () => {
        sent.pushes++;
        return { kind: 'accepted' as const };
      },
    };
    const pace = { mustWait: async () => false };
    handle = createNoticeHandler({ ...ledger.ports, mailer, pushSender, pace });
  });
  afterAll(() => ledger?.stop());

  const tell = async (kind: NoticeKind, request_id?: string) => {
    const id = (request_id ?? (await ledger.proposed())) as RequestId;
    const { request } = (await ledger.requests.load(DEMO_ORG, id))!;
    const notices = noticesOf(request).filter((notice) => notice.kind === kind && notice.operator === BRAVO);
    const { answer, cost } = await meter.measure(() => handle(queued({ org: DEMO_ORG, request_id: id, notices })));
    expect([answer, notices.length]).toEqual([{ batchItemFailures: [] }, 1]);
    const calls = cost.calls.map(({ command, consistent }) => `${command}${consistent ? ' consistent' : ''}`);
    return { id, calls, readUnits: cost.readUnits, writeUnits: cost.writeUnits };
  };
  const device = async () => {
    const before = (await ledger.ports.deviceStore.read(DEMO_ORG, BRAVO))!;
    const { accessEpoch } = before;
    const added = { ...aDevice('phone'), accessEpoch, publicKey: 'key', acceptedAtMs: ledger.clock.nowMs() };
    await ledger.ports.deviceStore.save([{ before, devices: [added], entry: null }], ['device_1']);
  };

  it('an operator without a device costs a message one read of the request, one of the operator and one write', async () => {
    // What an instance remembers is read first.
    await tell('asked');
    const { calls, readUnits, writeUnits } = await tell('asked');
    expect(calls).toEqual(['Query consistent', 'GetItem', 'PutItem']);
    expect([readUnits, writeUnits, sent.pushes]).toEqual([1.5, 1, 0]);
  });

  it('a device costs a message one read more, and no write', async () => {
    await device();
    const { calls, readUnits, writeUnits } = await tell('asked');
    expect(calls.sort()).toEqual(['GetItem', 'GetItem consistent', 'PutItem', 'Query consistent']);
    expect([readUnits, writeUnits, sent.pushes]).toEqual([2.5, 1, 1]);
  });
});
