/**
 * One schedule with a document beside a request: it is stored, changed, removed and expires at random moments, while three
 * operators turn their keys.
 */
import { fromRequestItem } from '../../src/adapters/dynamodb/request/from-request-item';
import { isAuthorized, isOpen, type Request, turnsOf } from '../../src/core/request/request';
import { DEMO_ORG } from '../../src/local/demo';
import { sha256Hex } from '../../src/protocol/hash';
import type { ActionId } from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import { anAction } from '../store/conformance/config-items';
import { aPolicy } from '../support/builders';
import { aDisplay } from '../support/displays';
import { eventOf, type Said, said } from '../support/ledger';
import { PERMIT } from '../support/permit';
import type { Base } from './base';
import { CODE_KEY, type Deployment, ORIGIN, type portsOf } from './instances';
import { World, type WorldOptions } from './world';

export const DOCUMENTED = 'demo.documented' as ActionId;
const OPERATORS = ['op_bravo', 'op_charlie', 'op_delta'];
const PLAN = 'the plan';
const DIGEST = `sha256:${sha256Hex(PLAN)}` as const;

export interface Documented {
  readonly violations: readonly string[];
  readonly turned: number;
  /** Turns that were refused for the document. */
  readonly refused: number;
}

export async function haveDocuments({ config }: ReturnType<typeof portsOf>): Promise<void> {
  const display = aDisplay({ title: 'Migrate', params: [], evidence: [{ name: 'plan', kind: 'diff' }] });
  const quorum = { default: 3, min: 3, max: 3, selectable: false };
  const policy = aPolicy({ id: DOCUMENTED, version: 1, roster: OPERATORS as never, quorum, display });
  await config.saveAction(DEMO_ORG, anAction({ policy }), PERMIT);
}

export async function runEvidence(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Documented> {
  const world = new World(base.store, deployment, seed, options);
  const people = new People(world, base);
  try {
    await world.run(people.live());
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], turned: 0, refused: 0 };
  }
  const request = people.stored();
  if (request === null) return { violations: [], turned: 0, refused: 0 };
  const turned = isOpen(request)
    ? turnsOf(request).map(({ operator }) => operator)
    : isAuthorized(request)
      ? request.decidedBy
      : [];
  const unseen = turned.filter(
    (operator) =>
      !people.attempts.some(
        (each) => each.operator === operator && world.documents.wasGood(DEMO_ORG, DIGEST, each.from, each.to),
      ),
  );
  const wrong = request.seats.filter(({ wrongCodes }) => wrongCodes > 0);
  return {
    violations: [
      ...unseen.map((operator) => `${operator} turned a key while the document was missing or changed`),
      ...wrong.map(({ operator }) => `a right code of ${operator} was counted as wrong`),
    ],
    turned: turned.length,
    refused: people.refused,
  };
}

class People {
  /** Between which steps somebody called to turn a key, whether or not there was an answer. */
  readonly attempts: { readonly operator: string; readonly from: number; readonly to: number }[] = [];
  refused = 0;
  private id: string | null = null;

  constructor(
    private readonly world: World,
    private readonly base: Base,
  ) {}

  async live(): Promise<void> {
    await Promise.all([this.keepDocument(), this.propose()]);
  }

  stored(): Request | null {
    const item = this.world.table.items().find(({ sk, pk }) => sk === 'REQUEST' && String(pk).endsWith(this.id ?? '#'));
    return item === undefined ? null : fromRequestItem(item);
  }

  private async propose(): Promise<void> {
    const body = { action: DOCUMENTED, requester: 'op_alpha', params: { 'evidence.plan': DIGEST } };
    for (let n = 0; n < 5 && this.id === null; n++) {
      const answer = await this.v1('POST', '/v1/requests', { body, headers: { 'idempotency-key': 'once' } });
      this.id = answer?.status === 202 ? answer.body.request.id : null;
    }
    if (this.id !== null) await Promise.all(OPERATORS.map((operator) => this.turn(operator)));
  }

  /** The proposer stores and renews it. Somebody who can write the bucket changes and removes it, and it expires. */
  private async keepDocument(): Promise<void> {
    const { documents } = this.world;
    for (let n = 0; n < 8; n++) {
      const roll = this.world.random();
      if (roll < 0.5) {
        const headers = { 'content-type': 'application/octet-stream' };
        await this.v1('PUT', `/v1/evidence/${DIGEST}`, { body: PLAN, headers });
      } else if (roll < 0.7) documents.set(DEMO_ORG, DIGEST, Buffer.from('the plaN'));
      else documents.set(DEMO_ORG, DIGEST, roll < 0.85 ? 'expired' : 'missing');
      for (let pause = 0; pause < 3; pause++) await this.world.think();
    }
  }

  private async turn(operator: string): Promise<void> {
    for (let n = 0; n < 8; n++) {
      await this.world.think();
      const from = this.world.steps;
      const answer = await this.api(operator, `/api/requests/${this.id}/turn`, { code: this.code(operator) });
      this.attempts.push({ operator, from, to: this.world.steps });
      if (answer?.status === 200) return;
      if (answer?.body.kind === 'no_evidence') this.refused++;
    }
  }

  private code(operator: string): string {
    const { org, id, round } = this.stored()!;
    const secret = Buffer.from(CODE_KEY, 'base64');
    return operatorCode({ secret, org, requestId: id, round, issue: 0, operator: operator as Request['requester'] });
  }

  private async v1(method: string, path: string, options: object): Promise<Said | undefined> {
    const authorization = `Bearer ${this.base.keys.proposer}`;
    return answerOf(await this.world.call('api', eventOf(method, path, { authorization }, options)));
  }

  private async api(operator: string, path: string, body: object): Promise<Said | undefined> {
    const event = { cookies: [`__Host-session=${this.base.sessions.get(operator)}`] };
    return answerOf(await this.world.call('console', eventOf('POST', path, { origin: ORIGIN }, { body, event })));
  }
}

const answerOf = (answer: unknown): Said | undefined =>
  answer === undefined ? undefined : said(answer as Parameters<typeof said>[0]);
