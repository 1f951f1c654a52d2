/** Messages to operators and to a chat: who is told, once for each cause, and what is released when nothing was sent. */
import { announce, announcementOf, sendAnnouncements, untold } from '../../../src/app/administration/announce';
import { postToChat } from '../../../src/app/chat/deliver-post';
import { removeChat, setChat } from '../../../src/app/chat/edit-chat';
import { testChat } from '../../../src/app/chat/read-chat';
import { tellChat } from '../../../src/app/chat/tell-chat';
import { sendDigest } from '../../../src/app/notice/send-digest';
import { sendNotices } from '../../../src/app/notice/send-notice';
import { type MailMessage, MailNotSent, type PostOutcome } from '../../../src/app/ports';
import type { PendingEntry } from '../../../src/core/audit/chain';
import type { Notice } from '../../../src/core/notice/notices';
import type { Request } from '../../../src/core/request/request';
import { aRequest, at, BRAVO, CHARLIE, ORG, REQUEST_ID, refusedBy } from '../../support/builders';
import { PERMIT } from '../../support/permit';

const NOW = at('12:10');
const CONSOLE = 'https://console.acme.dev';

interface Person {
  readonly id: string;
  readonly role?: 'admin' | 'operator';
  readonly enabled?: boolean;
  readonly accessEpoch?: number;
  readonly formerEmails?: readonly object[];
}
const person = ({ id, ...fields }: Person) => ({
  org: ORG,
  id,
  name: `Name of ${id}`,
  email: `${id}@acme.dev`,
  role: 'operator',
  enabled: true,
  accessEpoch: 0,
  revision: 1,
  journal: [],
  ...fields,
});

interface Given {
  readonly request?: Request | null;
  readonly operators?: readonly Person[];
  readonly ruleBegan?: boolean;
  /** What the store answers to the one who takes a notice. */
  readonly taken?: 'taken' | 'lost' | 'waits';
  readonly waited?: 'taken' | 'lost' | 'waits';
  readonly mustWait?: boolean;
  readonly fails?: (mail: MailMessage) => Error | null;
}

function world(given: Given = {}) {
  const log: string[] = [];
  const mails: MailMessage[] = [];
  const people = (given.operators ?? [{ id: 'op_alpha', role: 'admin' }, { id: 'op_bravo' }, { id: 'op_charlie' }]).map(
    person,
  );
  const deps = {
    clock: { nowMs: () => NOW },
    random: { hex: () => 'own', base64url: () => 'token' },
    consoleUrl: CONSOLE,
    config: {
      recipient: async (_: string, id: string) => people.find((each) => each.id === id) ?? null,
      operators: async () => people,
      ruleBegan: async () => given.ruleBegan ?? false,
    },
    codeKeys: { secret: async () => Buffer.alloc(32, 1) },
    requests: {
      load: async () => (given.request === null ? null : { request: given.request ?? aRequest(), intent: null }),
    },
    sessions: {
      createSignInLink: async (_: string, { operator }: { operator: string }) => void log.push(`link for ${operator}`),
    },
    notices: {
      take: async (_org: string, about: string, cause: string) => {
        log.push(`take ${about} ${cause}`);
        return given.taken ?? 'taken';
      },
      release: async (_org: string, about: string, cause: string, by: string) =>
        void log.push(`release ${about} ${cause} ${by}`),
      taken: async (_org: string, about: string) => new Set(about === 'key:told' ? ['done#1'] : []),
    },
    digests: {
      wait: async (_org: string, _request: string, { operator }: Notice) => {
        log.push(`wait ${operator}`);
        return given.waited ?? 'taken';
      },
      waitTold: async (
        _org: string,
        { operator, about, cause }: { operator: string; about: string; cause: string },
      ) => {
        log.push(`wait ${operator} ${about} ${cause}`);
        return given.waited ?? 'taken';
      },
      makeDue: async (_: string, operator: string) => void log.push(`due ${operator}`),
    },
    pace: { mustWait: async () => given.mustWait ?? false },
    mailer: {
      send: async (mail: MailMessage) => {
        const failure = given.fails?.(mail) ?? null;
        if (failure !== null) throw failure;
        mails.push(mail);
      },
    },
    onWaiting: ({ to }: MailMessage) => void log.push(`listed ${to.operator}`),
  };
  return { log, mails, deps: deps as never };
}
const asked = (operator: string): Notice => ({
  kind: 'asked',
  operator: operator as never,
  round: 1,
  issue: 0,
  withCode: true,
});

