/** The callers outside the service. They repeat a call that got no answer, as the SDK and the console do. */
import { requestKey } from '../../src/adapters/dynamodb/keys';
import type { Item } from '../../src/local/memory/expressions';
import type { OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { fromRequestItem } from '../../src/service/request/store/request-conversion';
import { eventOf, type Said, said } from '../support/gateway';
import { ALONE } from './alone';
import { type Base, ORGS } from './base';
import { ORIGIN } from './instances';
import type { World } from './world';

interface Given {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the Idempotency-Keys of these requests begin. */
export const SHARED = 'shared_';

export class Callers {
  constructor(
    readonly world: World,
    readonly base: Base,
  ) {}

  /** Calls as a program. Undefined if there was no answer. */
  v1(key: keyof Base['keys'], method: string, path: string, given: Given = {}): Promise<Said | undefined> {
    return this.program(this.base.keys[key], method, path, given);
  }

  async program(token: string, method: string, path: string, given: Given = {}): Promise<Said | undefined> {
    const authorization = `Bearer ${token}`;
    return answerOf(await this.world.call('api', eventOf(method, path, { authorization }, given)));
  }

  /** Calls as a person in the console. */
  async api(operator: string, method: string, path: string, body?: unknown): Promise<Said | undefined> {
    const event = { cookies: [`__Host-session=${this.base.sessions.get(operator)}`] };
    const given = { event, ...(body === undefined ? {} : { body }) };
    return answerOf(await this.world.call('console', eventOf(method, path, { origin: ORIGIN }, given)));
  }

  /** Undefined if there was no answer or a 5xx, which does not say whether the call took effect. */
  async heard(asked: Promise<Said | undefined>): Promise<Said | undefined> {
    const answer = await asked;
    return answer === undefined || answer.status >= 500 ? undefined : answer;
  }

  /** Repeats the call until there is an answer. Undefined if there is still none. */
  async asked(ask: () => Promise<Said | undefined>, attempts = 5): Promise<Said | undefined> {
    for (let n = 0; n < attempts; n++) {
      const answer = await this.heard(ask());
      if (answer !== undefined) return answer;
      await this.world.think();
    }
    return undefined;
  }

  /** The id of the request that was made, or null. */
  async propose(idempotencyKey: string, body: object): Promise<string | null> {
    const headers = { 'idempotency-key': idempotencyKey };
    const answer = await this.asked(() => this.v1('proposer', 'POST', '/v1/requests', { body, headers }), 8);
    return answer?.status === 202 || answer?.status === 200 ? (answer.body.request.id as string) : null;
  }

  /**
   * The n-th request of those who only need that something is decided: the parts of a world share it. If other parts propose, there
   * is none, and it takes as long as theirs.
   */
  async decideShared(n: number): Promise<void> {
    const { world } = this;
    if (world.othersPropose && n === 0) {
      for (let pause = 0; pause < 20; pause++) await world.think();
      return;
    }
    if (!world.shared.has(n)) world.shared.set(n, this.decideOne(`${SHARED}${n}`));
    await world.shared.get(n);
  }

  /** Proposes a request, which is then refused or left to expire. */
  async decideOne(idempotencyKey: string, given: object = {}): Promise<string | null> {
    const body = { action: ALONE, requester: 'op_alpha', params: { n: idempotencyKey }, ...given };
    const id = await this.propose(idempotencyKey, body);
    if (id === null || this.world.random() < 0.1) return id;
    await this.asked(() => this.api('op_bravo', 'POST', `/api/requests/${id}/refuse`, {}), 8);
    return id;
  }

  /** Turns a key with the code from the operator’s mail. */
  async turn(operator: string, id: string, rest: object = {}): Promise<Said | undefined> {
    return this.api(operator, 'POST', `/api/requests/${id}/turn`, { code: this.code(id, operator), ...rest });
  }

  code(id: string, operator: string, org: OrgId = ORGS.ours): string {
    return codeOf(this.world, stored(this.world, id, org), operator);
  }
}

export function codeOf(world: World, { org, id, round, seats, codeKeyId }: Request, operator: string): string {
  const seat = seats.find((candidate) => candidate.operator === operator);
  const secret = Buffer.from(world.codeKeys[codeKeyId]!, 'base64');
  // The code of an operator without a seat does not matter, because they are refused.
  return operatorCode({ secret, org, requestId: id, round, issue: seat?.issue ?? 0, operator: operator as OperatorId });
}

export function stored(world: World, id: string, org: OrgId = ORGS.ours): Request {
  return requestOf(world.table.item(requestKey(org, id as RequestId))!);
}

const read = new WeakMap<Item, Request>();

/** Read once: items are never changed in place. */
function requestOf(item: Item): Request {
  const known = read.get(item);
  if (known !== undefined) return known;
  const request = fromRequestItem(item);
  read.set(item, request);
  return request;
}

export function requestsOf(world: World, org: OrgId = ORGS.ours): Request[] {
  return world.table
    .items()
    .filter(({ pk, sk }) => sk === 'REQUEST' && String(pk).startsWith(`${org}#`))
    .map(requestOf);
}

export const openRequestsOf = (world: World, org: OrgId): Request[] => requestsOf(world, org).filter(isOpen);

export function answerOf(answer: unknown): Said | undefined {
  return answer === undefined ? undefined : said(answer as Parameters<typeof said>[0]);
}
