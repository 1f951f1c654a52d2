/** What is due, what a record owes, and when an endpoint is judged: what is sent, put off, and left alone. */

import { takeSeatsOut } from '../../../src/app/ceremony/take-seats-out';
import { judgeEndpoint } from '../../../src/app/delivery/judge-endpoint';
import { dispatchRequest, findUndelivered } from '../../../src/app/transport/dispatch';
import { fireDue } from '../../../src/app/transport/fire-due';
import type { Endpoint } from '../../../src/core/administration/config';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { newDelivery } from '../../../src/core/delivery/owed-deliveries';
import { noticeName, noticesOf } from '../../../src/core/notice/notices';
import { MAX_UNCHECKED_RECORDS } from '../../../src/core/request/limits';
import type { Request } from '../../../src/core/request/request';
import type { EndpointId } from '../../../src/protocol/identifiers';
import { aRequest, at, handedOver, ORG, REQUEST_ID, refusedBy, turnedBy } from '../../support/builders';

const HOOK = `whe_${'a'.repeat(24)}` as EndpointId;
const MINUTE = 60_000;

interface Sent {
  readonly body: Record<string, unknown>;
  readonly groupId?: string;
  readonly delaySeconds?: number;
}

interface Given {
  readonly nowMs?: number;
  readonly request?: Request | null;
  readonly delivery?: Delivery | null;
  readonly endpoints?: readonly Endpoint[];
  readonly recorded?: readonly string[];
  readonly taken?: readonly string[];
  readonly stored?: readonly Delivery[];
  readonly journal?: object | null;
  readonly operators?: readonly object[];
  readonly open?: readonly Request[];
}

function world(given: Given = {}) {
  const sent: Record<'events' | 'notices' | 'audit' | 'timers', Sent[]> = {
    events: [],
    notices: [],
    audit: [],
    timers: [],
  };
  const log: string[] = [];
  const saved: Request[] = [];
  const restarted: Delivery[] = [];
  const nowMs = given.nowMs ?? at('12:10');
  const queue = (name: keyof typeof sent) => ({ send: async (some: readonly Sent[]) => void sent[name].push(...some) });
  const deps = {
    clock: { nowMs: () => nowMs },
    random: { hex: () => 'w' },
    pause: { beforeRetry: async () => undefined },
    log: {
      info: () => undefined,
      warn: (message: string) => void log.push(message),
      error: (message: string, fields: object) => void log.push(`${message} ${JSON.stringify(fields)}`),
    },
    queues: { events: queue('events'), notices: queue('notices'), audit: queue('audit'), timers: queue('timers') },
    config: {
      endpoints: async () => given.endpoints ?? [],
      operators: async () => given.operators ?? [],
    },
    requests: {
      load: async () => (given.request === null ? null : { request: given.request ?? aRequest(), intent: null }),
      loadMany: async (_: string, ids: readonly string[]) => {
        log.push(`read ${ids.length}`);
        return (given.open ?? []).filter(({ id }) => ids.includes(id));
      },
      openEntries: async function* () {
        yield* given.open ?? [];
      },
      save: async ({ request }: { request: Request }) => {
        saved.push(request);
        return { kind: 'saved', request };
      },
      completeCheck: async () => void log.push('checked'),
      postponeCheck: async (_: Request, toMs: number) => void log.push(`postponed to ${toMs - nowMs}`),
    },
    deliveries: {
      load: async () => given.delivery ?? null,
      loadMany: async () => given.stored ?? [],
      create: async () => ({ kind: 'created' }),
      restart: async (delivery: Delivery) => {
        restarted.push(delivery);
        return { ...delivery, generation: 2 };
      },
    },
    notices: { taken: async () => new Set(given.taken ?? []) },
    audit: { recorded: async () => new Set(given.recorded ?? []) },
    due: {
      configJournal: async () => (given.journal === undefined ? null : given.journal),
      completeConfigCheck: async (_: object, revision: number) => void log.push(`cleared ${revision}`),
      backOff: async (_: object, toMs: number) => void log.push(`put off by ${toMs - nowMs}`),
    },
  };
  return { sent, log, saved, restarted, deps: deps as never };
}
const due = (kind: string, id: string, dueAtMs: number) => ({ kind, org: ORG, id, due_at: dueAtMs }) as never;