describe('a message about a request', () => {
  const tell = (given: Given, ...operators: string[]) => {
    const found = world(given);
    const message = { org: ORG, request_id: REQUEST_ID, notices: operators.map(asked) };
    return { ...found, sent: sendNotices(found.deps, message) };
  };

  it('is taken, and then mailed with the code of its operator', async () => {
    const { sent, log, mails } = tell({}, 'op_bravo', 'op_charlie');
    await sent;
    expect(log).toEqual([`take ${REQUEST_ID} op_bravo#asked#1.0`, `take ${REQUEST_ID} op_charlie#asked#1.0`]);
    expect(mails).toMatchObject([
      {
        org: ORG,
        to: { operator: BRAVO, name: 'Name of op_bravo', email: 'op_bravo@acme.dev' },
        requestId: REQUEST_ID,
        kind: 'asked',
        round: 1,
        code: expect.stringMatching(/^\d{8}$/),
      },
      { to: { operator: CHARLIE } },
    ]);
    expect(mails[0]!.code).not.toBe(mails[1]!.code);
    expect(mails[0]!.text).toContain(`${CONSOLE}/requests/${REQUEST_ID}`);
  });

  it('is not sent if it is not true any more, or there is nobody to send it to', async () => {
    const decided = tell({ request: aRequest({}, refusedBy('op_alpha')) }, 'op_bravo');
    await decided.sent;
    const gone = tell({ request: null }, 'op_bravo');
    await gone.sent;
    const unknown = tell({ operators: [{ id: 'op_charlie' }] }, 'op_bravo');
    await unknown.sent;
    expect([decided.log, gone.log, unknown.log]).toEqual([[], [], []]);
    expect([decided.mails, gone.mails, unknown.mails]).toEqual([[], [], []]);
  });

  it('is taken for a disabled operator, and not mailed', async () => {
    const { sent, log, mails } = tell({ operators: [{ id: 'op_bravo', enabled: false }], mustWait: true }, 'op_bravo');
    await sent;
    expect([log, mails]).toEqual([[`take ${REQUEST_ID} op_bravo#asked#1.0`], []]);
  });

  it('that somebody else took is not sent, and one that was taken for a digest makes that due', async () => {
    const lost = tell({ taken: 'lost' }, 'op_bravo');
    await lost.sent;
    expect([lost.mails, lost.log.length]).toEqual([[], 1]);
    const waits = tell({ taken: 'waits' }, 'op_bravo');
    await waits.sent;
    expect([waits.mails, waits.log.slice(1)]).toEqual([[], ['due op_bravo']]);
  });

  it('waits for a digest where there are too many, unless the request is coincident', async () => {
    const waiting = tell({ mustWait: true }, 'op_bravo');
    await waiting.sent;
    expect([waiting.mails, waiting.log]).toEqual([[], ['wait op_bravo', 'due op_bravo', 'listed op_bravo']]);
    const again = tell({ mustWait: true, waited: 'waits' }, 'op_bravo');
    await again.sent;
    expect(again.log).toEqual(['wait op_bravo', 'due op_bravo']);
    const lost = tell({ mustWait: true, waited: 'lost' }, 'op_bravo');
    await lost.sent;
    expect(lost.log).toEqual(['wait op_bravo']);
    const coincident = tell({ mustWait: true, request: aRequest({ mode: 'coincident' }) }, 'op_bravo');
    await coincident.sent;
    expect(coincident.mails).toHaveLength(1);
  });

  it('that fails holds up no other, and is released only if certainly nothing was sent', async () => {
    const failing = (error: Error) =>
      tell({ fails: ({ to }) => (to.operator === BRAVO ? error : null) }, 'op_bravo', 'op_charlie');
    const refused = failing(new MailNotSent('refused'));
    await expect(refused.sent).rejects.toThrow('refused');
    expect(refused.log).toContain(`release ${REQUEST_ID} op_bravo#asked#1.0 own`);
    expect(refused.mails).toMatchObject([{ to: { operator: CHARLIE } }]);
    const unknown = failing(new Error('timed out'));
    await expect(unknown.sent).rejects.toThrow('timed out');
    expect(unknown.log.filter((line) => line.startsWith('release'))).toEqual([]);
    const both = tell({ fails: ({ to }) => new Error(`${to.operator} failed`) }, 'op_bravo', 'op_charlie');
    await expect(both.sent).rejects.toThrow('op_bravo failed');
  });
});

