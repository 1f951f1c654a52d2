/** The requester, operators, programs and workers of one request, and an admin who edits what it was made under. */
import { isAuthorized } from '../../src/service/request/rules/request';
import type { Said } from '../support/gateway';
import { DIGEST, ENVELOPE } from '../support/house';
import type { Base } from './base';
import { Callers, stored } from './callers';
import { cameOfEdits, Edits, isAnyoneDisabled } from './edits';
import { GROUPED } from './groups';
import { CALLBACK, type Observed } from './invariants';
import type { Part } from './part';
import { signatureOf } from './signatures';
import type { World } from './world';

/** Decided with codes only, with signed turns of an action with a display, or with keys of two groups. */
export type RequestKind = 'codes' | 'signed' | 'groups';

const OPERATORS = ['op_bravo', 'op_charlie', 'op_delta'];
const LEASE_SECONDS = 60;

export class People implements Part {
  readonly observed: Observed = {
    created: [],
    turns: [],
    claims: [],
    reports: [],
    reads: [],
    strangers: [],
    stops: [],
    pages: [],
  };
  private id: string | null = null;
  private removed: string | null = null;
  /** The last signature of each operator, to be sent again. */
  private readonly sent = new Map<string, object>();

  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    private readonly base: Base,
    private readonly kind: RequestKind,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const draw = () => this.world.random();
    const unsigned = draw() < 0.6 ? 'demo.deploy' : draw() < 0.6 ? 'demo.solo' : 'demo.launch';
    const action = this.kind === 'signed' ? 'demo.payout' : this.kind === 'groups' ? GROUPED : unsigned;
    const edits = new Edits(this.callers);
    await Promise.all([this.request(action), ...(this.kind === 'codes' ? [] : [edits.live(action)])]);
  }

  private async request(action: string): Promise<void> {
    const draw = () => this.world.random();
    const sealed = draw() < 0.7;
    const body = {
      action,
      requester: 'op_alpha',
      params: sealed ? { intent: DIGEST } : { service: 'billing' },
      callback_url: CALLBACK,
      ...(sealed ? { intent: ENVELOPE } : {}),
    };
    await Promise.all(draw() < 0.3 ? [this.propose(body), this.propose(body)] : [this.propose(body)]);
    if (this.id === null) return;
    await Promise.all([
      ...OPERATORS.filter(() => draw() < 0.8).map((operator) => this.operate(operator)),
      ...(sealed ? [this.work()] : []),
      ...(sealed && draw() < 0.5 ? [this.work()] : []),
      this.read(),
      ...(draw() < 0.5 ? [this.look()] : []),
      ...(draw() < 0.5 ? [this.intrude()] : []),
    ]);
  }

  /** The checks of every request (invariants.ts) include these. */
  violations(): string[] {
    return [];
  }

  came(): string[] {
    const { created, claims, reports, reads, stops } = this.observed;
    const outcome = reads.find((seen) => seen.outcome !== null)?.outcome;
    return [
      ...(created.length > 0 ? ['created'] : []),
      ...(outcome === undefined ? [] : [`read ${outcome}`]),
      ...(stops.length > 0 ? ['stopped'] : []),
      ...(claims.length > 0 ? ['claimed'] : []),
      ...(claims.length > 1 ? ['claimed again'] : []),
      ...(reports.length > 0 ? ['reported'] : []),
      ...(this.kind === 'signed' && this.id !== null && isAuthorized(stored(this.world, this.id))
        ? ['signed by a quorum']
        : []),
      ...(this.world.mails.some(({ kind }) => kind === 'warning') ? ['warned'] : []),
      ...(this.removed === null ? [] : ['passkey removed']),
      ...cameOfEdits(this.world, this.id === null ? null : stored(this.world, this.id)),
    ];
  }

  private async propose(body: object): Promise<void> {
    const headers = { 'idempotency-key': `request_${this.kind}` };
    const answer = await this.callers.asked(() =>
      this.callers.v1('proposer', 'POST', '/v1/requests', { body, headers }),
    );
    if (answer === undefined) return;
    // Refused because too few operators are left.
    if (answer.status === 422 && (this.kind === 'groups' || isAnyoneDisabled(this.world))) return;
    if (answer.status !== 202 && answer.status !== 200) return this.complain('create', answer);
    this.observed.created.push(answer.body.request.id);
    this.id = answer.body.request.id;
  }

  private async operate(operator: string): Promise<void> {
    const { world } = this;
    for (let n = 0; n < (this.kind === 'signed' ? 3 : 2); n++) {
      await world.think();
      const roll = world.random();
      if (roll < 0.06 || roll > 0.97) {
        const how = roll < 0.06 ? 'refuse' : 'withdraw';
        const answer = await this.callers.asked(() =>
          this.callers.api(operator, 'POST', `/api/requests/${this.id}/${how}`, {}),
        );
        if (answer?.status === 200 && how === 'refuse') this.observed.stops.push(operator);
        continue;
      }
      const code = world.random() < 0.05 ? '00000000' : this.callers.code(this.id!, operator);
      const signature = this.kind === 'signed' ? await this.signature(operator) : null;
      const body = { code, ...(signature !== null && { signature }) };
      const removal = signature !== null && world.random() < 0.15 ? this.removePasskey(operator) : null;
      const answer = await this.callers.asked(() =>
        this.callers.api(operator, 'POST', `/api/requests/${this.id}/turn`, body),
      );
      await removal;
      if (answer?.status === 200) {
        this.observed.turns.push({ operator });
        return;
      }
    }
  }

  /**
   * Usually a signature of the statement that the service asks for. Sometimes none, an earlier one, one of another
   * decision, or one with another operator’s key.
   */
  private async signature(operator: string): Promise<object | null> {
    const roll = this.world.random();
    if (roll < 0.05) return null;
    const before = this.sent.get(operator);
    if (roll < 0.2 && before !== undefined) return before;
    const decision = roll < 0.1 ? 'refuse' : 'authorize';
    const path = `/api/requests/${this.id}/statement?decision=${decision}`;
    const answer = await this.callers.heard(this.callers.api(operator, 'GET', path));
    if (answer?.status !== 200) return null;
    const key = this.base.passkeys.get(operator)!;
    const other = OPERATORS[(OPERATORS.indexOf(operator) + 1) % OPERATORS.length]!;
    const by = roll < 0.15 ? this.base.passkeys.get(other)! : key;
    const signature = signatureOf(key, answer.body.statement, by);
    if (roll >= 0.15) this.sent.set(operator, signature);
    return signature;
  }

  /** Runs while the passkey’s owner turns a key with it. */
  private async removePasskey(operator: string): Promise<void> {
    const { passkey } = this.base.passkeys.get(operator)!;
    const answer = await this.callers.heard(this.callers.api(operator, 'DELETE', `/api/passkeys/${passkey}`));
    if (answer?.status === 200) this.removed = operator;
  }

  private async work(): Promise<void> {
    const { world } = this;
    for (let n = 0; n < 4; n++) {
      for (let wait = 0; wait < 3; wait++) await world.think();
      const path = `/v1/requests/${this.id}/claim`;
      const body = { lease_seconds: LEASE_SECONDS };
      const answer = await this.callers.heard(this.callers.v1('worker', 'POST', path, { body }));
      if (answer?.status !== 200) {
        if (answer !== undefined && answer.status !== 409 && answer.status !== 410) this.complain('claim', answer);
        continue;
      }
      const { claim_id, lease_expires_at } = answer.body;
      this.observed.claims.push({ claim: claim_id, leaseEndsMs: lease_expires_at });
      await world.think();
      if (world.random() < 0.3) continue;
      const report = { claim_id, status: world.random() < 0.8 ? 'succeeded' : 'failed' };
      const told = await this.callers.asked(() =>
        this.callers.v1('worker', 'POST', `/v1/requests/${this.id}/execution`, { body: report }),
      );
      if (told?.status === 200) this.observed.reports.push({ claim: claim_id, status: report.status });
      if (told !== undefined) return;
    }
  }

  private async read(): Promise<void> {
    for (let n = 0; n < 2; n++) {
      for (let wait = 0; wait < 3; wait++) await this.world.think();
      const answer = await this.callers.heard(this.callers.v1('reader', 'GET', `/v1/requests/${this.id}`, {}));
      if (answer === undefined) continue;
      if (answer.status !== 200) return this.complain('get', answer);
      const { outcome, execution, approvers } = answer.body.request;
      this.observed.reads.push({ outcome, execution: execution.state, approvers });
    }
  }

  /** Reads the request’s page, which shows what is signed. */
  private async look(): Promise<void> {
    await this.world.think();
    const answer = await this.callers.heard(this.callers.api('op_delta', 'GET', `/api/requests/${this.id}`));
    if (answer?.status === 200) this.observed.pages.push(answer.body.view.shown);
  }

  /** Calls by a program and an operator of another organization who know the id. */
  private async intrude(): Promise<void> {
    await this.world.think();
    const paths = [
      ['GET', ''],
      ['POST', '/claim'],
      ['POST', '/execution'],
    ] as const;
    const [method, path] = paths[Math.floor(this.world.random() * paths.length)]!;
    const body = path === '/execution' ? { claim_id: `clm_${'0'.repeat(24)}`, status: 'succeeded' } : undefined;
    const answers = await Promise.all([
      this.callers.heard(
        this.callers.v1('other_org', method, `/v1/requests/${this.id}${path}`, body === undefined ? {} : { body }),
      ),
      this.callers.heard(this.callers.api('stranger', 'POST', `/api/requests/${this.id}/refuse`, {})),
    ]);
    for (const answer of answers) if (answer !== undefined) this.observed.strangers.push(answer);
  }

  private complain(what: string, { status, body }: Said): void {
    throw new Error(`${what} was answered ${status} ${JSON.stringify(body)}`);
  }
}