describe('a timer of a request', () => {
  const fire = async (given: Given, dueAtMs = given.nowMs ?? at('12:10')) => {
    const found = world(given);
    await fireDue(found.deps, due('request', REQUEST_ID, dueAtMs));
    return found;
  };

  it('settles what has fallen due', async () => {
    const { saved } = await fire({ nowMs: at('13:00') });
    expect(saved).toMatchObject([{ state: 'expired' }]);
    expect((await fire({ request: null })).saved).toEqual([]);
  });

  it('that comes early waits for its instant in the queue', async () => {
    const request = { ...aRequest(), reminded: true, warned: true } as Request;
    const { sent, saved } = await fire({ request, nowMs: at('12:59:30.500') }, request.expiresAtMs);
    expect(saved).toEqual([]);
    expect(sent.timers).toEqual([
      {
        body: { kind: 'request', org: ORG, id: REQUEST_ID, due_at: at('13:00') },
        delaySeconds: 30,
        groupId: `${ORG}#${REQUEST_ID}`,
      },
    ]);
  });

  it('clears the check of a record whose work was all handed over, and hands the rest over again', async () => {
    const request = { ...aRequest(), checkAtMs: at('12:10'), journal: [] } as Request;
    const taken = noticesOf(request).map(noticeName);
    expect((await fire({ request, taken })).log).toEqual(['checked']);
    const untold = await fire({ request, taken: taken.slice(1) });
    expect(untold.log).toEqual([
      'a check found something not handed over; it is handed over again',
      `postponed to ${2 * MINUTE}`,
    ]);
    expect(untold.sent.notices.map(({ body }) => (body.notices as unknown[]).length)).toEqual([1]);
  });

  it('calls the integration of an authorized request whose record was lost, and does not clear its check', async () => {
    const authorized = aRequest({ quorum: 1, integration: 'pay' }, turnedBy('op_bravo', '12:05'));
    const request = { ...authorized, checkAtMs: at('12:10'), journal: [] } as Request;
    const { saved, log } = await fire({ request, taken: noticesOf(request).map(noticeName) });
    expect(saved).toMatchObject([{ state: 'executing' }]);
    expect(log).not.toContain('checked');
  });

  it('checks nothing before the check is due', async () => {
    const request = { ...aRequest(), checkAtMs: at('12:10'), journal: [] } as Request;
    const taken = noticesOf(request).map(noticeName);
    expect((await fire({ request, taken, nowMs: at('12:10') })).log).toEqual(['checked']);
    expect((await fire({ request, taken, nowMs: at('12:10') - 1 })).log).toEqual([]);
    expect((await fire({ request: { ...request, checkAtMs: null }, taken })).log).toEqual([]);
  });
});

describe('a timer of a delivery', () => {
  const aDelivery = (fields: Partial<Delivery> = {}): Delivery => ({
    ...newDelivery({ org: ORG, id: REQUEST_ID }, { type: 'request.denied', atMs: at('12:00') } as never, HOOK),
    nextAttemptAtMs: at('12:05'),
    ...fields,
  });
  const fire = async (delivery: Delivery | null, nowMs: number, journal: object | null = null) => {
    const found = world({ delivery, nowMs, journal });
    await fireDue(found.deps, due('delivery', 'dlv_1', nowMs));
    return found;
  };

  it('starts its loop again five minutes after it was due', async () => {
    expect((await fire(aDelivery(), at('12:10') - 1)).restarted).toEqual([]);
    const { restarted, sent } = await fire(aDelivery(), at('12:10'));
    expect([restarted.length, sent.events.map(({ body }) => body.generation)]).toEqual([1, [2]]);
    expect((await fire(aDelivery({ nextAttemptAtMs: null }), at('12:05') - 1)).restarted).toEqual([]);
    expect((await fire(aDelivery({ nextAttemptAtMs: null }), at('12:05'))).restarted).toHaveLength(1);
  });
});

