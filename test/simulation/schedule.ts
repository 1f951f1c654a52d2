/**
 * One schedule: people, programs and workers with one request, in a world where things go wrong; then the invariants.
 */
import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import { isAuthorized, type Request } from '../../src/core/request/request';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import { operatorCode } from '../../src/protocol/operator-code';
import { DIGEST, ENVELOPE } from '../support/house';
import { eventOf, type Said, said } from '../support/ledger';
import { Administrators, cameOf } from './administration';
import { type Base, ORGS } from './base';
import { cameOfEdits, Edits } from './edits';
import { GROUPED } from './groups';
import { CODE_KEY, type Deployment, ORIGIN } from './instances';
import { type Observed, violations } from './invariants';
import { listViolations } from './lists';
import { QUESTION_TEXT } from './questions';
import { signatureOf } from './signatures';
import { type Fault, World, type WorldOptions } from './world';

export interface Ended {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly faults: ReadonlyMap<Fault, number>;
  /** What happened to the request, to count how many schedules got that far. */
  readonly came: readonly string[];
  readonly trace: readonly string[] | null;
  /** Decisions of the scheduler. */
  readonly steps: number;
}

const OPERATORS = ['op_bravo', 'op_charlie', 'op_delta'];
const CALLBACK = 'https://hooks.example.org/events';
const LEASE_SECONDS = 60;

