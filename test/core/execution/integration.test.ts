import { endIntegration, handOver } from '../../../src/core/execution/integration';
import { aRequest, at, checkOf, handedOver, refusedBy, turnedBy } from '../../support/builders';

const NOW = at('12:20');
const authorized = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
const executing = handedOver('12:11')(authorized);

describe('handing over to the integration', () => {
  it('handing over moves authorized to executing once, inside the same window', () => {
    const change = handOver(authorized, NOW);
    expect(change.request).toMatchObject({
      state: 'executing',
      integrationUntilMs: at('13:10'),
    });
    expect(checkOf(change)).toBe(at('12:22'));
    expect(change.entries).toEqual([
      { kind: 'request.executing', atMs: NOW, actor: 'system', data: { integration: 'bank' } },
    ]);
    expect(handOver(change.request, NOW)).toEqual({ request: change.request, entries: [] });
  });

  it('handing over does nothing to a request without a call to make', () => {
    for (const request of [
      aRequest(),
      aRequest({}, refusedBy('op_bravo')),
      aRequest({ quorum: 1 }, turnedBy('op_alpha')),
    ]) {
      expect(handOver(request, NOW)).toEqual({ request, entries: [] });
    }
  });
});

describe('the end of the integration’s call', () => {
  it.each([
    [{ succeeded: true, reason: null }, 'succeeded'],
    [{ succeeded: false, reason: 'integration_answered_422' }, 'failed'],
  ] as const)('the integration’s result %j ends the request as %s and does not change its verdict', (result, state) => {
    const change = endIntegration(executing, result, NOW);
    expect(change.request).toMatchObject({
      state,
      endedAtMs: NOW,
      verdictAtMs: at('12:10'),
      approvers: ['op_alpha'],
      reason: result.reason,
    });
    expect(checkOf(change)).toBe(at('12:22'));
    expect(change.request).not.toHaveProperty('integrationUntilMs');
    const told = result.reason === null ? {} : { data: { reason: result.reason } };
    expect(change.entries).toEqual([{ kind: `request.${state}`, atMs: NOW, actor: 'system', ...told }]);
  });

  it('the end of the integration’s call is written once: no later result changes it', () => {
    const failed = endIntegration(executing, { succeeded: false, reason: 'x' }, NOW).request;
    expect(endIntegration(failed, { succeeded: true, reason: null }, NOW)).toEqual({ request: failed, entries: [] });
    expect(endIntegration(authorized, { succeeded: true, reason: null }, NOW).entries).toEqual([]);
  });
});