describe('a timer of the configuration', () => {
  const entry = (kind: string, data: object = {}) => ({ at: 1, kind, subject: 'op_x', actor: 'op_alpha', data });
  const journalOf = (...entries: object[]) => ({
    org: ORG,
    subject: 'op_x',
    revision: 3,
    unchecked: [{ revision: 3, entries }],
  });
  const fire = async (given: Given) => {
    const found = world(given);
    await fireDue(found.deps, due('config', 'op_x', at('12:10')));
    return found;
  };

  it('sends entries again that the chain has not, and messages that were not all sent', async () => {
    const journal = journalOf(entry('operator.updated', { changed: ['name'] }));
    const { sent, log } = await fire({ journal });
    expect(sent.audit.map(({ body }) => body)).toMatchObject([{ subject: 'op_x', revisions: [{ revision: 3 }] }]);
    expect(sent.notices.map(({ body }) => body.subject)).toEqual(['op_x']);
    expect(log).toEqual([`put off by ${2 * MINUTE}`]);
    const told = await fire({ journal, recorded: ['op_x#3'] });
    expect([told.sent.audit, told.sent.notices.length]).toEqual([[], 1]);
    const recorded = await fire({ journal, taken: ['done#3'] });
    expect([recorded.sent.audit.length, recorded.sent.notices]).toEqual([1, []]);
  });

  it.each<[string, object, boolean]>([
    ['operator.updated', { changed: ['enabled'], enabled: false }, true],
    ['operator.updated', { changed: ['role'], role: 'operator' }, true],
    ['operator.updated', { changed: ['email'] }, true],
    ['operator.updated', { changed: ['name'] }, false],
    ['operator.updated', { changed: ['enabled'], enabled: true }, false],
    ['operator.sign_in_link_made', {}, true],
    ['operator.access_revoked', {}, true],
    ['operator.identity_changed', {}, true],
    ['operator.created', { role: 'operator' }, false],
    ['key.created', {}, false],
  ])('takes seats out before it clears %s %o: %s', async (kind, data, isTaken) => {
    const open = [aRequest()];
    const given = { journal: journalOf(entry(kind, data)), recorded: ['op_x#3'], taken: ['done#3'], open };
    const { log } = await fire(given);
    expect(log).toEqual([...(isTaken ? ['read 1'] : []), 'cleared 3']);
  });

  it('does nothing where there is no journal, and is put off ten minutes where it fails', async () => {
    expect((await fire({ journal: null })).log).toEqual([]);
    const { deps, log } = world();
    const failing = {
      ...(deps as object),
      due: { ...(deps as { due: object }).due, configJournal: () => Promise.reject('a text') },
    };
    await fireDue(failing as never, due('config', 'op_x', at('12:10')));
    expect(log).toEqual([
      `timer failed; the item is put off {"kind":"config","org":"${ORG}","id":"op_x","error":"a text"}`,
      `put off by ${10 * MINUTE}`,
    ]);
  });

  it('of a digest sends its message', async () => {
    const { deps, sent } = world();
    await fireDue(deps, due('digest', 'op_bravo', at('12:10')));
    expect(sent.notices).toEqual([{ body: { org: ORG, digest_for: 'op_bravo' }, groupId: ORG }]);
  });
});

