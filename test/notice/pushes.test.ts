/** Pushes beside mails: who gets one, what it carries, and what an answer of the push service leads to. */

import { createNoticeHandler, type NoticesMessage } from '../../src/lambda/events/notice';
import { person } from '../../src/protocol/actor';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { pendingEntry } from '../../src/service/audit/rules/chain';
import { MailNotSent } from '../../src/service/notice/ports';
import { type Notice, noticeName, noticesOf } from '../../src/service/notice/rules/notices';
import type { PushAbout, PushOutcome, PushTask } from '../../src/service/push/ports';
import { removedDevice } from '../../src/service/push/rules/changes';
import type { Request } from '../../src/service/request/rules/request';
import { anOperator } from '../store/conformance/config-items';
import { aRequest, at, BRAVO, ORG, REQUEST_ID, refusedBy, reissuedFor, settledBy } from '../support/builders';
import { queued } from '../support/messages';
import { PERMIT } from '../support/permit';
import { aDevice, openMailroom, type Stage } from '../support/stage';

let room: Stage;
beforeEach(async () => {
  room = await openMailroom();
});

const { policy: CODE_ALONE } = aRequest();
/** Turns of these need a passkey too. */
const SIGNED: Request = { ...aRequest(), policy: { ...CODE_ALONE, turn: 'code_and_passkey' } };

const handle = async (...messages: NoticesMessage[]) =>
  (await createNoticeHandler(room.deps, [])(queued(...messages))).batchItemFailures.length;
const noticeOf = (request: Request, kind: string, operator = 'op_bravo'): Notice =>
  noticesOf(request).find((notice) => notice.kind === kind && notice.operator === operator)!;
const tell = async (request: Request, kind = 'asked', ...operators: string[]) => {
  await room.put(request);
  const told = operators.length === 0 ? ['op_bravo'] : operators;
  return handle({ org: ORG, request_id: request.id, notices: told.map((each) => noticeOf(request, kind, each)) });
};
const remove = async (id: string, operator = 'op_bravo') => {
  const list = (await room.deps.deviceStore.read(ORG, anOperator(ORG, operator).id))!;
  await room.deps.deviceStore.save(
    [removedDevice(list, id, 'removed', person(operator), room.nowMs)!],
    ['device_gone'],
  );
};
const pushed = () => room.pushes.map(({ payload: { title, code = null } }) => [title, code]);
const answers = (...outcomes: PushOutcome[]) => {
  let n = 0;
  room.pushAnswer = async () => outcomes[Math.min(n++, outcomes.length - 1)]!;
};
const again = () => room.notices.splice(0) as { body: PushTask; delaySeconds: number }[];

const TITLE = 'Deploy for op_alpha needs your key';

