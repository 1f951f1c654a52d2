/** The canary: its organization, its receiver, and its request through the handlers of the service, from outside. */

import { createHmac } from 'node:crypto';
import type { Mailbox, ReceivedPost } from '../../src/adapters/dynamodb/mailbox';
import { createSoftwarePasskey } from '../../src/adapters/webauthn/software-passkey';
import { codeByPost } from '../../src/lambda/canary/code-by-post';
import { type CanaryCredentials, credentialsIn } from '../../src/lambda/canary/credentials';
import { createReceiver, isMailboxName, mailboxName } from '../../src/lambda/canary/receiver';
import { setUpCanary } from '../../src/lambda/canary/set-up';
import { type Smoke, smoke } from '../../src/lambda/canary/smoke';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import type { HttpHandler } from '../../src/lambda/http/router';
import { SET_UP } from '../../src/protocol/actor';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { deriveCallbackKey, signEvent } from '../../src/protocol/signature';
import { type MailMessage, MailNotSent } from '../../src/service/notice/ports';
import type { OutgoingPost } from '../../src/service/receiver/ports';
import { type EventOptions, eventOf } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { aLog } from '../support/log';
import { openedOnce } from '../support/opened';

const ORIGIN = 'https://console.acme.dev';
const RECEIVER = 'https://receiver.acme.dev/canary/posts';
const MAILBOX_KEY = 'm'.repeat(64);
const CANARY = 'canary' as OrgId;

/** As the table keeps them (test/infra/bundles.slow.test.ts), without their end. */
function aMailbox(): Mailbox {
  const kept = new Map<string, ReceivedPost[]>();
  return {
    async keep(name, post) {
      const before = kept.get(name) ?? [];
      if (before.length === 5) return 'full';
      kept.set(name, [...before, post]);
      return 'kept';
    },
    posts: async (name) => kept.get(name) ?? [],
  };
}

interface Posting {
  /** Changes the body of the post; null loses it. */
  readonly change?: ((body: Record<string, unknown>) => object | null) | undefined;
  readonly status?: number;
  readonly receiver?: string;
}

