/**
 * Somebody who can put a message into a queue: each kind of message, forged in all of its fields, and what its handler does
 * for it (docs/security.md#messages).
 */

import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import { deliveryId, eventId, type OperatorId, type OrgId, type RequestId } from '../../src/protocol/identifiers';
import { type PendingEntry, pendingEntry } from '../../src/service/audit/rules/chain';
import { createHeadPublisher } from '../../src/service/audit/use-cases/publish-head';
import { recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { incident } from '../../src/service/configuration/rules/items';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { firstAttempt, hourlyAttempt, loopStep } from '../../src/service/delivery/use-cases/attempt-delivery';
import { deliveryMessage, sendDeliveries } from '../../src/service/delivery/use-cases/hand-over';
import { type Notice, noticeName, noticesOf } from '../../src/service/notice/rules/notices';
import { announce } from '../../src/service/notice/use-cases/announce';
import { sendCombinedMail } from '../../src/service/notice/use-cases/send-combined-mail';
import { sendNotices } from '../../src/service/notice/use-cases/send-notice';
import { sendPushTask } from '../../src/service/notice/use-cases/send-push-task';
import { publishPushKey } from '../../src/service/push/use-cases/send-push';
import type { DueSubject } from '../../src/service/transport/ports';
import { fireDue } from '../../src/service/transport/use-cases/fire-due';
import { aRequest, at, BRAVO, ORG, op, REQUEST_ID } from '../support/builders';
import { openLedger } from '../support/ledger';
import { aLog } from '../support/log';
import { textOf } from '../support/mail-text';
import { openedOnce } from '../support/opened';
import { aSubscription, publishedKey } from '../support/push';
import { aDelivery, DENIED, HOOK, openMailroom, openStage, type Stage } from '../support/stage';

const CHARLIE = 'op_charlie' as OperatorId;
const DAY = 24 * 3600_000;

describe('a forged message of the events queue', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage();
  });
  const owed = (type: Parameters<typeof eventId>[1], receiver: string, request = DENIED.id) => ({
    ...{ org: ORG, delivery_id: deliveryId(eventId(request, type), receiver as never), generation: 1 },
    owed: { request_id: request, event_type: type, receiver: receiver as never },
  });

  it.each([
    ['an approval of a refused request', owed('request.authorized', HOOK)],
    ['the call of an integration for a refused request', owed('request.authorized', 'integration')],
    ['an event for a callback that the request does not have', owed('request.denied', 'callback')],
    ['an event of a request that does not exist', owed('request.denied', HOOK, 'req_none' as RequestId)],
    ['another delivery', { ...owed('request.denied', HOOK), delivery_id: aDelivery().id }],
    ['a delivery of another organization', { ...owed('request.denied', HOOK), org: 'org_other' }],
    ['a stored delivery that does not exist', deliveryMessage(aDelivery()).body],
  ])('a forged message of the events queue posts nothing and stores nothing: %s', async (_, message) => {
    await firstAttempt(stage.deps, message);
    expect([stage.posts, await stage.deps.deliveries.load(ORG, message.delivery_id as never)]).toEqual([[], null]);
  });

  it('a forged message of the events queue keeps no event back: the event is posted with its own time and its own end', async () => {
    const forged = { ...owed('request.denied', HOOK), generation: 7 };
    const early = { ...forged, owed: { ...forged.owed, event_at: at('11:00'), until: at('12:31') } };
    await firstAttempt(stage.deps, early);
    const delivery = newDelivery(DENIED, { type: 'request.denied', atMs: at('12:29') }, HOOK);
    await sendDeliveries(stage.deps, [delivery]);
    for (const { body } of stage.messages) await firstAttempt(stage.deps, body);
    expect(stage.posts.map(({ body }) => JSON.parse(body).created_at)).toEqual([new Date(at('12:29')).toISOString()]);
    expect((await stage.read(delivery)).delivery).toMatchObject({ untilMs: delivery.untilMs, state: 'delivered' });
  });

  it('a forged task of the retry loop posts nothing that is not due in this generation', async () => {
    const delivery = aDelivery();
    await stage.owes({ ...delivery, nextAttemptAtMs: stage.nowMs + 60_000 });
    const next_attempt_at = new Date(stage.nowMs).toISOString();
    for (const [id, generation] of [
      [delivery.id, 1],
      [delivery.id, 2],
      [aDelivery().id, 1],
    ] as const) {
      await loopStep(stage.deps, { org: ORG, delivery_id: id, generation, next_attempt_at });
    }
    expect(stage.posts).toEqual([]);
  });
});