describe('a record', () => {
  it('sets a timer for a deadline within fifteen minutes, once', async () => {
    const timers = async (before: Request | null, after: Request, nowMs: number) => {
      const { deps, sent } = world({ nowMs });
      await dispatchRequest(deps, before, after);
      return sent.timers;
    };
    const request = { ...aRequest({ ttlSeconds: 900 }), reminded: true, warned: true } as Request;
    expect(await timers(null, request, at('12:00'))).toEqual([
      { body: { kind: 'request', org: ORG, id: REQUEST_ID, due_at: at('12:15') }, delaySeconds: 900, groupId: ORG },
    ]);
    expect(await timers(null, request, at('12:00') - 1)).toEqual([]);
    // Not a second before it.
    expect(await timers(null, request, at('12:14:58.500'))).toMatchObject([{ delaySeconds: 2 }]);
    expect(await timers(request, { ...request, revision: 2 } as Request, at('12:00'))).toEqual([]);
    expect(await timers(null, request, at('12:20'))).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('is handed to its integration when it is authorized, and an approved change to the timers', async () => {
    const authorized = aRequest({ quorum: 1, integration: 'pay' }, turnedBy('op_bravo', '12:05'));
    const { deps, saved } = world();
    await dispatchRequest(deps, null, authorized);
    expect(saved).toMatchObject([{ state: 'executing' }]);
    const change = {
      ...aRequest({ quorum: 1, integration: 'service.admin' }, turnedBy('op_bravo', '12:05'), handedOver('12:06')),
      action: 'service.admin',
    };
    const administrative = world();
    await dispatchRequest(administrative.deps, null, change as Request);
    expect(administrative.sent.timers).toContainEqual({
      body: { kind: 'request', org: ORG, id: REQUEST_ID, due_at: at('12:10') },
      groupId: ORG,
    });
  });

  it('whose journal grows without a check gets one', async () => {
    const journal = (count: number) => Array.from({ length: count }, (_, n) => ({ revision: n, entries: [] }));
    const log = async (fields: object) => {
      const found = world();
      await dispatchRequest(found.deps, aRequest(), { ...aRequest(), ...fields } as Request);
      return found.log;
    };
    const many = journal(MAX_UNCHECKED_RECORDS + 1);
    expect(await log({ journal: many })).toEqual([`postponed to ${2 * MINUTE}`]);
    expect(await log({ journal: many.slice(1) })).toEqual([]);
    expect(await log({ journal: many, checkAtMs: at('12:11') })).toEqual([]);
  });

  it('owes what its chain, its people and its receivers have not', async () => {
    const callback = { url: 'https://x.dev/', keyId: 'key_1' };
    const request = { ...aRequest({}, refusedBy('op_bravo', '12:05')), callback } as Request;
    const journal = [{ revision: 1, entries: [{ kind: 'k', atMs: 1, actor: 'a' }] }];
    const taken = noticesOf(request).map(noticeName);
    const delivery = newDelivery(request, { type: 'request.denied', atMs: at('12:05') } as never, 'callback');
    const owes = async (given: Given, fields: object = {}) => {
      const { deps, sent, restarted } = world(given);
      const found = await findUndelivered(deps, { ...request, ...fields } as Request);
      await found.resend();
      return {
        isEmpty: found.isEmpty,
        audit: sent.audit.length,
        events: sent.events.length,
        notices: sent.notices.length,
        restarted: restarted.length,
      };
    };
    const done = { taken, stored: [{ ...delivery, state: 'delivered' as const, watched: true }] } as never;
    expect(await owes(done)).toEqual({ isEmpty: true, audit: 0, events: 0, notices: 0, restarted: 0 });
    expect(await owes({ ...(done as object), taken: taken.slice(1) })).toEqual({
      ...{ isEmpty: false, audit: 0, events: 0, notices: 1, restarted: 0 },
    });
    expect(await owes(done, { journal })).toEqual({ isEmpty: false, audit: 1, events: 0, notices: 0, restarted: 0 });
    expect(await owes({ ...(done as object), recorded: [`${REQUEST_ID}#1`] }, { journal })).toMatchObject({
      isEmpty: true,
      audit: 0,
    });
    expect(await owes({ taken })).toEqual({ isEmpty: false, audit: 0, events: 1, notices: 0, restarted: 0 });
    const begun = { taken, stored: [{ ...delivery, watched: false }] } as never;
    expect(await owes(begun)).toEqual({ isEmpty: false, audit: 0, events: 1, notices: 0, restarted: 1 });
    const watched = { taken, stored: [{ ...delivery, watched: true }] } as never;
    expect(await owes(watched)).toMatchObject({ isEmpty: true, restarted: 0 });
  });
});

describe('seats of a disabled operator', () => {
  const operators = [
    { id: 'op_alpha', enabled: true, lastDisabledAtMs: null },
    { id: 'op_bravo', enabled: false, lastDisabledAtMs: at('12:05') },
    { id: 'op_charlie', enabled: true, lastDisabledAtMs: null },
  ];
  const open = (count: number, fields: object = {}) =>
    Array.from(
      { length: count },
      (_, n) => ({ ...aRequest({ quorum: 1 }), ...fields, id: `req_${n}` }) as unknown as Request,
    );

  it('are taken out of all open requests, 25 at a time', async () => {
    const { deps, saved, log } = world({ open: open(26), operators });
    expect(await takeSeatsOut(deps, ORG)).toBe(26);
    expect(log).toEqual(['read 25', 'read 1']);
    expect(saved.every(({ seats }) => seats.find(({ operator }) => operator === 'op_bravo')!.disabled)).toBe(true);
    const exact = world({ open: open(25), operators });
    expect([await takeSeatsOut(exact.deps, ORG), exact.log]).toEqual([25, ['read 25']]);
  });

  it('are taken out of the oldest ones alone where the others can wait, and of none that lost none', async () => {
    const few = world({ open: open(26), operators });
    expect(await takeSeatsOut(few.deps, ORG, 3)).toBe(3);
    expect(few.saved.map(({ id }) => id).sort()).toEqual(['req_0', 'req_1', 'req_2']);
    const none = world({
      open: open(2),
      operators: operators.map((each) => ({ ...each, enabled: true, lastDisabledAtMs: null })),
    });
    expect([await takeSeatsOut(none.deps, ORG), none.saved]).toEqual([0, []]);
    const out = open(1).map((request) => ({
      ...request,
      seats: request.seats.map((seat) => (seat.operator === 'op_bravo' ? { ...seat, disabled: true } : seat)),
    }));
    const again = world({ open: out as Request[], operators });
    expect([await takeSeatsOut(again.deps, ORG), again.saved]).toEqual([0, []]);
  });
});

describe('a turn that judges an endpoint', () => {
  const NOW = at('12:00');
  const endpoint = (fields: Partial<Endpoint> = {}): Endpoint =>
    ({
      org: ORG,
      id: HOOK,
      url: 'https://x.dev/',
      enabled: true,
      deletedAtMs: null,
      revision: 1,
      journal: [],
      ...fields,
    }) as never;
  const delivery = (n: number, fields: Partial<Delivery> = {}): Delivery => ({
    ...newDelivery({ org: ORG, id: REQUEST_ID }, { type: 'request.denied', atMs: 1 } as never, HOOK),
    id: `dlv_${n}` as never,
    ...fields,
  });
  const turning = async (given: {
    endpoint?: Endpoint | null;
    turn?: object | null;
    items?: Delivery[];
    attempts?: object[];
  }) => {
    let stored = given.endpoint === undefined ? endpoint() : given.endpoint;
    const log: unknown[] = [];
    const deps = {
      clock: { nowMs: () => NOW },
      log: { info: (...said: unknown[]) => void log.push(said), warn: () => undefined, error: () => undefined },
      config: {
        endpoint: async () => stored,
        saveEndpoint: async (after: Endpoint) => {
          stored = after;
          return 'saved';
        },
      },
      deliveries: {
        ofEndpoint: async () => ({ items: given.items ?? [], cursor: null }),
        attempts: async () => given.attempts ?? [],
      },
      health: {
        takeTurn: async (_org: string, _id: string, times: object) => {
          log.push(['turn', times]);
          if (given.turn === null) return null;
          return { succeededAtMs: null, ...given.turn };
        },
        rest: async () => void log.push('rest'),
      },
    };
    await judgeEndpoint(deps as never, { org: ORG, id: HOOK, dueAtMs: NOW });
    const entry = stored?.journal.at(-1)?.entries.at(-1);
    return { log: log.filter((each) => (each as unknown[])[0] !== 'turn'), turns: log, stored, entry };
  };
  const refused = (count: number, startedAtMs: number) =>
    Array.from({ length: count }, (_, n) => ({
      n,
      startedAtMs: startedAtMs + n,
      finishedAtMs: startedAtMs + n,
      status: 500,
      outcome: 'refused',
      error: 'x',
      trigger: 'retry',
    }));

  it('is taken by one actor', async () => {
    expect((await turning({ turn: null })).turns).toEqual([['turn', { dueAtMs: NOW, nextMs: NOW + 50_000 }]]);
  });

  it('rests where there is nothing to do, and for an endpoint that is gone', async () => {
    expect((await turning({})).log).toEqual(['rest']);
    expect((await turning({ endpoint: null })).log).toEqual(['rest']);
  });

  it('notes that an endpoint is failing after five attempts in five minutes', async () => {
    const items = [delivery(1, { attempts: 5 })];
    const { entry, stored, log } = await turning({ items, attempts: refused(5, NOW - 5 * MINUTE) });
    expect(stored!.failingSinceMs).toBe(NOW - 5 * MINUTE);
    expect(entry).toEqual({
      at: NOW,
      kind: 'endpoint.failing',
      subject: HOOK,
      actor: 'deliveries',
      data: { since: NOW - 5 * MINUTE, attempts: 5 },
    });
    expect(log).toEqual([['the health of an endpoint changed', { endpoint: HOOK, kind: 'endpoint.failing' }], 'rest']);
    expect((await turning({ items, attempts: refused(4, NOW - 5 * MINUTE) })).entry).toBeUndefined();
    expect((await turning({ items, attempts: refused(5, NOW - 5 * MINUTE + 1) })).entry).toBeUndefined();
    const disabled = endpoint({ enabled: false });
    expect(
      (await turning({ items, attempts: refused(5, NOW - 9 * MINUTE), endpoint: disabled })).entry,
    ).toBeUndefined();
    const since = { succeededAtMs: NOW - 5 * MINUTE };
    expect((await turning({ items, attempts: refused(5, NOW - 5 * MINUTE), turn: since })).entry).toBeUndefined();
  });

  it('notes that it accepts again after one success', async () => {
    const failing = endpoint({ failingSinceMs: NOW - 10 * MINUTE });
    const working = await turning({ endpoint: failing, turn: { succeededAtMs: NOW - 9 * MINUTE } });
    expect(working.stored!.failingSinceMs).toBeNull();
    expect(working.entry).toMatchObject({ kind: 'endpoint.working', data: { failing_since: NOW - 10 * MINUTE } });
    expect((await turning({ endpoint: failing, turn: { succeededAtMs: NOW - 10 * MINUTE } })).entry).toBeUndefined();
    expect((await turning({ endpoint: failing })).entry).toBeUndefined();
  });
});
