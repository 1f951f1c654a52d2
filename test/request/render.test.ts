import { render as renderDisplay } from '../../src/protocol/display/render';
import { renderRequest } from '../../src/service/request/rules/render';
import type { Request } from '../../src/service/request/rules/request';
import { digestsOf, shownOf } from '../../src/service/request/rules/shown';
import { shortSummary } from '../../src/service/request/rules/texts';
import {
  abortedBy,
  aRequest,
  at,
  claimedWith,
  handedOver,
  REQUEST_ID,
  refusedBy,
  reportedWith,
  settledBy,
  turnedBy,
} from '../support/builders';
import { aDisplay } from '../support/displays';

const ENVELOPE = { v: 1, alg: 'A256GCM', kid: '00', nonce: 'AAAA', ciphertext: 'BBBB' } as const;
const render = (request: Request, time = '12:20') => renderRequest(request, null, at(time));
const NOTHING = {
  state: 'none',
  claimed_at: null,
  lease_expires_at: null,
  reported_at: null,
  reference: null,
  error: null,
  execute_by: null,
};

describe('the request object', () => {
  it('the request object has exactly the contract’s fields', () => {
    expect(render(aRequest())).toEqual({
      id: REQUEST_ID,
      action: 'deploy',
      requester: 'op_alpha',
      operation_hash: `sha256:${'ab'.repeat(32)}`,
      state: 'notified',
      live: true,
      outcome: null,
      approvers: [],
      params: { service: 'billing' },
      created_at: at('12:00'),
      decided_at: null,
      intent: null,
      execution: NOTHING,
    });
  });

  it('the request object names nobody before the verdict, even if keys are turned', () => {
    expect(render(aRequest({}, turnedBy('op_alpha')))).toMatchObject({
      state: 'staging',
      live: true,
      outcome: null,
      approvers: [],
      decided_at: null,
    });
  });

  it.each<[string, Request, Record<string, unknown>]>([
    ['denied', aRequest({}, turnedBy('op_alpha'), refusedBy('op_bravo', '12:05')), { decided_at: at('12:05') }],
    ['aborted', aRequest({}, turnedBy('op_alpha'), abortedBy('op_bravo', '12:05')), { decided_at: at('12:05') }],
    ['expired', aRequest({}, turnedBy('op_alpha'), settledBy('14:00')), { decided_at: at('13:00') }],
  ])('the object of a request that was %s has no approvers and is no longer live', (state, request, expected) => {
    expect(render(request, '14:00')).toMatchObject({ state, outcome: state, live: false, approvers: [], ...expected });
  });

  it('the request object after authorization names the approvers and the instant', () => {
    expect(render(aRequest({}, turnedBy('op_bravo', '12:03'), turnedBy('op_alpha', '12:04')))).toMatchObject({
      state: 'succeeded',
      outcome: 'authorized',
      live: false,
      approvers: ['op_bravo', 'op_alpha'],
      decided_at: at('12:04'),
    });
  });

  it('the request object has decided_at null while it is live, also while the integration makes its call', () => {
    const authorized = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:03'));
    for (const request of [authorized, handedOver('12:05')(authorized)]) {
      expect(render(request)).toMatchObject({
        outcome: 'authorized',
        live: true,
        decided_at: null,
        approvers: ['op_alpha'],
      });
    }
    const failed = settledBy('13:03')(authorized);
    expect(render(failed, '13:05')).toMatchObject({
      state: 'failed',
      outcome: 'authorized',
      live: false,
      decided_at: at('12:03'),
    });
  });

  it('the request object has the intent exactly as it was sent', () => {
    expect(renderRequest(aRequest({ executeWithinSeconds: 60 }), ENVELOPE, at('12:00')).intent).toBe(ENVELOPE);
  });
});

describe('the execution record', () => {
  const authorized = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_alpha', '12:10'));
  const claimed = claimedWith('a', '12:20', 600)(authorized);
  const execution = (request: Request, time: string) => render(request, time).execution;

  it('the execution record is absent before a verdict and after any verdict but authorized, also with an intent', () => {
    expect(execution(aRequest({ executeWithinSeconds: 60 }), '12:05')).toEqual(NOTHING);
    expect(execution(aRequest({ executeWithinSeconds: 60 }, refusedBy('op_bravo')), '12:05')).toEqual(NOTHING);
    expect(execution(aRequest({ quorum: 1 }, turnedBy('op_alpha')), '12:05')).toEqual(NOTHING);
  });

  it('the execution is pending from the verdict, with the last instant to claim', () => {
    expect(execution(authorized, '12:20')).toEqual({ ...NOTHING, state: 'pending', execute_by: at('13:10') });
  });

  it('the execution is claimed until the lease ends, and pending at that very millisecond', () => {
    expect(execution(claimed, '12:29:59.999')).toEqual({
      ...NOTHING,
      state: 'claimed',
      claimed_at: at('12:20'),
      lease_expires_at: at('12:30'),
      execute_by: at('13:10'),
    });
    expect(execution(claimed, '12:30')).toEqual({ ...NOTHING, state: 'pending', execute_by: at('13:10') });
  });

  it.each(['succeeded', 'failed'] as const)('the execution is %s as the worker reported', (status) => {
    expect(execution(reportedWith('a', '12:25', status)(claimed), '12:45')).toEqual({
      state: status,
      claimed_at: at('12:20'),
      lease_expires_at: at('12:30'),
      reported_at: at('12:25'),
      reference: null,
      error: null,
      execute_by: at('13:10'),
    });
  });

  it('the execution record is absent after the call of an integration failed, unless a lease is running or a worker has reported', () => {
    const fallen = aRequest(
      { quorum: 1, executeWithinSeconds: 7200, integration: 'bank' },
      turnedBy('op_alpha', '12:10'),
    );
    expect(execution(settledBy('13:10')(fallen), '13:11')).toEqual(NOTHING);
    const claimed = claimedWith('a', '12:20', 600)(fallen);
    expect(execution(settledBy('13:10')(claimed), '13:11')).toEqual(NOTHING);
    const held = settledBy('13:10')(claimedWith('a', '13:05', 600)(fallen));
    expect(execution(held, '13:14:59.999').state).toBe('claimed');
    expect(execution(held, '13:15')).toEqual(NOTHING);
    const run = settledBy('13:10')(reportedWith('a', '13:01')(claimedWith('a', '13:00')(fallen)));
    expect(execution(run, '13:11').state).toBe('succeeded');
    expect(execution(reportedWith('a', '13:16')(held), '13:17').state).toBe('succeeded');
  });
});

/** What people are shown of a request belongs to the display under which it was created. */
const PARAMS = { to: 'acct_7', amount: '4800000' };

it('a request is never shown by another display than the one under which it was created', () => {
  const request = { ...aRequest(), params: PARAMS, digests: digestsOf(aDisplay(), PARAMS) };
  expect(shownOf(request, aDisplay())).toEqual(renderDisplay(aDisplay(), PARAMS));
  const other = aDisplay({ title: 'Send {amount} to {to}' });
  expect(() => shownOf(request, other)).toThrow('not its own display');
  expect(() => shownOf({ ...request, digests: null }, other)).toThrow('not its own display');
});

/** A summary in places with room for 200 characters. */
it('a summary is complete with 200 characters, and 199 and an ellipsis with 201', () => {
  expect(shortSummary('')).toBe('');
  expect(shortSummary('a'.repeat(200))).toBe('a'.repeat(200));
  expect(shortSummary('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`);
});

it('a shortened summary splits no character', () => {
  expect(shortSummary('😀'.repeat(200))).toBe('😀'.repeat(200));
  expect(shortSummary('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`);
});