describe('a forged message of the retries queue', () => {
  it('a forged message of the retries queue posts nothing that is not due, not hourly, or not there', async () => {
    const stage = await openStage();
    const due_at = stage.nowMs;
    const later = aDelivery({ failures: 11, nextAttemptAtMs: stage.nowMs + 60_000 });
    const early = aDelivery({ failures: 1, nextAttemptAtMs: stage.nowMs });
    for (const delivery of [later, early]) await stage.owes(delivery);
    for (const [org, delivery_id] of [
      [ORG, later.id],
      [ORG, early.id],
      [ORG, aDelivery().id],
      ['org_other', early.id],
    ] as const)
      await hourlyAttempt(stage.deps, { org, delivery_id, due_at });
    expect(stage.posts).toEqual([]);
  });
});

describe('a forged message of the notices queue', () => {
  let room: Stage;
  beforeEach(async () => {
    room = await openMailroom();
  });
  const made = (data: PendingEntry['data'], kind = 'operator.sign_in_link_made'): PendingEntry =>
    pendingEntry(1, kind, CHARLIE, person('op_alpha'), data);
  const APPROVED = made({ by_mail: true, access_epoch: 0 });
  const links = () => room.mails.filter((mail) => textOf(mail).includes('#token='));
  const tell = (subject: string, revision: number, ...announced: PendingEntry[]) =>
    announce(room.deps, { org: ORG, subject, revision, announced });

  it('a forged message makes no sign-in link that no entry records', async () => {
    const mailed = made(
      { operator: CHARLIE, browser: 'mine', access_epoch: 0, expires_at: room.nowMs + DAY },
      'operator.mailed_link_made',
    );
    await tell(CHARLIE, 1, APPROVED);
    await tell('link_1', 1, mailed);
    // Another incident records something else.
    await room.deps.config.saveIncident(incident(ORG, 'attempt_1', made({}, 'change.refused')));
    await tell('attempt_1', 1, mailed);
    expect([links(), room.mails.map(({ to }) => to.operator)]).toEqual([[], ['op_bravo']]);
  });

  it('a forged message makes no second link of an entry: not of another revision, not twice, not with another end', async () => {
    const later = made({ by_mail: true, access_epoch: 1 });
    await room.person(CHARLIE, { journal: [{ revision: 3, entries: [APPROVED] }] });
    await tell(CHARLIE, 3, APPROVED, APPROVED, APPROVED);
    expect(links()).toHaveLength(1);
    await tell(CHARLIE, 4, APPROVED);
    await tell(CHARLIE, 3, later);
    await tell('op_delta', 3, APPROVED);
    expect(links()).toHaveLength(1);
    const data = { operator: CHARLIE, browser: 'theirs', access_epoch: 0, expires_at: room.nowMs + 600_000 };
    const requested = made(data, 'operator.mailed_link_made');
    await room.deps.config.saveIncident(incident(ORG, 'link_1', requested));
    for (const forged of [{ browser: 'mine' }, { expires_at: room.nowMs + DAY }]) {
      await tell('link_1', 1, { ...requested, data: { ...data, ...forged } });
    }
    expect(links()).toHaveLength(1);
    await tell('link_1', 1, requested);
    expect(links()).toHaveLength(2);
  });

  it('an announcement without a link has the words of the message, and goes to the people who are told of its kind', async () => {
    await tell('key_1', 9, pendingEntry(1, 'key.created', 'key_1', person('op_alpha')));
    expect(room.mails.map(({ to }) => to.operator)).toEqual(['op_bravo']);
  });

  it('a forged message about a request mails no code but the one that the request owes its seat', async () => {
    const asked = noticesOf(aRequest()).find(({ operator }) => operator === BRAVO)!;
    const forged: Notice[] = [
      { ...asked, operator: op('op_zulu') },
      { ...asked, round: 2 },
      { ...asked, issue: 1 },
      { ...asked, kind: 'settled', round: 0, issue: 0 },
      { ...asked, withCode: false },
    ];
    await sendNotices(room.deps, { org: ORG, request_id: REQUEST_ID, notices: forged });
    expect(room.mails.map(({ to, kind, code }) => [to.operator, kind, code])).toEqual([
      ['op_bravo', 'asked', expect.stringMatching(/^\d{8}$/)],
    ]);
    await sendNotices(room.deps, { org: 'org_other' as OrgId, request_id: REQUEST_ID, notices: [asked] });
    expect(room.mails).toHaveLength(1);
  });

  it('a forged message pushes to no device but one of the operator, and no code but the one that their seat has', async () => {
    const { id: device } = await room.device(BRAVO);
    const owed = {
      request_id: REQUEST_ID,
      cause: noticeName(noticesOf(aRequest()).find((each) => each.operator === BRAVO)!),
    };
    const push = { operator: BRAVO, device, attempt: 0, about: owed };
    for (const forged of [
      { operator: op('op_zulu') },
      { operator: CHARLIE },
      { device: 'dev_none' },
      { about: { ...owed, cause: owed.cause.replace(BRAVO, CHARLIE) } },
      { about: { ...owed, cause: 'op_bravo#asked#2.0' } },
      { about: { ...owed, request_id: 'req_none' as RequestId } },
    ])
      await sendPushTask(room.deps, { org: ORG, push: { ...push, ...forged } });
    await sendPushTask(room.deps, { org: 'org_other' as OrgId, push });
    expect(room.pushes).toEqual([]);
    await sendPushTask(room.deps, { org: ORG, push });
    expect(room.pushes.map((each) => each.device)).toEqual([device]);
  });

  it('a forged message that the key must be published publishes the key that the service has', async () => {
    await publishPushKey(room.deps);
    expect(await room.deps.pushKeys.publicKey()).toBe(await room.deps.pushSender.publicKey());
  });

  it('a forged message sends no combined mail to somebody for whom nothing waits', async () => {
    await sendCombinedMail(room.deps, { org: ORG, combined_for: BRAVO });
    await sendCombinedMail(room.deps, { org: ORG, combined_for: op('op_zulu') });
    expect([room.combinedMails, room.mails]).toEqual([[], []]);
  });
});