describe('a message about an edit of the configuration', () => {
  const entry = (kind: string, subject: string, actor: string, data: object = {}): PendingEntry =>
    ({ at: 1, kind, subject, actor, data }) as never;
  const tell = (given: Given, ...announced: PendingEntry[]) => {
    const found = world(given);
    return {
      ...found,
      told: announce(found.deps, { org: ORG, subject: announced[0]!.subject, revision: 3, announced }),
    };
  };
  const ADMINS: Person[] = [{ id: 'op_alpha', role: 'admin' }, { id: 'op_bravo', role: 'admin' }, { id: 'op_charlie' }];

  it('goes to the other admins, once for each entry, and the edit is marked at the end', async () => {
    const { told, log, mails } = tell({ operators: ADMINS }, entry('key.created', 'key_1', 'op_alpha'));
    await told;
    expect(log).toEqual(['take key:key_1 op_bravo#told#3.0', 'take key:key_1 done#3']);
    expect(mails).toMatchObject([
      {
        org: ORG,
        to: { operator: BRAVO, email: 'op_bravo@acme.dev' },
        requestId: null,
        kind: 'changed',
        round: 0,
        code: null,
      },
    ]);
    expect(mails[0]!.text).toContain('The API key key_1 was created.');
    const revoked = entry('key.revoked', 'key_1', 'op_alpha');
    const both = tell({ operators: ADMINS }, entry('key.created', 'key_1', 'op_alpha'), revoked);
    await both.told;
    expect(both.log).toEqual([
      'take key:key_1 op_bravo#told#3.0',
      'take key:key_1 op_bravo#told#3.1',
      'take key:key_1 done#3',
    ]);
    expect(both.mails.map(({ to }) => to.operator)).toEqual([BRAVO, BRAVO]);
  });

  it('is not marked where one mail failed, and the others go out', async () => {
    const people: Person[] = [...ADMINS, { id: 'op_delta', role: 'admin' }];
    const fails = ({ to }: MailMessage) => (to.operator === BRAVO ? new MailNotSent('refused') : null);
    const { told, log, mails } = tell({ operators: people, fails }, entry('key.created', 'key_1', 'op_alpha'));
    await expect(told).rejects.toThrow('refused');
    expect(mails.map(({ to }) => to.operator)).toEqual(['op_delta']);
    expect(log).toContain('release key:key_1 op_bravo#told#3.0 own');
    expect(log).not.toContain('take key:key_1 done#3');
  });

  it('waits for a digest where there are too many', async () => {
    const { told, log, mails } = tell({ operators: ADMINS, mustWait: true }, entry('key.created', 'key_1', 'op_alpha'));
    await told;
    expect(mails).toEqual([]);
    expect(log).toEqual([
      'wait op_bravo key:key_1 op_bravo#told#3.0',
      'due op_bravo',
      'listed op_bravo',
      'take key:key_1 done#3',
    ]);
    const waits = tell({ operators: ADMINS, taken: 'waits' }, entry('key.created', 'key_1', 'op_alpha'));
    await waits.told;
    expect([waits.mails, waits.log[1]]).toEqual([[], 'due op_bravo']);
  });

  it('goes at once to an operator who was disabled, because they get no digest', async () => {
    const disabled = entry('operator.updated', 'op_charlie', 'op_alpha', { changed: ['enabled'], enabled: false });
    const people: Person[] = [...ADMINS.slice(0, 2), { id: 'op_charlie', enabled: false }];
    const { told, log, mails } = tell({ operators: people, mustWait: true }, disabled);
    await told;
    expect(mails.map(({ to }) => to.operator)).toEqual(['op_charlie']);
    expect(log.filter((line) => line.startsWith('wait'))).toEqual([
      'wait op_bravo operator:op_charlie op_bravo#told#3.0',
    ]);
  });

  it('with a sign-in link has it for the operator alone, never waits, and has none after access was revoked', async () => {
    const made = entry('operator.sign_in_link_made', 'op_charlie', 'op_alpha', { by_mail: true, access_epoch: 2 });
    const people = (accessEpoch: number): Person[] => [...ADMINS.slice(0, 2), { id: 'op_charlie', accessEpoch }];
    const { told, log, mails } = tell({ operators: people(2) }, made);
    await told;
    expect(log).toContain('link for op_charlie');
    const mail = (id: string, all = mails) => all.find(({ to }) => to.operator === id)!;
    expect(mail('op_charlie')).toMatchObject({ kind: 'sign_in_link' });
    expect(mail('op_charlie').text).toContain(`${CONSOLE}/sign-in#token=token`);
    expect(mail('op_bravo').kind).toBe('changed');
    expect(mail('op_bravo').text).not.toContain('#token=');
    const flooded = tell({ operators: people(2), mustWait: true }, made);
    await flooded.told;
    expect(flooded.mails.map(({ to }) => to.operator)).toEqual(['op_charlie']);
    const revoked = tell({ operators: people(3) }, made);
    await revoked.told;
    expect(mail('op_charlie', revoked.mails)).toMatchObject({ kind: 'changed' });
    expect(revoked.log.filter((line) => line.startsWith('link'))).toEqual([]);
  });

  it('about a new address goes to the old one too', async () => {
    const moved = entry('operator.updated', 'op_charlie', 'op_alpha', { changed: ['email'] });
    const formerEmails = [{ email: 'old@acme.dev', revision: 3 }];
    const people: Person[] = [...ADMINS.slice(0, 2), { id: 'op_charlie', formerEmails }];
    const { told, log, mails } = tell({ operators: people }, moved);
    await told;
    expect(mails.map(({ to }) => to.email)).toEqual(expect.arrayContaining(['old@acme.dev', 'op_charlie@acme.dev']));
    expect(log).toContain('take operator:op_charlie op_charlie#told-former#3.0');
    const other = tell({ operators: people }, { ...moved, data: { changed: ['name'] } });
    await other.told;
    expect(other.mails.map(({ to }) => to.email)).not.toContain('old@acme.dev');
  });

  it('is none for what concerns nobody, and is sent again only if not all were told', async () => {
    const created = entry('key.created', 'key_1', 'op_alpha');
    expect(announcementOf(ORG, 'key_1', 3, [created, entry('passkey.used', 'psk_1', 'op_alpha')])).toEqual({
      org: ORG,
      subject: 'key_1',
      revision: 3,
      announced: [created],
    });
    expect(announcementOf(ORG, 'psk_1', 3, [entry('passkey.used', 'psk_1', 'op_alpha')])).toBeNull();
    const sent: unknown[] = [];
    const queue = { send: async (some: readonly unknown[]) => void sent.push(some) };
    await sendAnnouncements(queue as never, [null]);
    expect(sent).toEqual([]);
    const owed = { org: ORG, subject: 'key_1', revision: 1, announced: [created] };
    await sendAnnouncements(queue as never, [null, owed]);
    expect(sent).toEqual([[{ body: owed, groupId: ORG }]]);
    const { notices } = world().deps as never as { notices: never };
    const told = { ...owed, subject: 'told' };
    expect(await untold(notices, [null, owed, told, { ...told, revision: 2 }])).toEqual([
      owed,
      { ...told, revision: 2 },
    ]);
  });
});