describe('the canary', () => {
  let receiver: HttpHandler;
  let console: HttpHandler;
  let stored: CanaryCredentials | null = null;
  const posts = aMailbox();
  const { log, failed: logged } = aLog();

  const ledger = openedOnce(() => openLedger({ origin: ORIGIN, memory: true }));
  beforeAll(() => {
    console = createConsoleHandler({ ...ledger.ports, origin: ORIGIN, cookieName: 'session' });
    receiver = receiverWith({});
  });
  beforeEach(() => {
    logged.length = 0;
  });

  const receiverWith = (mailbox: object) =>
    createReceiver({
      clock: ledger.clock,
      mailbox: { ...posts, ...mailbox },
      mailboxKey: async () => MAILBOX_KEY,
      log,
    });
  const setUp = (deps: object = {}) =>
    setUpCanary({
      ...ledger.ports,
      platformActions: new Map<string, string>(),
      newPasskey: createSoftwarePasskey,
      receiver: RECEIVER,
      mailboxKey: async () => MAILBOX_KEY,
      stored: async () => stored,
      store: async (credentials: CanaryCredentials) => {
        stored = credentials;
      },
      ...deps,
    });

  describe('is set up by the deployment', () => {
    const taken = () => ({ passkeys: { ...ledger.ports.passkeys, enrol: async () => 'taken' } });

    it('the canary is not set up if someone else made its operator meanwhile', async () => {
      const config = { ...ledger.ports.config, operator: async () => null, saveNewOperators: async () => 'conflict' };
      await expect(setUp({ config, stored: async () => null })).rejects.toThrow(
        'the operator of the canary was made by another run',
      );
      expect(stored).toBeNull();
      expect(await ledger.ports.config.action(CANARY, 'canary.check' as ActionId)).toBeNull();
      expect(await ledger.ports.config.apiKeys(CANARY)).toEqual([]);
    });

    it('the set-up of the canary keeps what an earlier run made, and adds what is missing', async () => {
      const id = 'canary.check' as ActionId;
      await expect(setUp(taken())).rejects.toThrow('the passkey of the canary was not added: taken');
      expect([stored, await ledger.ports.config.apiKeys(CANARY)]).toEqual([null, []]);
      // The run before came as far as the action.
      const before = await ledger.ports.config.action(CANARY, id);
      expect(before?.policy).toMatchObject({
        title: 'Check of the deployment',
        roster: ['op_canary'],
        quorum: { default: 1, min: 1, max: 1, selectable: false },
        mode: 'independent',
        coincidenceSeconds: 60,
        denySelfApproval: false,
        requiredParams: [],
        paramRules: [],
        ttlSeconds: 3600,
        integration: null,
      });
      expect(await setUp()).toBe('made');
      expect(await ledger.ports.config.action(CANARY, id)).toEqual(before);
      expect(await ledger.ports.config.operators(CANARY)).toMatchObject([
        { id: 'op_canary', name: 'Canary', email: 'success@simulator.amazonses.com', role: 'operator', enabled: true },
      ]);
      expect(await ledger.ports.config.apiKeys(CANARY)).toMatchObject([
        { name: 'canary', scopes: ['propose', 'read', 'execute'], createdBy: SET_UP, revokedAtMs: null },
      ]);
      expect(await ledger.ports.passkeys.ofOrganization(CANARY)).toMatchObject([
        { name: 'canary', operator: 'op_canary', counter: 0, transports: [] },
      ]);
      expect(stored).toEqual({
        api_key: expect.stringMatching(/^rak_/),
        passkey: { credentialId: expect.any(String), privateKey: expect.any(String) },
        receiver: RECEIVER,
        mailbox_key: MAILBOX_KEY,
      });
    });

    it('the canary is set up once, and again only if its receiver has another address', async () => {
      if (stored === null) await setUp();
      const made = stored;
      expect(await setUp()).toBe('was there');
      expect(stored).toBe(made);
      expect(await setUp({ receiver: 'https://other.acme.dev/canary/posts', mailboxKey: async () => 'new' })).toBe(
        'made',
      );
      expect(stored).toEqual({ ...made, receiver: 'https://other.acme.dev/canary/posts', mailbox_key: 'new' });
      expect(await ledger.ports.config.apiKeys(CANARY)).toHaveLength(1);
      expect(await setUp()).toBe('made');
    });

    it('the set-up of the canary says why the service refuses its policy', async () => {
      const disabled = { ...ledger.ports.config, action: async () => null, operators: async () => [] };
      await expect(setUp({ config: disabled, stored: async () => null })).rejects.toThrow(/op_canary/);
    });
  });

  /** The code of the canary's operator, as `notice` composes it. */
  const codeMessage = async (id: string, over: Partial<MailMessage> = {}): Promise<MailMessage> => ({
    org: CANARY,
    to: { operator: 'op_canary' as OperatorId, name: 'Canary', email: 'success@simulator.amazonses.com' },
    requestId: id as RequestId,
    kind: 'asked',
    round: 1,
    code: await ledger.code('op_canary', id, CANARY),
    mail: { subject: '', parts: [] } as unknown as MailMessage['mail'],
    ...over,
  });
  /** The mailer of `notice`, what it mailed, and what it posted. */
  const posting = ({ change, status, receiver: url = RECEIVER }: Posting = {}) => {
    const mailed: MailMessage[] = [];
    const posts: OutgoingPost[] = [];
    const mailer = codeByPost({
      mailer: { send: async (message) => void mailed.push(message), sendCombinedMail: async () => {} },
      requests: ledger.requests,
      receiver: url,
      sender: {
        post: async (post) => {
          posts.push(post);
          const body = change === undefined ? JSON.parse(post.body) : change(JSON.parse(post.body));
          const path = new URL(post.url).pathname.split('/').at(-1)!;
          const kept = body === null ? 200 : (await keep(path, JSON.stringify(body), { ...post.headers })).statusCode!;
          return { kind: 'answered', status: status ?? kept, retryAfterSeconds: null };
        },
      },
    });
    return { mailer, mailed, posts };
  };

  const mailbox = (n: number) => mailboxName(MAILBOX_KEY, String(n).padStart(32, '0'));
  const at = (method: string, path: string, options: EventOptions = {}, handler = receiver) =>
    handler(eventOf(method, path, {}, options));
  const keep = (name: string, body: string, headers: Record<string, string> = {}, event: object = {}) =>
    at('POST', `/canary/posts/${name}`, { body, headers, event });
  const kept = async (name: string) => JSON.parse((await at('GET', `/canary/posts/${name}`)).body!);
  const said = ({ statusCode, body }: { statusCode?: number; body?: string }) => [statusCode, JSON.parse(body!)];

  describe('has a receiver', () => {
    it('the canary’s receiver keeps only the body and the headers of the service', async () => {
      const headers = { 'service-event-id': 'evt_1', 'service-x': 'y', 'user-agent': 'x', 'x-service-y': 'z' };
      expect(said(await keep(mailbox(1), '{"a":"é"}', headers))).toEqual([200, {}]);
      expect(await kept(mailbox(1))).toEqual({
        posts: [{ headers: { 'service-event-id': 'evt_1', 'service-x': 'y' }, body: '{"a":"é"}' }],
      });
      expect(await kept(mailbox(2))).toEqual({ posts: [] });
    });

    it('the canary’s receiver reads a body in base64, and a post without one', async () => {
      const body = Buffer.from('{"b":"é"}').toString('base64');
      await keep(mailbox(3), body, {}, { isBase64Encoded: true });
      await at('POST', `/canary/posts/${mailbox(3)}`);
      expect((await kept(mailbox(3))).posts).toMatchObject([{ body: '{"b":"é"}' }, { body: '' }]);
    });

    it.each([
      '/canary/posts/x',
      '/canary/posts/',
      `/canary/posts/${'0'.repeat(32)}-${'0'.repeat(32)}`,
      `/x/canary/posts/${mailbox(4)}`,
      `/canary/posts/${mailbox(4)}/x`,
      `/canary/posts/${mailbox(4)}${'0'.repeat(64)}`,
    ])('the canary’s receiver has no mailbox at %s', async (path) => {
      for (const method of ['GET', 'POST'])
        expect(said(await at(method, path, method === 'GET' ? {} : { body: '{}' }))).toEqual([
          404,
          { error: 'There is no such mailbox.', kind: 'not_found' },
        ]);
    });

    it('the canary’s receiver accepts 32 KiB, and no byte more', async () => {
      expect((await keep(mailbox(5), 'x'.repeat(32 * 1024))).statusCode).toBe(200);
      expect(said(await keep(mailbox(5), 'x'.repeat(32 * 1024 + 1)))).toEqual([
        413,
        { error: 'At most 32768 bytes are allowed.', kind: 'too_large' },
      ]);
    });

    it('the canary’s receiver says when a mailbox is full', async () => {
      for (let n = 0; n < 5; n++) expect((await keep(mailbox(6), '{}')).statusCode).toBe(200);
      expect(said(await keep(mailbox(6), '{}'))).toEqual([422, { error: 'This mailbox is full.', kind: 'refused' }]);
      expect((await kept(mailbox(6))).posts).toHaveLength(5);
    });

    it('the canary’s receiver says that it failed, and not why', async () => {
      const why = (error: unknown) => receiverWith({ posts: () => Promise.reject(error) });
      const path = `/canary/posts/${mailbox(7)}`;
      expect(said(await at('GET', path, {}, why(new TypeError('secret'))))).toEqual([
        500,
        { error: 'The receiver failed. Retry after a pause.', kind: 'internal' },
      ]);
      await at('GET', path, {}, why('a text'));
      expect(logged).toEqual([
        ['a post to the receiver failed', { error: 'TypeError' }],
        ['a post to the receiver failed', { error: 'unknown' }],
      ]);
    });
  });

  describe('gets its code by a post', () => {
    const proposed = async (callback_url: string | undefined, key = stored!.api_key) => {
      const body = JSON.stringify({ action: 'canary.check', requester: 'op_canary', callback_url });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await ledger.service(eventOf('POST', '/v1/requests', headers, { body, headers }));
      return JSON.parse(answer.body!).request.id as string;
    };
    beforeAll(async () => {
      if (stored === null) await setUp();
    });

    it('the code of the canary’s operator is posted to the mailbox of its request, and not mailed', async () => {
      const id = await proposed(`${RECEIVER}/${mailbox(20)}`);
      const { mailer, mailed, posts } = posting();
      const message = await codeMessage(id);
      await mailer.send(message, 0);
      expect(mailed).toEqual([]);
      expect(posts).toMatchObject([
        { url: `${RECEIVER}/${mailbox(20)}`, headers: { 'service-event-type': 'canary.code' } },
      ]);
      expect(JSON.parse((await kept(mailbox(20))).posts[0].body)).toEqual({ request: id, code: message.code });
    });

    it.each<[string, Partial<MailMessage>]>([
      ['another organization', { org: 'acme' as OrgId }],
      ['an organization whose name begins like the canary’s', { org: 'canary2' as OrgId }],
      [
        'another operator of the canary',
        { to: { operator: 'op_other' as OperatorId, name: 'x', email: 'x@acme.dev' } },
      ],
      ['the operator of that name in another organization', { org: 'acme' as OrgId, kind: 'code_reissued' }],
    ])(
      'the code of %s is mailed and never posted, although its request names the canary’s receiver',
      async (_, over) => {
        const id = await proposed(`${RECEIVER}/${mailbox(21)}`);
        const { mailer, mailed, posts } = posting();
        const message = await codeMessage(id, over);
        await mailer.send(message, 0);
        expect([mailed, posts]).toEqual([[message], []]);
        expect((await kept(mailbox(21))).posts).toEqual([]);
      },
    );

    it('a message of the canary without a code is mailed, so that each run sends one mail', async () => {
      const id = await proposed(`${RECEIVER}/${mailbox(22)}`);
      const { mailer, mailed, posts } = posting();
      await mailer.send(await codeMessage(id, { kind: 'settled', code: null }), 0);
      expect([mailed.length, posts]).toEqual([1, []]);
    });

    it.each([
      'https://attacker.example/canary/posts/x',
      'https://receiver.acme.dev.attacker.example/canary/posts/x',
      'https://receiver.acme.dev/canary/postsx/x',
      undefined,
    ])('a holder of the canary’s API key gets no code at %s, by post or mail', async (callback) => {
      const id = await proposed(callback);
      const { mailer, mailed, posts } = posting();
      await mailer.send(await codeMessage(id), 0);
      expect([mailed, posts]).toEqual([[], []]);
    });

    it('a code that the receiver does not take is certainly not sent, so it is sent again', async () => {
      const id = await proposed(`${RECEIVER}/${mailbox(23)}`);
      const { mailer } = posting({ status: 422 });
      const sending = mailer.send(await codeMessage(id), 0);
      await expect(sending).rejects.toThrow(new MailNotSent("the canary's receiver did not take the code: 422"));
      await expect(sending).rejects.toBeInstanceOf(MailNotSent);
    });

    it('without a canary, every code is mailed', async () => {
      const id = await proposed(`${RECEIVER}/${mailbox(24)}`);
      const { mailer, mailed, posts } = posting({ receiver: '' });
      await mailer.send(await codeMessage(id), 0);
      expect([mailed.length, posts]).toEqual([1, []]);
    });
  });

  describe('takes a request through the service', () => {
    const real = globalThis.fetch;
    beforeAll(async () => {
      if (stored === null) await setUp();
    });
    afterEach(() => {
      globalThis.fetch = real;
    });

    type Sent = { readonly step: string; readonly method: string; readonly url: URL; readonly init: RequestInit };
    interface World {
      /** Answers in the place of the service. */
      readonly instead?: (sent: Sent) => Response | Promise<Response> | undefined;
      /** Each event, before it is signed. */
      readonly event?: (event: Record<string, unknown>) => object | null;
      readonly headers?: (headers: Record<string, string>) => Record<string, string>;
      /** The post with the code. */
      readonly code?: (body: Record<string, unknown>) => object | null;
      /** Looks into the mailbox before the posts are there. */
      readonly early?: number;
    }

    /** The internet: the service, and the receiver, to which `notice` posts the code and `deliver` the events. */
    const internet = (world: World) => {
      const sent: Sent[] = [];
      let looks = 0;
      const due: (() => Promise<unknown>)[] = [];
      globalThis.fetch = (async (input: string, init: RequestInit = {}) => {
        const url = new URL(input);
        const step = { method: init.method!, url, init, step: `${init.method} ${url.pathname}` };
        sent.push(step);
        const instead = await world.instead?.(step);
        if (instead !== undefined) return instead;
        const headers = Object.fromEntries(new Headers(init.headers));
        const { cookie, ...others } = headers;
        const event = cookie === undefined ? {} : { cookies: [cookie] };
        const isReceiver = url.host === 'receiver.acme.dev';
        if (isReceiver && looks++ >= (world.early ?? 0)) for (const post of due.splice(0)) await post();
        const handler = isReceiver ? receiver : url.pathname.startsWith('/v1') ? ledger.service : console;
        const answer = await handler(
          eventOf(init.method!, `${url.pathname}`, others, { body: init.body ?? undefined, headers: others, event }),
        );
        const { request } =
          isReceiver || answer.body === '' ? {} : (JSON.parse(answer.body!) as { request?: { id: string } });
        if (request !== undefined) {
          const follows: Readonly<Record<string, () => Promise<unknown>>> = {
            'POST /v1/requests': () => postedCode(request.id, world),
            [`POST /api/requests/${request.id}/turn`]: () => posted(sent, 'request.authorized', request, world),
            [`POST /v1/requests/${request.id}/execution`]: () => posted(sent, 'request.executed', request, world),
          };
          const follow = follows[step.step];
          if (follow !== undefined) due.push(follow);
        }
        const said = new Headers(answer.headers as Record<string, string>);
        for (const each of answer.cookies ?? []) said.append('set-cookie', each);
        return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode!, headers: said });
      }) as typeof fetch;
      return sent;
    };
    const postedCode = async (id: string, world: World) => {
      const { mailer } = posting({ change: world.code });
      await mailer.send(await codeMessage(id), 0);
    };
    const posted = async (sent: readonly Sent[], type: string, request: object, world: World) => {
      const { callback_url } = JSON.parse(sent.find(({ step }) => step === 'POST /v1/requests')!.init.body as string);
      const event = { id: `evt_${type}`, type, data: { request } };
      const made = world.event === undefined ? event : world.event(event);
      if (made === null) return;
      const body = JSON.stringify(made);
      const header = signEvent({
        body,
        keys: [deriveCallbackKey(stored!.api_key)],
        tSeconds: Math.floor(Date.now() / 1000),
      });
      const headers = { 'service-event-id': event.id, 'service-event-type': type, 'service-signature': header };
      await keep(new URL(callback_url).pathname.split('/').at(-1)!, body, world.headers?.(headers) ?? headers);
    };
    const run = async (world: World = {}, options: Partial<Smoke> = {}) => {
      const sent = internet(world);
      const steps: string[] = [];
      const outcome = await smoke({
        url: `${ORIGIN}/some/page`,
        credentials: stored!,
        patienceMs: 0,
        passed: (step) => void steps.push(step),
        ...options,
      }).catch((error: Error) => error.message);
      return { outcome, steps, sent };
    };
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      new Response(JSON.stringify(body), { status, headers });
    /** The service answers this step so. */
    const when = (step: string, answer: number | (() => Response | Promise<Response>), body: unknown = {}): World => ({
      instead: (sent) => {
        if (!sent.step.includes(step)) return undefined;
        return typeof answer === 'number' ? json(answer, body) : answer();
      },
    });
    const failed = (fields: object) => () => Promise.reject(Object.assign(new Error('x'), fields));

    const openRequests = async () => {
      const open: string[] = [];
      for await (const { id } of ledger.requests.openEntries(CANARY)) open.push(id);
      return open;
    };
    const STEPS = [
      expect.stringMatching(/^proposed req_[0-9a-f]{24}$/),
      'read it',
      'received its code',
      'turned a key',
      'claimed its intent',
      'reported it',
      'received request.authorized, whose signature is valid',
      'received request.executed, whose signature is valid',
    ];

    it('the canary proposes, turns a key with its code, claims, reports and receives both events, and logs each step', async () => {
      const { outcome, steps, sent } = await run();
      expect(outcome).toBeUndefined();
      expect(steps).toEqual(STEPS);
      const id = steps[0]!.slice('proposed '.length);
      const look = expect.stringMatching(/^GET \/canary\/posts\/[0-9a-f]{32}-[0-9a-f]{32}$/);
      expect(sent.map(({ step }) => step)).toEqual([
        'POST /api/session/options',
        'POST /api/session/passkey',
        'POST /v1/requests',
        `GET /v1/requests/${id}`,
        look,
        `POST /api/requests/${id}/turn`,
        `POST /v1/requests/${id}/claim`,
        `POST /v1/requests/${id}/execution`,
        look,
        look,
        'DELETE /api/session',
      ]);
      const { request } = (await ledger.requests.load(CANARY, id as RequestId))!;
      expect(request).toMatchObject({
        action: 'canary.check',
        approvers: ['op_canary'],
        requester: 'op_canary',
        params: { by: 'smoke', intent: expect.stringMatching(/^sha256:/) },
        executeWithinMs: 3_600_000,
      });
      const [session] = await ledger.ports.sessions.list(CANARY, 'op_canary' as OperatorId, ledger.clock.nowMs());
      expect(session).toBeUndefined();
    });

    it('the canary follows no redirect, and each of its calls has a time limit', async () => {
      const { sent } = await run();
      expect(sent).toHaveLength(11);
      for (const { init } of sent) {
        expect(init.redirect).toBe('manual');
        expect(init.signal).toBeInstanceOf(AbortSignal);
        expect(new Headers(init.headers).get('content-type')).toBe(init.body === undefined ? null : 'application/json');
      }
    });

    it.each<[string, World, string]>([
      ['a read that fails', when('GET /v1/requests', 500), 'read: the answer is 500, not 200: {}'],
      ['a read of another state', when('GET /v1/requests', 200, { request: { state: 'x' } }), 'read: the state is x'],
      ['a code that does not arrive', { code: () => null }, 'receive: no canary.code arrived within 0 s'],
      ['a key that is refused', when('/turn', 403), 'turn: the answer is 403, not 200: {}'],
      ['a sign-in that fails', when('/api/session/passkey', 500), 'sign in: the answer is 500, not 200: {}'],
    ])('the canary leaves no request open at %s', async (_, world, message) => {
      const before = await openRequests();
      const { outcome } = await run(world);
      expect(outcome).toBe(message);
      expect(await openRequests()).toEqual(before);
    });

    it('the canary says why it failed, also if the abort after it fails too', async () => {
      const failing = (sent: Sent) => (/^GET .v1|abort$/.test(sent.step) ? json(503, {}) : undefined);
      const { outcome, sent } = await run({ instead: failing });
      expect(outcome).toBe('read: the answer is 503, not 200: {}');
      expect(sent.at(-1)!.step).toMatch(/abort$/);
    });

    it('the canary waits for its code and for each event', async () => {
      const { outcome, steps } = await run({ early: 1 }, { patienceMs: 5_000 });
      expect([outcome, steps]).toEqual([undefined, STEPS]);
      const without = (type: string): World => ({ event: (event) => (event.type === type ? null : event) });
      expect((await run(without('request.authorized'))).outcome).toBe(
        'receive: no request.authorized arrived within 0 s',
      );
      const later = await run(without('request.executed'), { patienceMs: 400 });
      expect(later.outcome).toBe('receive: no request.executed arrived within 0.4 s');
    });

    it('the canary waits forty seconds by default, because its function has fifty-five', async () => {
      let nowMs = Date.now();
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => {
        nowMs += 30_000;
        return nowMs;
      });
      const { outcome } = await run({ code: () => null }, { patienceMs: undefined }).finally(() => clock.mockRestore());
      expect(outcome).toBe('receive: no canary.code arrived within 40 s');
    });

    it.each<[string, World, string | RegExp]>([
      [
        'a host that does not answer',
        when('/v1/requests', failed({ cause: { code: 'ECONNREFUSED' } })),
        'propose: console.acme.dev did not answer (ECONNREFUSED)',
      ],
      [
        'a host that answers too late',
        when('/v1/requests', failed({ name: 'TimeoutError' })),
        'propose: console.acme.dev did not answer (TimeoutError)',
      ],
      [
        'a create that is refused',
        when('POST /v1/requests', 401, { error: 'no' }),
        'propose: the answer is 401, not 202: {"error":"no"}',
      ],
      [
        'a long page in the place of the service',
        when('POST /v1/requests', () => new Response('x'.repeat(400), { status: 503 })),
        `propose: the answer is 503, not 202: ${'x'.repeat(300)}`,
      ],
      ['an answer without a request', when('POST /v1/requests', 202), 'propose: the answer has no request'],
      [
        'an empty answer',
        when('POST /v1/requests', () => new Response('', { status: 202 })),
        'propose: the answer has no request',
      ],
      ['a read that fails', when('GET /v1/requests', 404), 'read: the answer is 404, not 200: {}'],
      [
        'a request that is decided already',
        when('GET /v1/requests', 200, { request: { state: 'succeeded' } }),
        'read: the state is succeeded',
      ],
      ['no options', when('/api/session/options', 500), 'sign in: the answer is 500, not 200: {}'],
      [
        'options without a challenge',
        when('/api/session/options', 200, { options: {} }),
        'sign in: the answer has no challenge',
      ],
      ['no options in the answer', when('/api/session/options', 200), 'sign in: the answer has no challenge'],
      ['a passkey that is not accepted', when('/api/session/passkey', 401), 'sign in: the answer is 401, not 200: {}'],
      ['no cookie', when('/api/session/passkey', 200), 'sign in: the answer has no cookie'],
      [
        'a code of another request',
        { code: (body) => ({ ...body, request: 'req_1' }) },
        /^code: it is of another request than req_/,
      ],
      ['a post without a code', { code: ({ code: _, ...body }) => body }, 'code: the post has no code'],
      ['a wrong code', { code: (body) => ({ ...body, code: '00000000' }) }, /^turn: the answer is 403, not 200: /],
      ['a key without a verdict', when('/turn', 200, { request: { outcome: null } }), 'turn: the outcome is null'],
      ['a claim that is refused', when('/claim', 409), 'claim: the answer is 409, not 200: {}'],
      [
        'a claim with another intent',
        when('/claim', 200, { claim_id: 'clm_1', request: { intent: { v: 1 } } }),
        'claim: the intent is not the one that was proposed',
      ],
      ['a report that is refused', when('/execution', 409), 'report: the answer is 409, not 200: {}'],
      [
        'a report that is not kept',
        when('/execution', 200, { request: { execution: { state: 'claimed' } } }),
        'report: the state of its execution is claimed',
      ],
      ['a receiver that fails', when('GET /canary', 500), 'receive: the answer is 500, not 200: {}'],
      [
        'an event without a signature',
        { headers: ({ 'service-signature': _, ...rest }) => rest },
        'signature: malformed_header',
      ],
      [
        'an event whose signature lacks a digit',
        {
          headers: (headers) => ({
            ...headers,
            'service-signature': headers['service-signature']!.replace(/v1=./, 'v1='),
          }),
        },
        /^signature: /,
      ],
      [
        'an event whose ids differ',
        { event: (event) => ({ ...event, id: 'evt_2' }) },
        'event: the header and the body have different ids',
      ],
      [
        'an event of another type',
        { event: (event) => ({ ...event, type: 'request.expired' }) },
        'event: its type is request.expired',
      ],
      [
        'an event of another request',
        { event: (event) => ({ ...event, data: {} }) },
        /^event: it is of another request than req_[0-9a-f]{24}$/,
      ],
      ['a sign-out that fails', when('DELETE /api/session', 500), 'sign out: the answer is 500, not 200: {}'],
    ])('the canary fails at %s', async (_, world, message) => {
      const { outcome } = await run(world);
      expect(outcome).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    });
  });
});

