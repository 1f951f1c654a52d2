/** One claimed intent, from its checks to its report: what a worker says, sends and does not run. */

import {
  AbortedError,
  type Claim,
  ConflictError,
  ConnectionError,
  type ExecutionReport,
  InvalidError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  ServerError,
} from '../../src/client';
import { type RunDeps, runClaimed } from '../../src/client/worker/run';
import type { Display } from '../../src/protocol/display/display';
import { render } from '../../src/protocol/display/render';
import { shownText, titleText } from '../../src/protocol/display/text';
import { aSealed, KEY } from './approved';
import { aProof } from './software-proof';

const amountLine = (label: string): Display['params'][number] => ({
  param: 'amount',
  label,
  format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' },
});

const NOON = Date.UTC(2026, 10, 20, 12);
const LEASE_MS = 600_000;
const request = aSealed(['ch_1']);
const { action, params } = request;
/** The service's clock is an hour fast. */
const claim: Claim = {
  ...{ claim_id: 'clm_1', request },
  ...{ server_now: NOON + 3_600_000, lease_expires_at: NOON + 3_600_000 + LEASE_MS },
};

const facts = (status: number, message: string) => ({ status, kind: null, message });

describe('a claimed intent', () => {
  let said: unknown[];
  let sent: (ExecutionReport & { readonly id: string })[];
  let slept: number[];
  let refund: jest.Mock;
  /** The answers to the first reports, in this order. Later reports are accepted. */
  let failures: unknown[];
  beforeEach(() => {
    [said, sent, slept, failures] = [[], [], [], []];
    refund = jest.fn(() => 're_1');
    jest.spyOn(Math, 'random').mockReturnValue(1);
  });
  afterEach(() => jest.restoreAllMocks());

  const line = (level: string) => (message: string, fields: object) => void said.push([level, message, fields]);
  const depsOf = (options: Partial<RunDeps> = {}): RunDeps => ({
    keys: [KEY],
    clients: { billing: { refund } },
    client: {
      report: async (id, report) => {
        sent.push({ id, ...report });
        if (failures.length > 0) throw failures.shift();
        return {} as never;
      },
    },
    callBudgetMs: 60_000,
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    nowMs: () => NOON,
    sleep: async (ms) => void slept.push(ms),
    abandon: new AbortController().signal,
    ...options,
  });
  const run = (options: Partial<RunDeps> = {}, given: Claim = claim, sentAtMs = NOON) =>
    runClaimed(depsOf(options), given, sentAtMs);

  it('a claimed intent is run once and reported with its result', async () => {
    expect(await run()).toEqual({ kind: 'reported', status: 'succeeded', reason: null });
    expect(refund.mock.calls).toEqual([['ch_1']]);
    expect(sent).toEqual([{ id: 'req_1', claim_id: 'clm_1', status: 'succeeded', reference: 're_1' }]);
    expect(said).toEqual([['info', 'reported succeeded', { request: 'req_1' }]]);
  });

  it('a worker for calls at most once runs a first claim, and reports one that was claimed before without a call', async () => {
    const check = jest.fn(() => true);
    const billing = jest.fn(() => ({ refund }));
    const options = { atMostOnce: true, check, clients: { billing } };
    expect(await run(options, { ...claim, previous_claim_at: null })).toMatchObject({ status: 'succeeded' });
    expect([refund, billing, check].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    sent.splice(0);
    said.splice(0);
    for (const at of [NOON - 600_000, 0]) {
      const ended = await run(options, { ...claim, previous_claim_at: at });
      expect(ended).toEqual({ kind: 'reported', status: 'failed', reason: 'unknown_outcome' });
      expect(sent.pop()).toEqual({ id: 'req_1', claim_id: 'clm_1', status: 'failed', error: 'unknown_outcome' });
      const why = 'refused to run: it was claimed before, so its call may have been made';
      expect(said[0]).toEqual(['warn', why, { request: 'req_1', claimed_at: at }]);
      said.splice(0);
    }
    expect([refund, billing, check].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('a worker without that option runs an intent that was claimed before', async () => {
    await run({}, { ...claim, previous_claim_at: NOON - 600_000 });
    await run({ atMostOnce: false }, { ...claim, previous_claim_at: NOON - 600_000 });
    expect(refund).toHaveBeenCalledTimes(2);
  });

  it.each([undefined, '2026', true])(
    'a worker for calls at most once calls and reports nothing if `previous_claim_at` is %p',
    async (at) => {
      const result = await run({ atMostOnce: true }, { ...claim, previous_claim_at: at as never });
      expect(result).toMatchObject({
        kind: 'cannot_go_on',
        error: { message: expect.stringContaining('previous_claim_at') },
      });
      expect([refund.mock.calls, sent]).toEqual([[], []]);
    },
  );

  it.each<[string, unknown, string | undefined]>([
    ['a text', 're_1', 're_1'],
    ['an object with an id', { id: 're_2', amount: 5 }, 're_2'],
    ['an object with an id that is no text', { id: 7 }, undefined],
    ['an object without an id', {}, undefined],
    ['a function with an id', Object.assign(() => 1, { id: 're_3' }), undefined],
    ['a number', 7, undefined],
    ['null', null, undefined],
    ['nothing', undefined, undefined],
    ['a text that is too long', 'x'.repeat(600), 'x'.repeat(512)],
  ])('a claimed intent has the reference that its result says: %s', async (_, result, reference) => {
    refund.mockReturnValue(Promise.resolve(result));
    await run();
    expect(sent[0]).toEqual({
      ...{ id: 'req_1', claim_id: 'clm_1', status: 'succeeded' },
      ...(reference === undefined ? {} : { reference }),
    });
  });

  it('a claimed intent has the reference that `referenceOf` finds, also a number, and none if it fails', async () => {
    await run({ referenceOf: () => 42 as never });
    await run({ referenceOf: () => undefined });
    await run({
      referenceOf: () => {
        throw new Error('no id in it');
      },
    });
    expect(sent.map(({ reference }) => reference)).toEqual(['42', undefined, undefined]);
    expect(said).toContainEqual(['error', 'getting the reference of the result failed', { error: 'no id in it' }]);
  });

  it('a claimed intent is refused with its reason, in the log and in the report', async () => {
    expect(await run({ allow: ['billing.list'] })).toEqual({
      ...{ kind: 'reported', status: 'failed', reason: 'not_allowed' },
    });
    expect(sent).toEqual([{ id: 'req_1', claim_id: 'clm_1', status: 'failed', error: 'not_allowed' }]);
    expect(said).toEqual([
      ['warn', 'refused to run: not_allowed', { request: 'req_1' }],
      ['info', 'reported failed', { request: 'req_1', reason: 'not_allowed' }],
    ]);
    expect(refund).not.toHaveBeenCalled();
  });

  it('the log of a run has no arguments, params or keys, whether the call succeeds, fails or is refused', async () => {
    await run();
    refund.mockRejectedValue(new Error('declined: ch_1'));
    await run();
    await run({ check: () => 'ch_1 is blocked' });
    await run({ allow: ['billing.list'] });
    expect(said).toHaveLength(6);
    for (const secret of ['ch_1', params.intent!, KEY, 'ciphertext'])
      expect(JSON.stringify(said)).not.toContain(secret);
  });

  it('a claimed intent is allowed by the names of its client and method, joined by a dot', async () => {
    expect(await run({ allow: ['billing.refund'] })).toMatchObject({ status: 'succeeded' });
    expect(await run({ allow: ['billing', 'refund', '', '.'] })).toMatchObject({ reason: 'not_allowed' });
  });

  it('a claimed intent is refused without a reason code if its client cannot be made', async () => {
    const billing = () => {
      throw new Error('no connection to billing');
    };
    expect(await run({ clients: { billing } })).toEqual({ kind: 'reported', status: 'failed', reason: null });
    expect(sent[0]).toMatchObject({ status: 'failed', error: 'no connection to billing' });
    expect(said).toEqual([
      ['warn', 'refused to run: creating the client failed', { request: 'req_1' }],
      ['info', 'reported failed', { request: 'req_1' }],
    ]);
  });

  it.each([
    [{ billing: (context: object) => ({ refund: (...args: unknown[]) => refund(...args, context) }) }, 'made for it'],
    [{ billing: { refund: (...args: unknown[]) => refund(...args) } }, 'an object'],
  ])(
    'a claimed intent gives its request id as the idempotency key exactly once: %#, client that is %s',
    async (clients, kind) => {
      await run({ clients, idempotencyKey: (key, { args }) => [...args, { idempotencyKey: key }] });
      const context = { requestId: 'req_1', idempotencyKey: 'req_1', signal: expect.any(AbortSignal) };
      expect(refund.mock.calls).toEqual([['ch_1', kind === 'an object' ? { idempotencyKey: 'req_1' } : context]]);
    },
  );

  it.each([
    ['', 'check_failed'],
    [false, 'check_failed'],
    ['the amount differs', 'check_failed: the amount differs'],
    ['x'.repeat(600), `check_failed: ${'x'.repeat(512 - 'check_failed: '.length)}`],
  ])('a claimed intent is refused in words if the check answers %j', async (answer, error) => {
    expect(await run({ check: () => answer })).toMatchObject({ status: 'failed', reason: 'check_failed' });
    expect(sent[0]!.error).toBe(error);
    expect(refund).not.toHaveBeenCalled();
  });

  it.each([
    ['an empty message', new Error(''), 'the call failed without a message'],
    ['a number', 7, 'the call failed without a message'],
    ['an empty text', '', 'the call failed without a message'],
    ['nothing', undefined, 'the call failed without a message'],
    ['a text', 'card expired', 'card expired'],
    ['an object with a message', { message: 'card declined', code: 'PX1' }, 'card declined'],
    ['an object with a message that is no text', { message: { code: 7 } }, 'the call failed without a message'],
    ['an object without a message', { code: 'PX1' }, 'the call failed without a message'],
    ['an object with a message that is inherited', Object.create({ message: 'card stolen' }), 'card stolen'],
    ['a message that is too long', new Error('🔑'.repeat(600)), '🔑'.repeat(512)],
    ['half a surrogate pair', new Error('\ud83d'), '\ufffd'],
  ])('a claimed intent that fails with %s is reported so', async (_, thrown, error) => {
    refund.mockRejectedValue(thrown);
    expect(await run()).toMatchObject({ status: 'failed', reason: null });
    expect(sent[0]).toEqual({ id: 'req_1', claim_id: 'clm_1', status: 'failed', error });
  });

  describe('and its lease', () => {
    it.each([
      [60_000, true],
      [60_001, false],
    ])(
      'no call starts with less than the budget left: claimed %i ms before the end of what is left',
      async (late, runs) => {
        const outcome = await run({ nowMs: () => NOON + LEASE_MS - 120_000 + late });
        expect(outcome.kind).toBe(runs ? 'reported' : 'not_started');
        expect(refund).toHaveBeenCalledTimes(runs ? 1 : 0);
        if (runs) return;
        const why = 'too little of the lease is left for the call; nothing was run';
        expect(said).toEqual([['warn', why, { request: 'req_1', left_ms: 59_999 }]]);
        expect(sent).toEqual([]);
      },
    );

    it('the lease counts from when the claim was sent, by the service’s clock', async () => {
      expect((await run({ nowMs: () => NOON }, claim, NOON - LEASE_MS + 60_000)).kind).toBe('reported');
      expect((await run({ nowMs: () => NOON }, claim, NOON - LEASE_MS + 59_999)).kind).toBe('not_started');
    });

    const underWay = async (options: Partial<RunDeps>) => {
      let finish = (_?: unknown) => undefined as void;
      const signals: AbortSignal[] = [];
      const billing = ({ signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return { refund: () => new Promise((resolve) => (finish = resolve)) };
      };
      const ended = run({ clients: { billing }, ...options });
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      return { ended, signal: signals[0]!, finish: () => finish('re_1') };
    };

    it('the end of the lease is reported to the call and its owner once, and the call is still reported', async () => {
      jest.useFakeTimers();
      try {
        const lost: string[] = [];
        const { ended, signal, finish } = await underWay({ onLost: (id) => lost.push(id) });
        jest.advanceTimersByTime(LEASE_MS - 1);
        expect([signal.aborted, lost]).toEqual([false, []]);
        jest.advanceTimersByTime(1);
        expect([signal.aborted, lost]).toEqual([true, ['req_1']]);
        expect(signal.reason).toEqual(new Error('the lease has expired'));
        const warning = 'the lease ended before the run was reported; another worker may repeat the call';
        expect(said).toEqual([['warn', warning, { request: 'req_1' }]]);
        failures = [new ConflictError(facts(409, 'another worker has it'))];
        finish();
        expect(await ended).toEqual({ kind: 'lost' });
        expect(lost).toEqual(['req_1']);
      } finally {
        jest.useRealTimers();
      }
    });

    it('the end of the lease is not reported after the call was reported', async () => {
      jest.useFakeTimers();
      try {
        const lost: string[] = [];
        const { ended, finish } = await underWay({ onLost: (id) => lost.push(id) });
        finish();
        await ended;
        jest.advanceTimersByTime(2 * LEASE_MS);
        expect(lost).toEqual([]);
        expect(said).toEqual([['info', 'reported succeeded', { request: 'req_1' }]]);
      } finally {
        jest.useRealTimers();
      }
    });

    it('a lease that another worker has by now is reported as lost, even if the owner’s own code fails', async () => {
      failures = [new ConflictError({ ...facts(409, 'claimed after you'), kind: 'claim_lost' })];
      const onLost = () => {
        throw new Error('the pager is down');
      };
      expect(await run({ onLost })).toEqual({ kind: 'lost' });
      expect(said).toEqual([
        ['error', 'the report was refused: claimed after you', { request: 'req_1', kind: 'claim_lost' }],
        ['warn', expect.stringContaining('another worker may repeat the call'), { request: 'req_1' }],
        ['error', 'onLost failed', { request: 'req_1', error: 'the pager is down' }],
      ]);
    });
  });

  describe('and its report', () => {
    it('a report is sent again with pauses that double from a second to half a minute', async () => {
      failures = [...Array(7).fill(new ServerError(facts(503, 'busy'))), new ConnectionError('socket hang up')];
      expect(await run()).toMatchObject({ kind: 'reported' });
      expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
      expect(sent).toHaveLength(9);
      expect(said.slice(0, -1)).toEqual(
        Array(8).fill(['warn', 'the report got no answer; sending it again', { request: 'req_1' }]),
      );
    });

    it('a report pauses for at least half of that, and for as long as the service asks', async () => {
      jest.spyOn(Math, 'random').mockReturnValue(0);
      failures = [new ServerError(facts(503, 'busy')), new RateLimitedError(facts(429, 'slow down'), 90)];
      await run();
      expect(slept).toEqual([500, 90_000]);
    });

    it.each<[string, Error, string]>([
      ['a key without the scope', new PermissionError(facts(403, 'no scope')), 'report_refused'],
      ['a request that is gone', new NotFoundError(facts(404, 'no such request')), 'report_refused'],
      ['a report that is not valid', new InvalidError(facts(422, 'too long')), 'report_refused'],
      ['another report', new ConflictError(facts(409, 'already reported')), 'lost'],
    ])('a report is given up for %s', async (_, failure, kind) => {
      failures = [failure];
      expect(await run()).toEqual({ kind });
      expect(said[0]).toEqual([
        'error',
        `the report was refused: ${failure.message}`,
        { request: 'req_1', kind: null },
      ]);
      expect([sent.length, slept]).toEqual([1, []]);
    });

    it('a report is repeated until the process has to stop', async () => {
      const abandon = new AbortController();
      failures = Array(9).fill(new ConnectionError('down'));
      const sleep = async (_: number, signal?: AbortSignal) => {
        expect(signal).toBe(abandon.signal);
        if (sent.length < 3) return;
        abandon.abort();
        throw new AbortedError('stopped');
      };
      expect(await run({ abandon: abandon.signal, sleep })).toEqual({ kind: 'abandoned' });
      expect(sent).toHaveLength(4);
    });
  });

  describe('of an action whose display it pins', () => {
    const pinned: Display = { v: 1, renderer: 1, title: 'Refund {amount}', params: [amountLine('Amount')], hosts: [] };
    const files = (display: Display) => ({ 'shown.txt': shownText(render(display, params)) });
    const pinning = (given: object) =>
      run({
        client: { ...depsOf().client, getProof: (async () => ({ files: given })) as never },
        displays: { [action]: pinned },
      });

    it('a worker runs what people were shown in the lines that it renders itself, and logs their title', async () => {
      expect(await pinning(files(pinned))).toMatchObject({ status: 'succeeded' });
      const title = titleText(render(pinned, params));
      expect(said.at(-1)).toEqual(['info', 'reported succeeded', { request: 'req_1', title }]);
    });

    it.each<[string, object, string]>([
      ['in other lines', files({ ...pinned, params: [amountLine('Sum')] }), 'people were shown other lines than this'],
      ['without a display', {}, 'people were shown this without a display'],
    ])('a worker does not run what people were shown %s', async (_, given, why) => {
      expect(await pinning(given)).toEqual({ kind: 'reported', status: 'failed', reason: 'proof_refused' });
      expect(sent[0]!.error).toContain(`proof_refused: ${why}`);
      expect(refund).not.toHaveBeenCalled();
    });
  });

  describe('that needs a proof', () => {
    const proof = aProof({ request: 'req_1', action, params });
    const proved = (options: object = {}, getProof: unknown = async () => ({ files: proof.files })) =>
      run({
        client: { ...depsOf().client, getProof: getProof as never },
        nowMs: () => NOON,
        requireProof: { allowedSigners: proof.allowedSigners, ...options },
      });

    it('a call that needs a proof runs with a proof that holds now', async () => {
      const asked = jest.fn(async () => ({ files: proof.files }));
      expect(await proved({}, asked)).toMatchObject({ status: 'succeeded' });
      expect(asked.mock.calls).toEqual([['req_1']]);
      expect(await proved({ quorum: 2 })).toMatchObject({ status: 'succeeded' });
    });

    it('a call that needs a proof does not run with expired keys or too few signatures', async () => {
      expect(await proved({ quorum: 3 })).toMatchObject({ status: 'failed', reason: 'proof_refused' });
      expect(sent[0]!.error).toBe('proof_refused: 2 operators have signed, and 3 are required');
      const client = { ...depsOf().client, getProof: async () => ({ files: proof.files }) as never };
      const requireProof = { allowedSigners: proof.allowedSigners };
      const later = { ...claim, server_now: NOON + 9e9, lease_expires_at: NOON + 9e9 + LEASE_MS } as Claim;
      await runClaimed(depsOf({ client, requireProof, nowMs: () => NOON + 9e9 }), later, NOON + 9e9);
      expect(sent[1]!.error).toMatch(/^proof_refused: verdict.json .*not valid/);
      expect(refund).not.toHaveBeenCalled();
    });

    it.each([400, 404, 409, 499])(
      'a call that needs a proof is refused for good if the service answers %i',
      async (status) => {
        const none = async () => Promise.reject(new InvalidError(facts(status, 'no verdict')));
        expect(await proved({}, none)).toEqual({ kind: 'reported', status: 'failed', reason: 'proof_refused' });
        expect(sent[0]!.error).toBe('proof_refused: no verdict');
        expect(refund).not.toHaveBeenCalled();
      },
    );

    it.each<[string, Error]>([
      ['429', new RateLimitedError(facts(429, 'slow down'), null)],
      ['500', new ServerError(facts(500, 'sorry'))],
      ['nothing', new ConnectionError('down')],
    ])('a call that needs a proof is left to a later claim if the service answers %s', async (_, failure) => {
      expect(await proved({}, async () => Promise.reject(failure))).toEqual({ kind: 'not_started' });
      expect([sent, refund.mock.calls]).toEqual([[], []]);
      const facts = { request: 'req_1', error: failure.message };
      expect(said).toEqual([['error', 'the proof could not be read; nothing was run', facts]]);
    });
  });
});
