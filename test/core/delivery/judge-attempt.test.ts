import type { Receiver } from '../../../src/core/delivery/delivery';
import { honoredRetryAfter, judgeAttempt } from '../../../src/core/delivery/judge-attempt';

const answered = (receiver: Receiver, status: number) => judgeAttempt(receiver, { kind: 'answered', status });
const RECEIVERS: Receiver[] = ['callback', 'whe_000000000000000000000001' as Receiver, 'integration'];

describe.each(RECEIVERS)('a try to %s', (receiver) => {
  it.each([200, 201, 202, 204, 299])('is delivered by %d', (status) => {
    expect(answered(receiver, status)).toEqual({
      kind: 'delivered',
      result: { status, outcome: 'delivered', error: null },
      reason: null,
    });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 599])('is made again after %d', (status) => {
    expect(answered(receiver, status)).toMatchObject({
      kind: 'retry',
      result: { status, outcome: 'refused' },
      reason: null,
    });
  });

  it.each(['unreachable', 'timed_out'] as const)('is made again when it was %s', (kind) => {
    expect(judgeAttempt(receiver, { kind, error: 'ECONNRESET' })).toEqual({
      kind: 'retry',
      result: { status: null, outcome: kind, error: 'ECONNRESET' },
      reason: null,
    });
  });

  it('fails for good at an address that is not posted to', () => {
    expect(judgeAttempt(receiver, { kind: 'refused_address', reason: 'private address' })).toEqual({
      kind: 'failed',
      result: { status: null, outcome: 'refused_address', error: 'private address' },
      reason: 'refused_address',
    });
  });
});

describe.each([199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 410, 422])('an answer of %d', (status) => {
  it.each(RECEIVERS.slice(0, 2))('lets %s be tried again', (receiver) => {
    expect(answered(receiver, status).kind).toBe('retry');
  });

  it('refuses an integration’s call for good', () => {
    expect(answered('integration', status)).toMatchObject({
      kind: 'failed',
      result: { status, outcome: 'refused' },
      reason: `integration_answered_${status}`,
    });
  });
});

describe('Retry-After', () => {
  const asked = { kind: 'answered', status: 503, retryAfterSeconds: 120 } as const;

  it.each(RECEIVERS.slice(0, 2))('does not move the schedule of an event to %s', (receiver) => {
    expect(honoredRetryAfter(receiver, asked)).toBeNull();
  });

  it('may put off the integration’s call', () => {
    expect(honoredRetryAfter('integration', asked)).toBe(120);
    expect(honoredRetryAfter('integration', { kind: 'timed_out', error: '10 s' })).toBeNull();
  });
});