/** What the canary's secrets hold, and what only their holder can make. */

describe('the name of a mailbox', () => {
  const random = '0123456789abcdef'.repeat(2);
  const name = mailboxName(MAILBOX_KEY, random);

  it('only a holder of the key can make the name of a mailbox', () => {
    const proof = createHmac('sha256', MAILBOX_KEY).update(`service.canary-mailbox.v1 ${random}`).digest('hex');
    expect(name).toBe(`${random}-${proof.slice(0, 32)}`);
    expect(isMailboxName(MAILBOX_KEY, name)).toBe(true);
    expect(isMailboxName('another key', name)).toBe(false);
    expect(isMailboxName(MAILBOX_KEY, mailboxName(MAILBOX_KEY, 'f'.repeat(32)))).toBe(true);
  });

  it.each([
    '',
    random,
    `${random}-`,
    `-${random}`,
    `${random}-${'0'.repeat(32)}`,
    `x${name}`,
    `${name}x`,
    `${name.slice(0, -1)}`,
    `${name.slice(1)}`,
    name.toUpperCase(),
    `${name}\n`,
  ])('the name of a mailbox is not "%s"', (other) => {
    expect(isMailboxName(MAILBOX_KEY, other)).toBe(false);
  });
});

describe('the credentials of the canary', () => {
  const whole = {
    api_key: 'rak_x',
    passkey: { credentialId: 'c', privateKey: 'p' },
    receiver: RECEIVER,
    mailbox_key: 'm',
  };
  const MESSAGE = 'These are not the canary credentials. They are the value of the secret CanarySecret.';

  it('the credentials of the canary are read from the secret, and are missing until the deployment has filled it', () => {
    expect(credentialsIn(JSON.stringify(whole))).toEqual(whole);
    expect(credentialsIn('{}')).toBeNull();
    expect(credentialsIn('{"receiver":"x"}')).toBeNull();
  });

  it.each<[string, unknown]>([
    ['without a passkey', { ...whole, passkey: undefined }],
    ['without a credential', { ...whole, passkey: { privateKey: 'p' } }],
    ['without a private key', { ...whole, passkey: { credentialId: 'c', privateKey: '' } }],
    ['without a receiver', { ...whole, receiver: undefined }],
    ['with an empty mailbox key', { ...whole, mailbox_key: '' }],
    ['with an API key that is no text', { ...whole, api_key: 7 }],
    ['that are a list', [whole]],
    ['that are null', null],
    ['that are a text', 'rak_x'],
  ])('the credentials of the canary are refused %s, and the message does not repeat them', (_, value) => {
    expect(() => credentialsIn(JSON.stringify(value))).toThrow(new Error(MESSAGE));
  });

  it('the credentials of the canary are refused if they are not JSON', () => {
    expect(() => credentialsIn('rak_secret')).toThrow(new Error(MESSAGE));
  });
});