describe('a forged message of the other queues', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));
  /** Every write that was made. */
  const writes: string[] = [];
  beforeAll(() => {
    ledger.tables.client.middlewareStack.add(
      (next, context) => async (args) => {
        const answered = await next(args);
        const name = String((context as { commandName?: string }).commandName);
        if (/^(Put|Update|Delete|Transact|BatchWrite)/.test(name)) writes.push(name);
        return answered;
      },
      { step: 'initialize' },
    );
  });
  const timers = () => ({
    ...ledger.ports,
    log: aLog().log,
    platformActions: new Map(),
    clock: ledger.clock,
  });

  it('a forged timer settles, delivers, judges and clears nothing that is not due', async () => {
    const id = await ledger.proposed({ action: 'demo.deploy', requester: 'op_alpha' });
    writes.length = 0;
    const subjects: DueSubject[] = [
      { kind: 'request', org: DEMO_ORG, id },
      { kind: 'request', org: DEMO_ORG, id: 'req_none' },
      { kind: 'delivery', org: DEMO_ORG, id: aDelivery().id },
      { kind: 'health', org: DEMO_ORG, id: HOOK },
      { kind: 'config', org: DEMO_ORG, id: 'OPERATOR#op_zulu' },
    ];
    for (const subject of subjects) await fireDue(timers(), { ...subject, due_at: 1 });
    expect(writes).toEqual([]);
  });

  it('a forged report that a head was refused adds one entry for each fault and day, and nothing else', async () => {
    const report = { kind: 'refused_head', org: DEMO_ORG, seq: 4, fault: 'hash', published_seq: 3, at: 5 } as const;
    writes.length = 0;
    for (let n = 0; n < 3; n++) await fireDue(timers(), { ...report, fault: 'hash' as never, at: 5 + n });
    expect(writes).toHaveLength(1);
  });

  it('a forged request for a mailed link writes nothing where no link is allowed, and no time of the message makes a link last longer', async () => {
    const nowMs = ledger.clock.nowMs();
    const asked = {
      kind: 'requested_link',
      org: DEMO_ORG,
      address: 'op_bravo@org-demo.example',
      browser: 'b',
    } as const;
    writes.length = 0;
    await fireDue(timers(), { ...asked, id: 'link_0', at: nowMs });
    expect(writes).toEqual([]);
    await ledger.api('op_alpha', 'PUT', '/api/mailed-links', { allowed: true });
    await fireDue(timers(), { ...asked, id: 'link_1', at: nowMs + DAY });
    await fireDue(timers(), { ...asked, id: 'link_2', at: nowMs - DAY });
    await fireDue(timers(), { ...asked, id: 'link_3', address: 'nobody@acme.dev', at: nowMs });
    const entryOf = async (id: string) => (await ledger.ports.config.incident(DEMO_ORG, id))?.journal[0]?.entries[0];
    expect([await entryOf('link_2'), await entryOf('link_3')]).toEqual([undefined, undefined]);
    const until = Number((await entryOf('link_1'))!.data.expires_at);
    expect(until).toBeLessThanOrEqual(ledger.clock.nowMs() + 600_000);
  });

  it('a forged report about a device removes only a device that its operator has, and puts no push into the future', async () => {
    const browser = aSubscription(await publishedKey(ledger.ports));
    jest.spyOn(ledger.queues.notices, 'send').mockResolvedValue();
    const { body } = await ledger.api('op_bravo', 'POST', '/api/devices', browser);
    const found = { kind: 'push_device', org: DEMO_ORG, operator: BRAVO, device: body.device.id, at: 1 } as const;
    const listed = async () => (await ledger.api('op_bravo', 'GET', '/api/devices')).body.devices;
    writes.length = 0;
    for (const forged of [{ operator: CHARLIE }, { org: 'org_other' as OrgId }, { device: `dev_${'0'.repeat(24)}` }])
      await fireDue(timers(), { ...found, ...forged, found: 'gone' });
    expect(writes).toEqual([]);
    await fireDue(timers(), { ...found, found: 'accepted', at: ledger.clock.nowMs() + DAY });
    expect((await listed())[0].accepted_at).toBeLessThanOrEqual(ledger.clock.nowMs());
    await fireDue(timers(), { ...found, found: 'gone' });
    expect(await listed()).toEqual([]);
    expect(await ledger.entries(DEMO_ORG, 'device.removed')).toMatchObject([
      { actor_kind: 'service', data: { operator: BRAVO, because: 'gone' } },
    ]);
  });

  it('a forged journal adds entries to the chain, and changes none that a revision has already', async () => {
    const org = 'org_forged' as OrgId;
    const cause = (kind: string) => [
      { subject: 'op_x', revision: 1, facts: [pendingEntry(1, kind, 'op_x', person('op_y'))] },
    ];
    for (const kind of ['operator.created', 'operator.updated']) await recordAudit(timers(), org, cause(kind));
    const entries = await ledger.ports.audit.entries(org, 0, 10);
    expect(entries.map(({ kind }) => kind)).toEqual(['operator.created']);
  });

  it('a forged message of the heads queue publishes no head beyond the chain', async () => {
    const org = 'org_headless' as OrgId;
    const publish = createHeadPublisher({ ...timers(), headIntervalMs: 0 });
    for (const upTo of [undefined, 0, 10_000]) {
      expect(await publish(org, upTo)).toMatchObject({ ok: true, value: { published: [] } });
    }
    expect(await ledger.ports.heads.last(org)).toBeNull();
  });
});