describe('a digest', () => {
  const digesting = (given: {
    lastAtMs?: number | null;
    sending?: string[];
    waiting?: object[];
    enabled?: boolean;
    isTaken?: boolean;
    fails?: Error;
    known?: Request[];
  }) => {
    const log: string[] = [];
    const mails: { subject: string; text: string; to: { email: string } }[] = [];
    const { waiting = [{ place: 'p1', requestId: REQUEST_ID, notice: asked('op_bravo') }] } = given;
    const deps = {
      ...(world({ operators: [{ id: 'op_bravo', enabled: given.enabled ?? true }] }).deps as object),
      requests: { loadMany: async () => given.known ?? [aRequest()] },
      digests: {
        read: async (_org: string, _to: string, atMost: number) => {
          log.push(`read ${atMost}`);
          return { queued: 7, lastAtMs: given.lastAtMs ?? null, sending: given.sending ?? [], waiting };
        },
        finish: async (_org: string, _to: string, places: string[]) => void log.push(`finish ${places.join()}`),
        rest: async (_org: string, _to: string, queued: number) => void log.push(`rest ${queued}`),
        take: async (_org: string, _to: string, { places }: { places: string[] }) => {
          log.push(`take ${places.join()}`);
          return given.isTaken ?? true;
        },
        release: async (_org: string, to: string, by: string) => void log.push(`release ${to} ${by}`),
      },
      mailer: {
        sendDigest: async (mail: never) => {
          if (given.fails !== undefined) throw given.fails;
          mails.push(mail);
        },
      },
    };
    return { log, mails, sent: sendDigest(deps as never, { org: ORG, digest_for: BRAVO }) };
  };

  it('has what waits, with every code that still works, and what was edited', async () => {
    const waiting = [
      { place: 'p1', requestId: REQUEST_ID, notice: asked('op_bravo') },
      { place: 'p2', requestId: REQUEST_ID, notice: { ...asked('op_bravo'), round: 9 } },
      { place: 'p3', entry: { at: 1, kind: 'key.created', subject: 'key_1', actor: 'op_alpha', data: {} } },
    ];
    const { sent, log, mails } = digesting({ waiting });
    await sent;
    expect(log).toEqual(['read 200', 'finish ', 'take p1,p2,p3', 'finish p1,p2,p3']);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.to.email).toBe('op_bravo@acme.dev');
    // The code of the round that is over is not among them.
    expect(mails[0]!.text.match(/^Your (new )?code.*$/gm)).toEqual([expect.stringMatching(/^Your code: \d{8}$/)]);
    expect(mails[0]!.text).toContain('The API key key_1 was created.');
  });

  it('is sent at most once in 45 seconds', async () => {
    const early = digesting({ lastAtMs: NOW - 44_999 });
    await early.sent;
    expect([early.log, early.mails]).toEqual([['read 200'], []]);
    const due = digesting({ lastAtMs: NOW - 45_000 });
    await due.sent;
    expect(due.mails).toHaveLength(1);
  });

  it('has nothing that an earlier one may have sent, and none is due if nothing is left', async () => {
    const { sent, log, mails } = digesting({ sending: ['p1'] });
    await sent;
    expect([log, mails]).toEqual([['read 200', 'finish p1', 'rest 7'], []]);
    const full = Array.from({ length: 200 }, (_, n) => ({
      place: `p${n}`,
      requestId: REQUEST_ID,
      notice: asked('op_bravo'),
    }));
    const more = digesting({ waiting: full, sending: full.map(({ place }) => place) });
    await more.sent;
    expect(more.log.filter((line) => line.startsWith('rest'))).toEqual([]);
  });

  it('is no mail to a disabled operator or about nothing that is true, and is finished all the same', async () => {
    for (const given of [{ enabled: false }, { known: [] }, { known: [aRequest({}, refusedBy('op_alpha'))] }]) {
      const { sent, log, mails } = digesting(given);
      await sent;
      expect([mails, log.at(-1)]).toEqual([[], 'finish p1']);
    }
  });

  it('that somebody else took is not sent, and is released only if certainly nothing was sent', async () => {
    const lost = digesting({ isTaken: false });
    await lost.sent;
    expect([lost.mails, lost.log.at(-1)]).toEqual([[], 'take p1']);
    const refused = digesting({ fails: new MailNotSent('refused') });
    await expect(refused.sent).rejects.toThrow('refused');
    expect(refused.log.at(-1)).toBe('release op_bravo own');
    const unknown = digesting({ fails: new Error('timed out') });
    await expect(unknown.sent).rejects.toThrow('timed out');
    expect(unknown.log.at(-1)).toBe('take p1');
  });
});

