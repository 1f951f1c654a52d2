/** The pages of the click-through demo, what its buttons propose, and the worker that runs the refund. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AuthorizationRequest, type Client, openIntent } from '../../src/client';
import { demoBar, html, mailboxPage, page, proposedPage } from '../../src/local/click-through/pages';
import { isShownRefund, type PROPOSALS, propose } from '../../src/local/click-through/proposals';
import { type DemoWorker, openDemoWorker } from '../../src/local/click-through/worker';
import { OPERATORS } from '../../src/local/demo';
import type { StoredMail } from '../../src/local/mailbox';
import { operationHash } from '../../src/protocol/hash';
import { aFolder } from '../support/folder';

type Proposed = Parameters<Client['createRequest']>[0] & { readonly params: Readonly<Record<string, string>> };

const [alpha] = OPERATORS;
const ATTACK = `<script>alert("1")</script>&'`;
const HARMLESS = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;';

describe('a page', () => {
  it('a page of the demo shows every value as text', () => {
    expect(html`<p>${ATTACK}</p>${7}`.text).toBe(`<p>${HARMLESS}</p>7`);
    expect(html`<ul>${[html`<li>${'a'}</li>`, html`<li>${'<'}</li>`]}</ul>`.text).toBe(
      '<ul><li>a</li><li>&#60;</li></ul>',
    );
    expect(html`${html`<b>${'x'}</b>`}`.text).toBe('<b>x</b>');
    expect([html``.text, html`only this`.text, html`${''}!`.text]).toEqual(['', 'only this', '!']);
  });

  it('a page of the demo has the bar, with a button for each operator', () => {
    const { text } = demoBar();
    for (const { id, name, role } of OPERATORS)
      expect(text).toContain(`value="${id}">${name}${role === 'admin' ? ' (admin)' : ''}</button>`);
    expect(text).toContain('<form method="post" action="/local/enter">');
    const whole = page(ATTACK, html`<link>`, html`<p>body</p>`);
    expect(whole).toMatch(/^<!doctype html>/);
    expect(whole).toContain(`<title>${HARMLESS} · Demo</title><link></head>`);
    expect(whole).toContain(`${text}<main class="demo-page"><h1>${HARMLESS}</h1><p>body</p></main></body></html>`);
  });

  const request = (change: object = {}) =>
    ({ id: 'req_1', live: true, outcome: null, intent: null, execution: { state: 'none' }, ...change }) as never;

  it.each<[object, string]>([
    [{}, 'waiting for keys'],
    [{ live: false, outcome: 'denied' }, 'denied'],
    [{ live: false, outcome: 'authorized' }, 'authorized'],
    [{ live: false, outcome: null }, 'waiting for keys'],
    [{ live: true, outcome: 'expired', intent: {} }, 'expired'],
    [{ outcome: 'authorized', intent: {}, execution: { state: 'pending' } }, 'authorized, waiting for the worker'],
    [
      { outcome: 'authorized', intent: {}, execution: { state: 'succeeded', reference: 're_1' } },
      'authorized, and the worker reported success: re_1',
    ],
    [
      { outcome: 'authorized', intent: {}, execution: { state: 'succeeded', reference: null } },
      'authorized, and the worker reported success: no reference',
    ],
    [
      { outcome: 'authorized', intent: {}, execution: { state: 'failed', error: 'card expired' } },
      'authorized, and the worker reported a failure: card expired',
    ],
    [
      { outcome: 'authorized', intent: {}, execution: { state: 'failed', error: null } },
      'authorized, and the worker reported a failure: no reason',
    ],
  ])('a page of the demo says where a request is: %j', (change, state) => {
    const { text } = proposedPage('deploy', request(change));
    expect(text).toContain(`<p>req_1 · <strong>${state}</strong></p>`);
    expect(text).toMatch(/<a( class="[^"]+")? href="\/requests\/req_1">Open the request<\/a>/);
  });

  it('a page of the demo has a link to look again, but not of a request that is decided', () => {
    const refresh = '<a href="/local/proposed?proposal=deploy&#38;id=req_1">Refresh</a>';
    expect(proposedPage('deploy', request({})).text).toContain(refresh);
    expect(proposedPage('deploy', request({ live: false, outcome: 'denied' })).text).not.toContain('Refresh');
  });

  const mail = (change: object = {}): StoredMail => ({
    ...{ org: 'org_demo', operator: 'op_alpha', request_id: 'req_1', kind: 'approve', round: 1, code: '12345678' },
    ...{ sent_at: Date.UTC(2026, 10, 20, 12, 0, 5), subject: ATTACK, text: ATTACK, html: '', ...change },
  });

  it('a page of the demo shows an operator’s mail with a sign-in button', () => {
    const { text } = mailboxPage(alpha!, [mail()], []);
    expect(text).toContain(`<h2>${HARMLESS}</h2>`);
    expect(text).toContain('<time datetime="2026-11-20T12:00:05.000Z">2026-11-20 12:00:05 UTC</time>');
    expect(text).toContain('<p>Code: <code class="demo-code">1234 5678</code></p>');
    expect(text).toContain(
      '<input type="hidden" name="request" value="req_1"><input type="hidden" name="code" value="12345678">',
    );
    expect(text).toContain(`<button class="demo-button main">Open as ${alpha!.name}</button>`);
    expect(text).toContain(`<pre>${HARMLESS}</pre>`);
    expect(text).toContain(`operator=${alpha!.id}" aria-current="page">${alpha!.name}</a>`);
    expect(text.match(/aria-current/g)).toHaveLength(1);
    expect(text).not.toContain('No mail yet');
    expect(text).toContain('Nothing was posted. In the console, open Settings as Alpha');
  });

  it('a page of the demo shows what was posted to the chat, newest first', () => {
    const { text } = mailboxPage(alpha!, [], ['one', '<two>']);
    expect(text).toMatch(/<pre>&#60;two&#62;<\/pre>.*<pre>one<\/pre>/s);
    expect(text).not.toContain('Nothing was posted');
  });
});

describe('a button', () => {
  const KEY = Buffer.alloc(32, 7).toString('base64');
  const proposed = async (name: keyof typeof PROPOSALS) => {
    let sent = {} as Proposed;
    const createRequest = async (body: object) => {
      sent = body as Proposed;
      return {} as never;
    };
    await propose({ createRequest } as unknown as Client, name, KEY);
    return sent;
  };

  it('the refund button seals the call that people are shown', async () => {
    const { action, requester, summary, params, intent } = await proposed('refund');
    expect([action, requester, summary]).toEqual(['demo.refund', 'op_delta', 'Refund order 8812']);
    const request = { action, params, intent: intent ?? null, operation_hash: operationHash(action, params) };
    const opened = openIntent({ keys: [KEY], request });
    const args = [{ charge: 'ch_2291', amount: '25.00' }];
    expect(opened).toMatchObject({
      ok: true,
      value: { intent: { client: 'billing', method: 'refunds.create', args } },
    });
    const call = { v: 1, client: 'billing', method: 'refunds.create', args } as const;
    expect(isShownRefund(call, params)).toBe(true);
    expect(isShownRefund(call, { ...params, amount: '2500' })).toBe(false);
    expect(isShownRefund(call, { ...params, charge: 'ch_1' })).toBe(false);
    expect(isShownRefund({ ...call, args: [] }, {})).toBe(false);
    expect(isShownRefund({ ...call, args: [...args, 1] }, params)).toBe(false);
  });
});

describe('the worker of the demo', () => {
  let folder: string;
  const workers: DemoWorker[] = [];
  beforeEach(() => {
    folder = aFolder();
  });
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

  const openWorker = (client: Partial<Client> = {}) => {
    const worker = openDemoWorker({ file: (name: string) => join(folder, name) } as never, client as Client);
    workers.push(worker);
    return worker;
  };
  const keyFile = () => join(folder, 'demo-worker.key');

  /** The request that the demo's own button makes, sealed for this key. */
  async function aRefund(key: string, id: string, change: object = {}): Promise<AuthorizationRequest> {
    let made = {} as { action: string; params: Record<string, string> };
    const createRequest = async (body: typeof made) => {
      made = body;
    };
    await propose({ createRequest } as never, 'refund', key);
    const params = { ...made.params, ...change };
    return { ...made, params, id, outcome: 'authorized', operation_hash: operationHash(made.action, params) } as never;
  }

  /** Lists the same requests at each look, and resolves when the last one expected is reported. */
  function aService(requests: readonly AuthorizationRequest[], expected: number) {
    const claimed: unknown[][] = [];
    const reported: unknown[][] = [];
    let looks = 0;
    let done = () => {};
    const allReported = new Promise<void>((resolve) => {
      done = resolve;
    });
    const left = [...requests];
    const client = {
      listExecutable: async () => {
        looks += 1;
        return { requests: [...left], next_cursor: null };
      },
      claim: async (id: string, options: object) => {
        claimed.push([id, options]);
        const request = left.splice(
          left.findIndex((each) => each.id === id),
          1,
        )[0];
        return { claim_id: `clm_${id}`, request, lease_expires_at: 600_000, server_now: 0 };
      },
      report: async (id: string, report: object) => {
        reported.push([id, report]);
        if (reported.length === expected) done();
        return {};
      },
    };
    return { client: client as unknown as Client, claimed, reported, allReported, looks: () => looks };
  }

  it('the worker of the demo has its own key, readable only by its owner', async () => {
    const { key } = openWorker();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(readFileSync(keyFile(), 'utf8')).toBe(key);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    const { client } = aService([], 0);
    expect(openWorker(client).key).toBe(key);
  });

  it('the worker of the demo starts only after a refund was proposed, and can be stopped before', async () => {
    const service = aService([], 0);
    const worker = openWorker(service.client);
    expect(existsSync(keyFile())).toBe(true);
    expect(service.looks()).toBe(0);
    worker.start();
    worker.start();
    expect(service.looks()).toBe(1);
    await worker.stop();
    await expect(openWorker(service.client).stop()).resolves.toBeUndefined();
  });

  it('the worker of the demo starts at once if it had a key before, because a refund may have waited', () => {
    const first = aService([], 0);
    openWorker(first.client);
    const second = aService([], 0);
    openWorker(second.client);
    expect([first.looks(), second.looks()]).toEqual([0, 1]);
  });

  it('the worker of the demo runs what people were shown, and leaves what others proposed', async () => {
    const { key } = openWorker();
    const other = Buffer.alloc(32, 9).toString('base64');
    const requests = [await aRefund(other, 'req_other'), await aRefund(key, 'req_0000000000000000000012ab')];
    const service = aService(requests, 1);
    const worker = openWorker(service.client);
    await service.allReported;
    await worker.stop();
    expect(service.claimed.map(([id]) => id)).toEqual(['req_0000000000000000000012ab']);
    expect(service.reported).toEqual([
      [
        'req_0000000000000000000012ab',
        { claim_id: 'clm_req_0000000000000000000012ab', status: 'succeeded', reference: 'refund_000012ab' },
      ],
    ]);
  });

  it('the worker of the demo refuses a call that differs from what people were shown', async () => {
    const { key } = openWorker();
    const service = aService([await aRefund(key, 'req_1', { amount: '2500.00' })], 1);
    const worker = openWorker(service.client);
    await service.allReported;
    await worker.stop();
    expect(service.reported.map(([, report]) => report)).toEqual([
      expect.objectContaining({
        status: 'failed',
        error: expect.stringContaining('the call is not the refund that people were shown'),
      }),
    ]);
  });
});