describe('a push beside a mail', () => {
  it('a push goes to each live device of the operator, and the mail goes too', async () => {
    const devices = [await room.device('op_bravo', 1), await room.device('op_bravo', 2)];
    await room.device('op_charlie', 1);
    await tell(SIGNED);
    expect(room.pushes.map(({ device }) => device).sort()).toEqual(devices.map(({ id }) => id).sort());
    expect(room.sentTo()).toEqual(['op_bravo']);
    const [one, other] = room.pushes;
    expect(one!.payload).toMatchObject({ title: TITLE, path: `/requests/${REQUEST_ID}`, code: room.mails[0]!.code });
    expect(one!.topic).not.toBe(other!.topic);
    expect(one).toMatchObject({ urgency: 'high', ttlSeconds: 50 * 60 });
  });

  it('a push of an action that needs the code alone has no code, and the mail has it', async () => {
    await room.device('op_bravo');
    await tell(aRequest());
    expect([pushed(), room.mails[0]!.code]).toEqual([[[TITLE, null]], expect.stringMatching(/^\d{8}$/)]);
  });

  it('nothing is pushed to a device of an earlier access epoch, of a disabled operator or of another organization', async () => {
    await room.device('op_bravo', 1);
    await room.person('op_bravo', { accessEpoch: 7 });
    await tell(SIGNED);
    await room.device('op_charlie', 1);
    await room.person('op_charlie', { enabled: false });
    await tell(SIGNED, 'asked', 'op_charlie');
    const elsewhere = anOperator('org_other' as OrgId, 'op_alpha');
    await room.deps.config.saveOperator(elsewhere, PERMIT);
    const list = (await room.deps.deviceStore.read(elsewhere.org, elsewhere.id))!;
    const device = { ...(await room.device('op_bravo', 3)), accessEpoch: 0 };
    await room.deps.deviceStore.save([{ before: list, devices: [device], entry: null }], ['device_elsewhere']);
    await tell(SIGNED, 'asked', 'op_alpha');
    expect([room.pushes, room.sentTo()]).toEqual([[], ['op_bravo', 'op_alpha']]);
  });

  it('a request of another organization is pushed to the device that the operator of that organization has', async () => {
    await room.device('op_bravo', 1);
    const org = 'org_other' as OrgId;
    await room.deps.config.saveOperator(anOperator(org, 'op_bravo'), PERMIT);
    const before = (await room.deps.deviceStore.read(org, BRAVO))!;
    const theirs = { ...aDevice('theirs'), accessEpoch: 0 };
    await room.deps.deviceStore.save([{ before, devices: [theirs], entry: null }], ['device_theirs']);
    await room.put({ ...SIGNED, org });
    await handle({ org, request_id: SIGNED.id, notices: [noticeOf(SIGNED, 'asked')] });
    expect(room.pushes.map(({ device }) => device)).toEqual([theirs.id]);
  });

  it('a device of an earlier access epoch gets nothing beside a live one', async () => {
    const live = await room.device('op_bravo', 1);
    const before = (await room.deps.deviceStore.read(ORG, BRAVO))!;
    const ended = { ...aDevice('ended'), accessEpoch: before.accessEpoch - 1 };
    await room.deps.deviceStore.save([{ before, devices: [ended, live], entry: null }], ['device_ended']);
    await tell(SIGNED);
    expect(room.pushes.map(({ device }) => device)).toEqual([live.id]);
  });

  it('a device that was removed after the operator was read gets nothing', async () => {
    const { id } = await room.device('op_bravo');
    const { recipient } = room.deps.config;
    jest.spyOn(room.deps.config, 'recipient').mockImplementation(async (...of) => {
      const found = await recipient(...of);
      if (found!.devices.length > 0 && (await room.deps.deviceStore.read(...of))!.devices.length > 0) await remove(id);
      return found;
    });
    await tell(SIGNED);
    expect([room.pushes, room.sentTo()]).toEqual([[], ['op_bravo']]);
  });

  it('an operator who wants no text on the screen gets none, and the code still', async () => {
    await room.device('op_bravo');
    await room.deps.deviceStore.setShows(ORG, BRAVO, 'no_text');
    await tell(SIGNED);
    expect(room.pushes[0]!.payload).toMatchObject({
      title: 'A request needs your key',
      lines: [],
      code: room.mails[0]!.code,
    });
  });

  it('a push is sent once for a cause, also if the message comes twice', async () => {
    await room.device('op_bravo');
    for (let n = 0; n < 2; n++) await tell(SIGNED);
    expect(room.pushes).toHaveLength(1);
  });

  it('later messages about a request have the tag of the first one', async () => {
    await room.device('op_bravo');
    await tell(SIGNED);
    await tell(settledBy('12:30')(SIGNED), 'reminder');
    await tell(refusedBy('op_bravo', '12:31')(SIGNED), 'settled');
    expect(new Set(room.pushes.map(({ topic }) => topic)).size).toBe(1);
    expect(room.pushes.map(({ payload: { code, decided, seat } }) => [code === undefined, decided, seat])).toEqual([
      [false, undefined, '1.0'],
      [true, undefined, '1.0'],
      [true, true, undefined],
    ]);
  });

  it('sign-in links, security notices and entries of the configuration are only mailed', async () => {
    await room.device('op_bravo');
    await room.device('op_charlie');
    const told = [
      pendingEntry(1, 'key.created', 'key_1', person('op_alpha'), {}),
      pendingEntry(1, 'operator.updated', 'op_charlie', person('op_alpha'), { changed: ['email'] }),
      pendingEntry(1, 'operator.sign_in_link_made', 'op_charlie', person('op_alpha'), {
        by_mail: true,
        access_epoch: 0,
      }),
    ];
    const { accessEpoch } = (await room.deps.config.operator(ORG, anOperator(ORG, 'op_charlie').id))!;
    expect(accessEpoch).toBe(0);
    await room.person('op_charlie', { journal: [{ revision: 5, entries: told.slice(2) }] });
    for (const [n, entry] of told.entries()) {
      expect(await handle({ org: ORG, subject: entry.subject, revision: 3 + n, announced: [entry] })).toBe(0);
    }
    expect(room.mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['changed', 'sign_in_link']));
    expect(room.pushes).toEqual([]);
  });
});

