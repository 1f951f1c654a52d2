import type { Receiver } from '../../../src/core/delivery/delivery';
import { honoredRetryAfter, judgeAttempt } from '../../../src/core/delivery/judge-attempt';

const answered = (receiver: Receiver, status: number) => judgeAttempt(receiver, { kind: 'answered', status });
const RECEIVERS: Receiver[] = ['callback', 'whe_000000000000000000000001' as Receiver, 'integration'];

describe.each(RECEIVERS)('an attempt to deliver to %s', (receiver) => {
  it.each([200, 201, 202, 204, 299])(`the answer %d delivers to ${receiver}`, (status) => {
    expect(answered(receiver, status)).toEqual({
      kind: 'delivered',
      result: { status, outcome: 'delivered', error: null },
      reason: null,
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])(
    `an attempt at ${receiver} is repeated after the answer %d`,
    (status) => {
      expect(answered(receiver, status)).toMatchObject({
        kind: 'retry',
        result: { status, outcome: 'refused' },
        reason: null,
      });
    },
  );

  it.each(['unreachable', 'timed_out'] as const)(`an attempt at ${receiver} that was %s is repeated`, (kind) => {
    expect(judgeAttempt(receiver, { kind, error: 'ECONNRESET' })).toEqual({
      kind: 'retry',
      result: { status: null, outcome: kind, error: 'ECONNRESET' },
      reason: null,
    });
  });

  it(`an attempt at ${receiver} fails for good if its address is refused`, () => {
    expect(judgeAttempt(receiver, { kind: 'refused_address', reason: 'private address' })).toEqual({
      kind: 'failed',
      result: { status: null, outcome: 'refused_address', error: 'private address' },
      reason: 'refused_address',
    });
  });
});

describe.each([199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 410, 422])('an answer of %d', (status) => {
  it.each(RECEIVERS.slice(0, 2))(`the answer ${status} lets an attempt at %s be repeated`, (receiver) => {
    expect(answered(receiver, status).kind).toBe('retry');
  });

  it(`the answer ${status} refuses an integration’s call for good`, () => {
    expect(answered('integration', status)).toMatchObject({
      kind: 'failed',
      result: { status, outcome: 'refused' },
      reason: `integration_answered_${status}`,
    });
  });
});

describe('Retry-After', () => {
  const asked = { kind: 'answered', status: 503, retryAfterSeconds: 120 } as const;

  it.each(RECEIVERS.slice(0, 2))('Retry-After does not change the schedule of an event to %s', (receiver) => {
    expect(honoredRetryAfter(receiver, asked)).toBeNull();
  });

  it('Retry-After delays the integration’s call', () => {
    expect(honoredRetryAfter('integration', asked)).toBe(120);
    expect(honoredRetryAfter('integration', { kind: 'timed_out', error: '10 s' })).toBeNull();
  });
});
