/**
 * People stop an approved request, or its program takes it back, while workers claim and report. After a recorded stop
 * nobody claims; the worker that had it can still report; and the stop says when that was.
 */
import { ABORTED_BY_PROGRAM } from '../../src/service/ceremony/rules/refuse';
import { isExecutable } from '../../src/service/execution/rules/claim';
import { isAuthorized } from '../../src/service/request/rules/request';
import { DIGEST, ENVELOPE } from '../support/house';
import { ALONE } from './alone';
import { type Base, ORGS } from './base';
import { Callers, stored } from './callers';
import { chainOf } from './invariants';
import { type Part, unless } from './part';
import type { World } from './world';

/** Short, so that leases end while it is stopped. */
const LEASE_SECONDS = 20;

type Stopped = { readonly at: number; readonly by: string; readonly claimed_at: number | null };

export class Stops implements Part {
  private id: string | null = null;
  private readonly answers: Stopped[] = [];
  private readonly reports: { readonly claim: string; readonly status: string }[] = [];
  private readonly lost: string[] = [];
  private takenBack = false;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const body = { action: ALONE, requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
    const id = await this.callers.propose('stops', body);
    if (id === null) return;
    this.id = id;
    const approves = this.callers.asked(() => this.callers.turn('op_bravo', id), 8);
    await Promise.all([approves, this.work(id), this.work(id), this.end(id, 'abort'), this.end(id, 'stop')]);
  }

  private async work(id: string): Promise<void> {
    const { callers, world } = this;
    for (let n = 0; n < 5; n++) {
      for (let pause = world.random() * 5; pause > 0; pause--) await world.think();
      const lease = { body: { lease_seconds: LEASE_SECONDS } };
      const claimed = await callers.heard(callers.v1('worker', 'POST', `/v1/requests/${id}/claim`, lease));
      if (claimed?.status !== 200) continue;
      if (world.random() < 0.4) await world.wait(world.random() * 2 * LEASE_SECONDS * 1000);
      if (world.random() < 0.3) continue;
      const { claim_id: claim } = claimed.body;
      const status = world.random() < 0.8 ? 'succeeded' : 'failed';
      const report = { body: { claim_id: claim, status } };
      const told = await callers.asked(() => callers.v1('worker', 'POST', `/v1/requests/${id}/execution`, report));
      if (told?.status === 200) this.reports.push({ claim, status });
      else if (told !== undefined) this.lost.push(claim);
      if (told !== undefined) return;
    }
  }

  private async end(id: string, how: 'abort' | 'stop'): Promise<void> {
    const { callers, world } = this;
    if (world.random() < 0.4) return;
    for (let n = 0; n < 3; n++) {
      for (let pause = world.random() * 12; pause > 0; pause--) await world.think();
      const answer = await callers.heard(
        how === 'abort'
          ? callers.v1('proposer', 'POST', `/v1/requests/${id}/abort`)
          : callers.api('op_alpha', 'POST', `/api/requests/${id}/stop`, {}),
      );
      if (answer?.status !== 200) continue;
      const { reason, stopped } = answer.body.request;
      if (stopped !== undefined) this.answers.push(stopped);
      // A request that the service aborted before, because nobody is left to authorize it, is answered as it is.
      else this.takenBack ||= reason === ABORTED_BY_PROGRAM;
      if (world.random() < 0.7) return;
    }
  }

  violations(): string[] {
    if (this.id === null) return [];
    const request = stored(this.world, this.id);
    const own = chainOf(this.world.table.items(), ORGS.ours).filter(({ subject }) => subject === this.id);
    const isAborted = request.state === 'aborted' && request.reason === ABORTED_BY_PROGRAM;
    const stop = isAuthorized(request) ? request.stopped : null;
    const at = own.findIndex(({ kind }) => kind === 'intent.stopped');
    const isClaim = ({ kind }: { readonly kind: string }) => kind === 'intent.claimed';
    const before = own.slice(0, Math.max(at, 0)).findLast(isClaim)?.at ?? null;
    const last = own.findLast(isClaim)?.actor;
    const reported = own.find(({ kind }) => kind === 'intent.reported');
    return [
      ...unless(isAborted || !this.takenBack, 'an acknowledged abort is lost', request.state),
      ...unless(stop !== null || this.answers.length === 0, 'an acknowledged stop is lost', this.answers),
      ...unless((stop !== null) === at >= 0, 'the mark and the chain differ about a stop', { stop, at }),
      ...unless(own.filter(({ kind }) => kind === 'intent.stopped').length <= 1, 'stopped twice', own),
      ...unless(at < 0 || !own.slice(at).some(isClaim), 'claimed after it was stopped', own),
      ...unless(at < 0 || (own[at]!.data.claimed_at ?? null) === before, 'a stop names another claim', own),
      ...this.answers.flatMap((answer) =>
        unless(
          answer.at === stop?.atMs && answer.by === stop.by.actor && answer.claimed_at === before,
          'a stop was answered otherwise',
          { answer, stop, before },
        ),
      ),
      ...this.reports.flatMap(({ claim, status }) =>
        unless(reported?.actor === claim && reported.data.status === status, 'an acknowledged report is lost', claim),
      ),
      ...unless(
        this.lost.every((claim) => claim !== last || reported?.actor === claim),
        'the report of the last claim was refused',
        own,
      ),
      ...unless(stop === null || !isExecutable(request, this.world.trueMs()), 'a stopped request can be claimed', stop),
    ];
  }

  came(): string[] {
    if (this.id === null) return [];
    const request = stored(this.world, this.id);
    if (request.state === 'aborted') return ['taken back by its program'];
    if (!isAuthorized(request)) return [];
    const { stopped, execution } = request;
    if (stopped === null) return ['not stopped in time'];
    const isLate = execution.state === 'reported' && execution.reportedAtMs > stopped.atMs;
    return ['stopped', ...(isLate ? ['reported after a stop'] : [])];
  }
}