describe('a mail beside a push', () => {
  const others = ['op_bravo', 'op_charlie'];

  it('a push service that does not answer holds up no mail and no push to any other device', async () => {
    const { id } = await room.device('op_bravo', 1);
    await room.device('op_bravo', 2);
    await room.device('op_charlie');
    let answer: (outcome: PushOutcome) => void = () => undefined;
    room.pushAnswer = (device) =>
      device.id === id ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({ kind: 'accepted' });
    const telling = tell(SIGNED, 'asked', ...others);
    while (room.pushes.length < 3 || room.mails.length < 2) await new Promise(setImmediate);
    answer({ kind: 'accepted' });
    expect(await telling).toBe(0);
  });

  it('a mailer that does not answer holds up no push', async () => {
    await room.device('op_bravo');
    let answer: () => void = () => undefined;
    room.deps.mailer.send = () => new Promise((resolve) => (answer = () => resolve(undefined)));
    const telling = tell(SIGNED);
    while (room.pushes.length < 1) await new Promise(setImmediate);
    answer();
    expect(await telling).toBe(0);
  });

  it.each<[string, () => Promise<PushOutcome>]>([
    ['is refused', async () => ({ kind: 'refused', status: 400 })],
    ['fails', async () => Promise.reject(new Error('no key'))],
    [
      'fails at once',
      () => {
        throw new Error('no key');
      },
    ],
    ['is not taken for now', async () => ({ kind: 'later', afterSeconds: null })],
    ['finds nobody', async () => ({ kind: 'gone' })],
  ])(
    'a push that %s costs no mail and no push to anybody else, and the message does not come again',
    async (_, fails) => {
      const { id } = await room.device('op_bravo');
      await room.device('op_charlie');
      room.pushAnswer = (device) => (device.id === id ? fails() : Promise.resolve({ kind: 'accepted' }));
      expect(await tell(SIGNED, 'asked', ...others)).toBe(0);
      expect([room.sentTo(), room.pushes.length]).toEqual([others, 2]);
    },
  );

  it('the list of devices that cannot be read costs no mail', async () => {
    await room.device('op_bravo');
    jest.spyOn(room.deps.deviceStore, 'read').mockRejectedValue(new Error('throttled'));
    expect(await tell(SIGNED)).toBe(0);
    expect([room.sentTo(), room.pushes]).toEqual([['op_bravo'], []]);
  });

  it('a mail that was certainly not sent is sent again, with its push', async () => {
    await room.device('op_bravo');
    room.fails = () => new MailNotSent('refused');
    expect(await tell(SIGNED)).toBe(1);
    room.fails = () => null;
    expect(await tell(SIGNED)).toBe(0);
    expect([room.sentTo(), room.pushes.length]).toEqual([['op_bravo'], 2]);
  });
});