describe('a chat', () => {
  const answered = (status: number): PostOutcome => ({ kind: 'answered', status, retryAfterSeconds: null });
  const TARGET = { format: 'slack', host: 'x', sealedUrl: 'sealed', atMs: 0 } as const;
  const OWN = { ...TARGET, accessEpoch: 2 };
  const chatting = (given: {
    outcome?: PostOutcome;
    request?: Request | null;
    target?: object | null;
    count?: number;
    taken?: string;
    nowMs?: number;
    recent?: () => Promise<object>;
    /** The requests of the action. */
    known?: readonly Request[];
    /** The access epoch of op_bravo, who set a chat of their own in epoch 2. */
    own?: number;
    enabled?: boolean;
  }) => {
    const log: string[] = [];
    const warned: [string, object?][] = [];
    const posts: { url: string; body: string; headers: object }[] = [];
    const deps = {
      clock: { nowMs: () => given.nowMs ?? NOW },
      random: { hex: () => 'own' },
      consoleUrl: CONSOLE,
      log: {
        info: () => undefined,
        error: () => undefined,
        warn: (...said: [string, object?]) => void warned.push(said),
      },
      requests: {
        load: async () => (given.request === null ? null : { request: given.request ?? aRequest(), intent: null }),
        recent: given.recent ?? (async () => ({ ids: (given.known ?? []).map(({ id }) => id), cursor: null })),
        loadMany: async () => given.known ?? [],
      },
      notices: {
        take: async (_org: string, about: string, cause: string) => {
          log.push(`take ${about} ${cause}`);
          return given.taken ?? 'taken';
        },
        release: async (_org: string, about: string, cause: string, by: string) =>
          void log.push(`release ${about} ${cause} ${by}`),
      },
      chats: {
        of: async () => ({
          target: given.target === undefined ? TARGET : given.target,
          operators: new Map(given.own === undefined ? [] : [['op_bravo', { operator: BRAVO, target: OWN }]]),
        }),
        changed: (org: string) => void log.push(`changed ${org}`),
      },
      config: {
        operator: async () => person({ id: 'op_bravo', enabled: given.enabled ?? true, accessEpoch: given.own ?? 0 }),
      },
      chatCounter: {
        count: async (_: string, countedAs: string, posts: number) => {
          log.push(`count ${countedAs}${posts === 1 ? '' : ` ${posts}`}`);
          return given.count ?? 1;
        },
      },
      secretBox: { open: async (_: string, place: string) => Buffer.from(`https://chat.dev/${place}`) },
      sender: {
        post: async (post: never) => {
          posts.push(post);
          return given.outcome ?? answered(200);
        },
      },
    };
    const message = (...kinds: string[]) => ({
      org: ORG,
      request_id: REQUEST_ID,
      notices: kinds.map((kind) => ({ ...asked('op_bravo'), kind })),
    });
    return {
      log,
      warned,
      posts,
      tell: (...kinds: string[]) => tellChat(deps as never, message(...kinds) as never),
      deps: deps as never,
    };
  };

  it('is told once of a request, no matter who is asked', async () => {
    const { log, posts, tell } = chatting({});
    await tell('asked', 'asked', 'code_reissued');
    expect(log).toEqual([`take ${REQUEST_ID} #chat#asked`, 'count #chat']);
    expect(posts).toMatchObject([
      {
        url: 'https://chat.dev/SETTING#chat#url',
        headers: { 'content-type': 'application/json', 'user-agent': 'request-authorization-service' },
      },
    ]);
    expect(posts[0]!.body).toContain('Approval requested');
  });

  it('is not told what is not for it, not true any more, or of a request that is gone', async () => {
    for (const [given, kind] of [
      [{}, 'code_reissued'],
      [{}, 'settled'],
      [{ target: null }, 'asked'],
      [{ request: null }, 'asked'],
      [{ request: aRequest({}, refusedBy('op_alpha')) }, 'asked'],
      [{ request: aRequest({}, refusedBy('op_alpha')) }, 'reminder'],
      [{ taken: 'lost' }, 'asked'],
    ] as const) {
      const { posts, tell } = chatting(given);
      await tell(kind);
      expect([kind, posts]).toEqual([kind, []]);
    }
    const settled = chatting({ request: aRequest({}, refusedBy('op_alpha')) });
    await settled.tell('settled');
    expect(settled.posts).toHaveLength(1);
  });

  it('gets the thirty posts of a window, one that says so, and then none', async () => {
    for (const [count, posts, text] of [
      [30, 1, 'Approval requested'],
      [31, 1, 'There are many requests'],
      [32, 0, ''],
    ] as const) {
      const told = chatting({ count });
      await told.tell('asked');
      expect(told.posts).toHaveLength(posts);
      expect(told.posts[0]?.body ?? '').toContain(text);
    }
  });

  it('that refuses for the moment gets the post again for five minutes', async () => {
    const { log, warned, tell } = chatting({ outcome: answered(429) });
    // The request was changed at 12:00.
    const early = chatting({ outcome: answered(503), nowMs: at('12:05') });
    await expect(early.tell('asked')).rejects.toThrow('the chat answered 503; it is tried again');
    // It is not one of the thirty posts of a window, or an outage of the chat would fill the window.
    expect(early.log).toEqual([
      `take ${REQUEST_ID} #chat#asked`,
      'count #chat',
      'count #chat -1',
      `release ${REQUEST_ID} #chat#asked own`,
    ]);
    const over = chatting({ outcome: answered(503), nowMs: at('12:05') + 1 });
    await over.tell('asked');
    expect(over.log.filter((line) => line.startsWith('release'))).toEqual([]);
    await tell('asked');
    expect(log).toEqual([`take ${REQUEST_ID} #chat#asked`, 'count #chat']);
    expect(warned).toEqual([
      [
        'a chat did not take a message',
        { org: ORG, request: REQUEST_ID, operator: null, kind: 'asked', outcome: 'not_now', status: 429 },
      ],
    ]);
  });

  it('that refuses for good, or whose answer is not known, gets it once', async () => {
    for (const [outcome, said] of [
      [answered(404), { outcome: 'refused', status: 404 }],
      [
        { kind: 'timed_out', error: 'x' },
        { outcome: 'unknown', status: null },
      ],
      [
        { kind: 'refused_address', reason: 'x' },
        { outcome: 'refused_address', status: null },
      ],
    ] as const) {
      const { log, posts, warned, tell } = chatting({ outcome, nowMs: at('12:00') });
      await tell('asked');
      expect([log.length, posts.length, warned[0]![1]]).toEqual([
        2,
        1,
        { org: ORG, request: REQUEST_ID, operator: null, kind: 'asked', ...said },
      ]);
    }
  });

  it.each([
    [199, 'refused'],
    [200, 'taken'],
    [299, 'taken'],
    [300, 'refused'],
    [428, 'refused'],
    [429, 'not_now'],
    [499, 'refused'],
    [500, 'not_now'],
  ])('answers %i: %s', async (status, kind) => {
    const { deps } = chatting({ outcome: answered(status) });
    const target = { format: 'slack', host: 'x', sealedUrl: 's', atMs: 0 } as const;
    expect(
      await postToChat(deps, { org: ORG, name: 'chat' }, target, { heading: 'h', lines: [], link: CONSOLE }),
    ).toEqual({ kind, status });
  });

  it('is told how unusual a request is beside those before it, and not beside itself or later ones', async () => {
    const said = async (...known: Request[]) => {
      const { posts, tell } = chatting({ known });
      await tell('asked');
      return posts[0]!.body.includes('the first request for this action');
    };
    const other = (time: string) => ({ ...aRequest({ createdAt: time }), id: `req_${time}` }) as never as Request;
    expect(await said(aRequest(), other('12:00:01'))).toBe(true);
    expect(await said(aRequest(), other('12:00'))).toBe(false);
  });

  it('is told although earlier requests cannot be compared, and the log says so', async () => {
    for (const [failure, error] of [
      [new RangeError('down'), 'RangeError'],
      ['a text', 'unknown'],
    ] as const) {
      const { posts, warned, tell } = chatting({ recent: () => Promise.reject(failure) });
      await tell('asked');
      expect(posts).toHaveLength(1);
      expect(warned).toEqual([['earlier requests could not be compared', { request: REQUEST_ID, error }]]);
    }
  });

  it('is forgotten when it has changed, and by nothing else', async () => {
    const { log, deps } = chatting({});
    const edit = (subject: string) => tellChat(deps, { org: ORG, subject, revision: 1, announced: [] });
    await edit('key_1');
    expect(log).toEqual([]);
    await edit('chat');
    await edit('chat:op_bravo');
    await edit('chatty');
    expect(log).toEqual([`changed ${ORG}`, `changed ${ORG}`]);
  });

  it('of an operator is told what that operator is, beside the one of the organization', async () => {
    const both = chatting({ own: 2 });
    await both.tell('asked');
    expect(both.posts.map(({ url }) => url).sort()).toEqual([
      'https://chat.dev/SETTING#chat#url',
      'https://chat.dev/SETTING#chat:op_bravo#url',
    ]);
    expect([...both.log].sort()).toEqual([
      'count #chat',
      'count #chat:op_bravo',
      `take ${REQUEST_ID} #chat#asked`,
      `take ${REQUEST_ID} #chat#op_bravo#asked`,
    ]);
    const alone = chatting({ own: 2, target: null });
    await alone.tell('asked');
    expect(alone.posts).toHaveLength(1);
    // Their seat is not asked any more.
    const decided = chatting({ own: 2, target: null, request: aRequest({}, refusedBy('op_alpha')) });
    await decided.tell('asked');
    expect(decided.posts).toEqual([]);
  });

  it('of an operator ends with the access in which it was set', async () => {
    for (const given of [{ own: 3 }, { own: 2, enabled: false }]) {
      const { posts, tell } = chatting({ ...given, target: null });
      await tell('asked');
      expect(posts).toEqual([]);
    }
  });

  it('that fails does not hold up another', async () => {
    const { posts, tell } = chatting({ own: 2, outcome: answered(503), nowMs: at('12:01') });
    await expect(tell('asked')).rejects.toThrow('the chat answered 503');
    expect(posts).toHaveLength(2);
  });

  it('is set, tested and removed, with entries that name its host alone', async () => {
    let stored: { target: object | null; revision: number; journal: { entries: PendingEntry[] }[] } | null = null;
    const posts: { body: string }[] = [];
    const sealed: [string, string][] = [];
    const deps = {
      clock: { nowMs: () => NOW },
      origin: CONSOLE,
      config: {
        chat: async () => stored,
        saveChat: async (chat: never) => {
          stored = chat;
          return 'saved';
        },
      },
      secretBox: {
        seal: async (_: string, place: string, bytes: Uint8Array) => {
          sealed.push([place, Buffer.from(bytes).toString()]);
          return 'sealed';
        },
        open: async () => Buffer.from('https://chat.dev/hook'),
      },
      sender: {
        validateEndpoint: async (url: string) => (url.includes('bad') ? { ok: false, reason: 'bad' } : { ok: true }),
        post: async (post: never) => {
          posts.push(post);
          return answered(200);
        },
      },
    } as never;
    const by = (operator: string) => ({ org: ORG, by: operator });
    const set = (url: string) =>
      setChat(deps, by('op_alpha'), { kind: 'set_chat', owner: null, chat: { format: 'slack', url } }, PERMIT);
    const remove = (operator: string) => removeChat(deps, by(operator), { kind: 'remove_chat', owner: null }, PERMIT);
    const entries = () => stored!.journal.flatMap((each) => each.entries);
    expect(await testChat(deps, by('op_alpha'), null)).toEqual({ ok: false, error: { reason: 'no_chat' } });
    expect(await remove('op_alpha')).toMatchObject({ ok: true, value: { target: null, revision: 0 } });
    const url = 'https://chat.dev/hook?token=secret';
    expect(await set('https://bad.dev/')).toEqual({
      ok: false,
      error: { reason: 'url_refused', why: 'bad' },
    });
    const saved = await set(url);
    const target = { format: 'slack', host: 'chat.dev', sealedUrl: 'sealed', atMs: NOW };
    expect(saved).toMatchObject({ ok: true, value: { target, revision: 1 } });
    expect(sealed).toEqual([['SETTING#chat#url', url]]);
    expect(entries()).toEqual([
      { at: NOW, kind: 'chat.set', subject: 'chat', actor: 'op_alpha', data: { format: 'slack', host: 'chat.dev' } },
    ]);
    expect(await testChat(deps, by('op_alpha'), null)).toEqual({ ok: true, value: { kind: 'taken', status: 200 } });
    expect(posts[0]!.body).toContain('op_alpha sent this from the console');
    expect(await remove('op_bravo')).toMatchObject({ ok: true, value: { target: null, revision: 2 } });
    const data = { format: 'slack', host: 'chat.dev' };
    expect(entries().at(-1)).toEqual({ at: NOW, kind: 'chat.removed', subject: 'chat', actor: 'op_bravo', data });
  });
});