export async function runSchedule(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Ended> {
  const world = new World(base.store, deployment, seed, options);
  // In every third schedule the action wants signed turns. In every third of the others it has groups.
  const people = new People(world, base, { signs: seed % 3 === 0, groups: seed % 9 === 1 || seed % 9 === 5 });
  let failed: string[] = [];
  try {
    // In every second schedule.
    const administers = seed % 2 === 0;
    const administrators = new Administrators(world, base.sessions);
    await world.run(Promise.all([people.live(), ...(administers ? [administrators.live()] : [])]));
  } catch (error) {
    failed = [`${error instanceof Error ? error.message : error}`];
  }
  const found = failed.length > 0 ? failed : [...violations(world, people.observed), ...(await listsOf(world))];
  const came = [...people.came(), ...cameOf(world.table.items())];
  return { seed, violations: found, faults: world.faults, came, trace: world.trace, steps: world.steps };
}

const listsOf = async (world: World): Promise<string[]> =>
  (await Promise.all([ORGS.ours, FOUR_EYES_ORG].map((org) => listViolations(world, org)))).flat();

/** All callers from outside. They repeat calls without an answer, as the SDK and the console do. */
/** The requester and two who are asked. */
const ASKING = ['op_alpha', 'op_bravo', 'op_charlie'];

class People {
  readonly observed: Observed;
  private id: string | null = null;
  /** What each operator signed last, to be sent again. */
  private removed: string | null = null;
  private readonly sent = new Map<string, object>();

  constructor(
    private readonly world: World,
    private readonly base: Base,
    private readonly kind: { readonly signs: boolean; readonly groups: boolean },
  ) {
    const { passkeys } = base;
    const none = {
      created: [],
      turns: [],
      claims: [],
      reports: [],
      reads: [],
      strangers: [],
      stops: [],
      questions: [],
      pages: [],
    };
    this.observed = { ...none, passkeys };
  }

  async live(): Promise<void> {
    const draw = () => this.world.random();
    const unsigned = draw() < 0.6 ? 'demo.deploy' : draw() < 0.6 ? 'demo.solo' : 'demo.launch';
    const { signs, groups } = this.kind;
    const action = signs ? 'demo.payout' : groups ? GROUPED : unsigned;
    const edits = new Edits(this.world, (method, path, edit) => this.heard(this.api('op_alpha', path, edit, method)));
    await Promise.all([this.request(action), ...(signs || groups ? [edits.live(action)] : [])]);
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
      ...(sealed ? [this.work(), this.work()] : []),
      this.read(),
      this.look(),
      this.intrude(),
      ...ASKING.map((operator) => this.ask(operator)),
    ]);
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
      ...(this.kind.signs && this.id !== null && isAuthorized(this.stored()) ? ['signed by a quorum'] : []),
      ...(this.world.mails.some(({ kind }) => kind === 'warning') ? ['warned'] : []),
      ...(this.removed === null ? [] : ['passkey removed']),
      ...(this.observed.questions.length > 1 ? ['questions written'] : []),
      ...cameOfEdits(this.world.table.items(), this.id === null ? null : this.stored()),
    ];
  }

  private async propose(body: object): Promise<void> {
    const headers = { 'idempotency-key': 'once' };
    const answer = await this.asked(() => this.v1('proposer', 'POST', '/v1/requests', { body, headers }));
    if (answer === undefined) return;
    if (answer.status === 422 && this.kind.groups) return;
    if (answer.status !== 202 && answer.status !== 200) return this.complain('create', answer);
    this.observed.created.push(answer.body.request.id);
    this.id = answer.body.request.id;
  }

  private async operate(operator: string): Promise<void> {
    const { world } = this;
    for (let n = 0; n < (this.kind.signs ? 5 : 3); n++) {
      await world.think();
      const roll = world.random();
      if (roll < 0.06 || roll > 0.97) {
        const how = roll < 0.06 ? 'refuse' : 'withdraw';
        const answer = await this.asked(() => this.api(operator, `/api/requests/${this.id}/${how}`, {}));
        if (answer?.status === 200 && how === 'refuse') this.observed.stops.push(operator);
        continue;
      }
      const code = world.random() < 0.05 ? '00000000' : this.code(operator);
      const signature = this.kind.signs ? await this.signature(operator) : null;
      const body = { code, ...(signature !== null && { signature }) };
      const removal = signature !== null && world.random() < 0.15 ? this.removePasskey(operator) : null;
      const answer = await this.asked(() => this.api(operator, `/api/requests/${this.id}/turn`, body));
      await removal;
      if (answer?.status === 200) {
        this.observed.turns.push({ operator });
        return;
      }
    }
  }

  /** Mostly of what the service says is signed. Also: none, one of before, of something else, or by another's key. */
  private async signature(operator: string): Promise<object | null> {
    const roll = this.world.random();
    if (roll < 0.05) return null;
    const before = this.sent.get(operator);
    if (roll < 0.2 && before !== undefined) return before;
    const decision = roll < 0.1 ? 'refuse' : 'authorize';
    const path = `/api/requests/${this.id}/statement?decision=${decision}`;
    const answer = await this.heard(this.api(operator, path, undefined, 'GET'));
    if (answer?.status !== 200) return null;
    const key = this.base.passkeys.get(operator)!;
    const other = OPERATORS[(OPERATORS.indexOf(operator) + 1) % OPERATORS.length]!;
    const by = roll < 0.15 ? this.base.passkeys.get(other)! : key;
    const signature = signatureOf(key, answer.body.statement, by);
    if (roll >= 0.15) this.sent.set(operator, signature);
    return signature;
  }

  /** While its owner turns a key with it. */
  private async removePasskey(operator: string): Promise<void> {
    const { passkey } = this.base.passkeys.get(operator)!;
    const answer = await this.heard(this.api(operator, `/api/passkeys/${passkey}`, undefined, 'DELETE'));
    if (answer?.status === 200) this.removed = operator;
  }

  private async work(): Promise<void> {
    const { world } = this;
    for (let n = 0; n < 6; n++) {
      await world.think();
      const path = `/v1/requests/${this.id}/claim`;
      const body = { lease_seconds: LEASE_SECONDS };
      const answer = await this.heard(this.v1('worker', 'POST', path, { body }));
      if (answer?.status !== 200) {
        if (answer !== undefined && answer.status !== 409 && answer.status !== 410) this.complain('claim', answer);
        continue;
      }
      const { claim_id, lease_expires_at } = answer.body;
      this.observed.claims.push({ claim: claim_id, leaseEndsMs: lease_expires_at });
      await world.think();
      if (world.random() < 0.3) continue;
      const report = { claim_id, status: world.random() < 0.8 ? 'succeeded' : 'failed' };
      const told = await this.asked(() =>
        this.v1('worker', 'POST', `/v1/requests/${this.id}/execution`, { body: report }),
      );
      if (told?.status === 200) this.observed.reports.push({ claim: claim_id, status: report.status });
      if (told !== undefined) return;
    }
  }

  /** Two operators and the requester write at the same time; the last one has no seat in some actions. */
  private async ask(operator: string): Promise<void> {
    for (let n = 0; n < 2; n++) {
      await this.world.think();
      const text = `${operator} writes ${QUESTION_TEXT} ${n}`;
      const answer = await this.heard(this.api(operator, `/api/requests/${this.id}/questions`, { text }));
      if (answer === undefined) continue;
      if (answer.status === 200) this.observed.questions.push(text);
      // 401: the operator was disabled.
      // 403: they got no seat, or lost it when they were disabled.
      else if (answer.status === 403 && this.kind.groups && !this.hasSeat(operator)) return;
      else if (answer.status !== 409 && answer.status !== 401) this.complain('question', answer);
    }
  }

  private async read(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await this.world.think();
      const answer = await this.heard(this.v1('reader', 'GET', `/v1/requests/${this.id}`, {}));
      if (answer === undefined) continue;
      if (answer.status !== 200) return this.complain('get', answer);
      const { outcome, execution, approvers } = answer.body.request;
      this.observed.reads.push({ outcome, execution: execution.state, approvers });
    }
  }

  /** The page of the request, with what is to be signed. */
  private async look(): Promise<void> {
    await this.world.think();
    const answer = await this.heard(this.api('op_delta', `/api/requests/${this.id}`, undefined, 'GET'));
    if (answer?.status === 200) this.observed.pages.push(answer.body.view.shown);
  }

  /** A program and an operator of another organization, who know the id. */
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
      this.heard(this.v1('other_org', method, `/v1/requests/${this.id}${path}`, body === undefined ? {} : { body })),
      this.heard(this.api('stranger', `/api/requests/${this.id}/refuse`, {})),
    ]);
    for (const answer of answers) if (answer !== undefined) this.observed.strangers.push(answer);
  }

  private code(operator: string): string {
    const request = this.stored();
    const seat = request.seats.find((candidate) => candidate.operator === operator);
    const { org, id, round } = request;
    const secret = Buffer.from(CODE_KEY, 'base64');
    // An operator without a seat is refused, whatever the code.
    const issue = seat?.issue ?? 0;
    return operatorCode({ secret, org, requestId: id, round, issue, operator: operator as Request['requester'] });
  }

  private hasSeat(operator: string): boolean {
    return this.stored().seats.some((seat) => seat.operator === operator && !seat.disabled);
  }

  private stored(): Request {
    const item = this.world.table.items().find(({ sk, pk }) => sk === 'REQUEST' && (pk as string).endsWith(this.id!));
    return fromRequestItem(item!);
  }

  /** Repeats until there is an answer; undefined if there is none. */
  private async asked(ask: () => Promise<Said | undefined>): Promise<Said | undefined> {
    for (let n = 0; n < 5; n++) {
      const answer = await this.heard(ask());
      if (answer !== undefined) return answer;
      await this.world.think();
    }
    return undefined;
  }

  /** No answer, or one that says nothing. */
  private async heard(asked: Promise<Said | undefined>): Promise<Said | undefined> {
    const answer = await asked;
    return answer === undefined || answer.status >= 500 ? undefined : answer;
  }

  private complain(what: string, { status, body }: Said): void {
    throw new Error(`${what} was answered ${status} ${JSON.stringify(body)}`);
  }

  private async v1(
    key: keyof Base['keys'],
    method: string,
    path: string,
    options: { body?: unknown; headers?: object },
  ) {
    const authorization = `Bearer ${this.base.keys[key]}`;
    return answerOf(await this.world.call('api', eventOf(method, path, { authorization }, options as never)));
  }

  private async api(operator: string, path: string, body: unknown, method = 'POST'): Promise<Said | undefined> {
    const event = { cookies: [`__Host-session=${this.base.sessions.get(operator)}`] };
    const options = { event, ...(body === undefined ? {} : { body }) };
    return answerOf(await this.world.call('console', eventOf(method, path, { origin: ORIGIN }, options as never)));
  }
}

function answerOf(answer: unknown): Said | undefined {
  return answer === undefined ? undefined : said(answer as Parameters<typeof said>[0]);
}
