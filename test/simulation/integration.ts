/**
 * The call of a platform action's integration: after the verdict alone, always under one key, and ended by its result. Now
 * and then it is stopped: an attempt that reads the stop posts nothing, and the call ends within a minute.
 */

import { STOPPED } from '../../src/service/ceremony/rules/stop';
import { ATTEMPT_HOLD_MS } from '../../src/service/request/rules/limits';
import { isAuthorized, type Request } from '../../src/service/request/rules/request';
import type { Base } from './base';
import { Callers, stored } from './callers';
import { INTEGRATION_URL } from './instances';
import { type Part, unless } from './part';
import type { World } from './world';

const ACTION = 'demo.transfer';

interface Call {
  readonly request: string;
  readonly key: string | undefined;
  readonly wasAuthorized: boolean;
  readonly succeeded: boolean;
  /** The request that the attempt had read was stopped. */
  readonly knewOfStop: boolean;
}

const stopOf = (request: Request) => (isAuthorized(request) ? request.stopped : null);

function endsInTime(request: Request): boolean {
  const stop = stopOf(request);
  if (stop === null || !('endedAtMs' in request)) return stop === null;
  return request.reason === STOPPED && request.endedAtMs <= stop.atMs + ATTEMPT_HOLD_MS;
}

export class Integration implements Part {
  private readonly calls: Call[] = [];
  private id: string | null = null;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
    world.receivers.set(INTEGRATION_URL, ({ body, headers }, fate) => {
      const { id: request, stopped } = JSON.parse(body).data.request as { id: string; stopped?: object };
      const outcome = fate();
      const wasAuthorized = isAuthorized(stored(world, request));
      const succeeded = outcome.kind === 'answered' && outcome.status === 200;
      this.calls.push({
        request,
        key: headers['Idempotency-Key'],
        wasAuthorized,
        succeeded,
        knewOfStop: stopped !== undefined,
      });
      return outcome;
    });
  }

  async live(): Promise<void> {
    const body = { action: ACTION, requester: 'op_alpha', params: { amount: '10' } };
    const id = await this.callers.propose('transfer', body);
    this.id = id;
    if (id === null) return;
    const decides = async (operator: string) => {
      await this.world.think();
      if (this.world.random() < 0.15)
        await this.callers.asked(() => this.callers.api(operator, 'POST', `/api/requests/${id}/refuse`, {}));
      else await this.callers.asked(() => this.callers.turn(operator, id));
    };
    await Promise.all([decides('op_bravo'), decides('op_charlie'), this.stop(id)]);
  }

  /** By a person or by its program, before the call, during it or after it. */
  private async stop(id: string): Promise<void> {
    const { callers, world } = this;
    if (world.random() < 0.5) return;
    const byProgram = world.random() < 0.3;
    for (let n = 0; n < 4; n++) {
      for (let pause = world.random() * 10; pause > 0; pause--) await world.think();
      const answer = await callers.heard(
        byProgram
          ? callers.v1('proposer', 'POST', `/v1/requests/${id}/abort`)
          : callers.api('op_alpha', 'POST', `/api/requests/${id}/stop`, {}),
      );
      if (answer?.status === 200) return;
    }
  }

  /** While the world stands still again and again, the hour of the call can pass in few steps. */
  private endedInFaults(request: Request): boolean {
    return request.state === 'failed' && request.endedAtMs <= this.world.calmFromMs;
  }

  violations(): string[] {
    const { calls } = this;
    if (this.id === null) return [];
    const request = stored(this.world, this.id);
    const succeeded = calls.some((call) => call.succeeded);
    return [
      ...unless(
        calls.every(({ wasAuthorized }) => wasAuthorized),
        'an integration was called before the verdict',
        calls,
      ),
      ...unless(
        calls.every(({ key, request: id }) => key === id),
        'an integration was called under another key',
        calls,
      ),
      ...unless(
        request.state !== 'succeeded' || succeeded,
        'an integration’s call succeeded that nobody answered',
        calls,
      ),
      ...unless(
        !['authorized', 'executing'].includes(request.state),
        'an integration’s call never ended',
        request.state,
      ),
      ...unless(
        !isAuthorized(request) || calls.length > 0 || request.stopped !== null || this.endedInFaults(request),
        'an integration was never called',
        request.state,
      ),
      ...unless(
        calls.every(({ knewOfStop }) => !knewOfStop),
        'an attempt of a call began after the stop',
        calls,
      ),
      ...unless(endsInTime(request), 'a stopped call did not end within its hold, or for another reason', request),
    ];
  }

  came(): string[] {
    const isStopped = this.id !== null && stopOf(stored(this.world, this.id)) !== null;
    return [...(this.calls.length > 0 ? ['integration called'] : []), ...(isStopped ? ['integration stopped'] : [])];
  }
}