describe('a push that was not taken for now', () => {
  it('a push is sent again after 30 s, 60 s and 120 s, and then no more', async () => {
    const { id } = await room.device('op_bravo');
    answers({ kind: 'later', afterSeconds: null });
    await tell(SIGNED);
    const delays: number[] = [];
    for (let [next] = again(); next !== undefined; [next] = again()) {
      delays.push(next.delaySeconds);
      expect(next.body.push).toMatchObject({ operator: 'op_bravo', device: id, attempt: delays.length });
      await handle(next.body);
    }
    expect([delays, room.pushes.length, room.mails.length]).toEqual([[30, 60, 120], 4, 1]);
  });

  it('a push is sent again when its push service asks for it, and not after what it is about ends', async () => {
    await room.device('op_bravo');
    answers({ kind: 'later', afterSeconds: 77 });
    await tell(SIGNED);
    expect(again().map(({ delaySeconds }) => delaySeconds)).toEqual([77]);
    for (const [time, retries] of [
      ['12:58:42', 1],
      ['12:58:43', 0],
    ] as const) {
      room = await openMailroom();
      await room.device('op_bravo');
      answers({ kind: 'later', afterSeconds: 77 });
      room.nowMs = at(time);
      await tell(SIGNED);
      expect([room.pushes.length, again().length]).toEqual([1, retries]);
    }
  });

  const retried = async (meanwhile: (id: string) => Promise<unknown>) => {
    const { id } = await room.device('op_bravo');
    await room.device('op_bravo', 2);
    answers({ kind: 'later', afterSeconds: null }, { kind: 'accepted' });
    await tell(SIGNED);
    const [next] = again();
    room.pushes.length = 0;
    await meanwhile(id);
    expect(await handle(next!.body)).toBe(0);
    return { id, next: next!.body };
  };

  it('only the device that did not get it gets it again, with the code that works then', async () => {
    const { id } = await retried(async () => undefined);
    expect(room.pushes.map(({ device, payload }) => [device, payload.code])).toEqual([[id, room.mails[0]!.code]]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['its device was removed', (id) => remove(id)],
    ['the access of its operator was ended', () => room.person('op_bravo', { accessEpoch: 7 })],
    ['its operator was disabled', () => room.person('op_bravo', { enabled: false })],
    ['its code was replaced', () => room.put(reissuedFor('op_bravo')(SIGNED))],
    ['its request was decided', () => room.put(refusedBy('op_charlie')(SIGNED))],
  ])('nothing is sent again if meanwhile %s', async (_, meanwhile) => {
    await retried(meanwhile);
    expect(room.pushes).toEqual([]);
  });

  it('a push that is sent again has the remaining time', async () => {
    await retried(async () => {
      room.nowMs = at('12:59:30');
    });
    expect(room.pushes[0]!.ttlSeconds).toBe(30);
  });

  it('a forged message sends nobody the code of somebody else, and nothing that the request does not owe', async () => {
    const bravo = await room.device('op_bravo');
    const charlie = await room.device('op_charlie');
    await room.put(SIGNED);
    const forged = (operator: string, device: string, about: PushAbout, org = ORG): PushTask => ({
      org,
      push: { operator: operator as never, device, attempt: 0, about },
    });
    const causeOf = (operator: string) => ({
      request_id: REQUEST_ID,
      cause: noticeName(noticeOf(SIGNED, 'asked', operator)),
    });
    await handle(
      forged('op_charlie', charlie.id, causeOf('op_bravo')),
      forged('op_charlie', bravo.id, causeOf('op_charlie')),
      forged('op_bravo', bravo.id, { request_id: REQUEST_ID, cause: 'op_bravo#asked#2.0' }),
      forged('op_bravo', bravo.id, { request_id: 'req_gone' as RequestId, cause: 'op_bravo#asked#1.0' }),
      forged('op_bravo', bravo.id, causeOf('op_bravo'), 'org_other' as OrgId),
    );
    expect(room.pushes).toEqual([]);
  });
});

describe('what a push service says of a device', () => {
  it('a device is found to be accepted at most once a day', async () => {
    const reports = async (acceptedAtMs: number | null) => {
      room = await openMailroom();
      await room.device('op_bravo', 1, { acceptedAtMs });
      await tell(SIGNED);
      return room.timers.map(({ body }) => body);
    };
    const { id } = await room.device('op_bravo');
    const found = {
      kind: 'push_device',
      org: ORG,
      operator: 'op_bravo',
      device: id,
      found: 'accepted',
      at: room.nowMs,
    };
    expect(await reports(null)).toEqual([found]);
    expect(await reports(room.nowMs - 24 * 3600_000)).toEqual([found]);
    expect(await reports(room.nowMs - 24 * 3600_000 + 1)).toEqual([]);
  });

  it('a device whose subscription has ended is reported, and one whose push was refused is kept', async () => {
    await room.device('op_bravo');
    answers({ kind: 'refused', status: 413 });
    await tell(SIGNED);
    expect([room.timers, again()]).toEqual([[], []]);
    expect(room.warned.join()).toContain('refused a push');
    answers({ kind: 'gone' });
    await tell(settledBy('12:30')(SIGNED), 'reminder');
    expect(room.timers.map(({ body }) => body.found)).toEqual(['gone']);
  });

  it('the log names no endpoint, because anybody who knows one can send to it', async () => {
    const { endpoint } = await room.device('op_bravo');
    for (const kind of ['refused', 'later'] as const) {
      room.pushAnswer = async () => ({ kind, status: 400, afterSeconds: null });
      await tell({ ...SIGNED, id: `req_${kind}` as RequestId });
    }
    room.pushAnswer = async () => Promise.reject(new Error(`no answer of ${endpoint}`));
    await tell({ ...SIGNED, id: 'req_fails' as RequestId });
    expect(room.warned.length).toBeGreaterThan(1);
    expect(JSON.stringify(room.warned)).not.toContain('fcm.googleapis.com');
  });

  it('a device with another key of the service has ended, and the key of now is published', async () => {
    await room.device('op_bravo');
    await room.deps.pushKeys.publish('key_1');
    room.publicKey = 'key_2';
    answers({ kind: 'gone' });
    await tell(SIGNED);
    expect(room.timers.map(({ body }) => body.found)).toEqual(['gone']);
    expect(await room.deps.pushKeys.publicKey()).toBe('key_2');
  });

  it('the key is published when the console asks for it, and written only if it has changed', async () => {
    const { publish } = room.deps.pushKeys;
    let writes = 0;
    room.deps.pushKeys.publish = (key) => {
      writes++;
      return publish(key);
    };
    for (let n = 0; n < 2; n++) expect(await handle({ publish_push_key: true })).toBe(0);
    expect([await room.deps.pushKeys.publicKey(), writes]).toEqual(['key_1', 1]);
  });
});

describe('a test of a device', () => {
  it('a test goes to the one device, says that it works, and opens the inbox', async () => {
    const { id } = await room.device('op_bravo');
    await room.device('op_bravo', 2);
    await handle({ org: ORG, push: { operator: BRAVO, device: id, attempt: 0, about: { test: true } } });
    expect(room.pushes).toMatchObject([
      { device: id, urgency: 'normal', payload: { title: 'This device is told from now on', path: '/' } },
    ]);
    expect(room.mails).toEqual([]);
  });
});

describe('the push of a combined mail', () => {
  const NUMBERS = ['req_000000000000000000000011', 'req_000000000000000000000012'] as RequestId[];
  const waits = async (...requests: Request[]) => {
    await room.put(...requests);
    for (const request of requests) {
      const [notice] = noticesOf(request).filter(({ operator }) => operator === 'op_bravo');
      await room.deps.combinedMails.wait(ORG, request.id, notice!, 'own', room.nowMs);
    }
  };
  const send = () => handle({ org: ORG, combined_for: BRAVO });
  const entryWaits = async () => {
    const entry = pendingEntry(1, 'key.created', 'key_1', person('op_alpha'), {});
    const told = { operator: BRAVO, about: 'key:key_1', cause: 'op_bravo#told#1.0', entry };
    await room.deps.combinedMails.waitTold(ORG, told, 'own', room.nowMs);
  };

  it('a combined mail is one push with a number and the inbox, and no code', async () => {
    await room.device('op_bravo');
    await waits(...NUMBERS.map((id) => ({ ...SIGNED, id })), refusedBy('op_bravo')(SIGNED));
    await entryWaits();
    await send();
    expect(room.combinedMails).toHaveLength(1);
    expect(room.pushes).toHaveLength(1);
    const { payload, ttlSeconds, urgency } = room.pushes[0]!;
    const { tag: _, ...said } = payload;
    expect(said).toEqual({ title: '2 requests need your key', lines: [], path: '/' });
    expect([ttlSeconds, urgency]).toEqual([50 * 60, 'high']);
  });

  it('a request with two messages in it is counted once', async () => {
    await room.device('op_bravo');
    await waits(SIGNED);
    await room.put(settledBy('12:30')(SIGNED));
    await waits(settledBy('12:30')(SIGNED));
    await room.deps.combinedMails.wait(
      ORG,
      SIGNED.id,
      noticeOf(settledBy('12:30')(SIGNED), 'reminder'),
      'o2',
      room.nowMs,
    );
    await send();
    expect(pushed()).toEqual([['One request needs your key', null]]);
  });

  it('a combined mail about decided requests says that there is news, and one about the configuration is only mailed', async () => {
    await room.device('op_bravo');
    await waits(...NUMBERS.map((id) => ({ ...refusedBy('op_bravo')(SIGNED), id })));
    await send();
    expect(room.pushes).toMatchObject([
      { urgency: 'normal', ttlSeconds: 86_400, payload: { title: 'There is news about 2 requests' } },
    ]);
    room.nowMs += 60_000;
    await entryWaits();
    await send();
    expect([room.combinedMails.length, room.pushes.length]).toEqual([2, 1]);
  });

  it('a push that fails costs no combined mail, and one that was not taken for now is sent again', async () => {
    await room.device('op_bravo');
    await waits(SIGNED);
    answers({ kind: 'later', afterSeconds: null }, { kind: 'accepted' });
    expect(await send()).toBe(0);
    expect(room.combinedMails).toHaveLength(1);
    const [next] = again();
    expect(await handle(next!.body)).toBe(0);
    expect(pushed()).toEqual([
      ['One request needs your key', null],
      ['One request needs your key', null],
    ]);
  });

  it('a message that waits for a combined mail is not pushed by itself', async () => {
    await room.device('op_bravo');
    room.mustWait = true;
    await tell(SIGNED);
    expect([room.pushes, room.listed]).toEqual([[], ['op_bravo']]);
  });
});
