/**
 * A document beside a request: it is stored, changed, removed and expires at random moments, while two
 * operators turn their keys.
 */

import { DEMO_ORG } from '../../src/local/demo';
import { digestOf } from '../../src/protocol/hash';
import type { ActionId, OperatorId } from '../../src/protocol/identifiers';
import { isAuthorized, isOpen, turnsOf } from '../../src/service/request/rules/request';
import { anAction } from '../store/conformance/config-items';
import { aPolicy } from '../support/builders';
import { aDisplay } from '../support/displays';
import { PERMIT } from '../support/permit';
import type { Base } from './base';
import { Callers, stored } from './callers';
import type { portsOf } from './instances';
import type { Part } from './part';
import type { World } from './world';

const DOCUMENTED = 'demo.documented' as ActionId;
const OPERATORS = ['op_bravo', 'op_charlie'] as OperatorId[];
const PLAN = 'the plan';
const DIGEST = digestOf(PLAN);

export async function haveDocuments({ config }: ReturnType<typeof portsOf>): Promise<void> {
  const display = aDisplay({ title: 'Migrate', params: [], evidence: [{ name: 'plan', kind: 'diff' }] });
  const quorum = { default: 2, min: 2, max: 2, selectable: false };
  const policy = aPolicy({ id: DOCUMENTED, version: 1, roster: OPERATORS, quorum, display });
  await config.saveAction(DEMO_ORG, anAction({ policy }), PERMIT);
}

export class DocumentKeepers implements Part {
  /** The steps between which each call to turn a key ran, with or without an answer. */
  private readonly attempts: { readonly operator: string; readonly from: number; readonly to: number }[] = [];
  /** How many turns were refused because of the document. */
  refused = 0;
  private id: string | null = null;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    await Promise.all([this.keepDocument(), this.propose()]);
  }

  /** The operators whose keys count. */
  turned(): string[] {
    if (this.id === null) return [];
    const request = stored(this.world, this.id);
    if (isOpen(request)) return turnsOf(request).map(({ operator }) => operator);
    return isAuthorized(request) ? [...request.decidedBy] : [];
  }

  violations(): string[] {
    if (this.id === null) return [];
    const { documents } = this.world;
    const unseen = this.turned().filter(
      (operator) =>
        !this.attempts.some(
          (each) => each.operator === operator && documents.wasGood(DEMO_ORG, DIGEST, each.from, each.to),
        ),
    );
    const wrong = stored(this.world, this.id).seats.filter(({ wrongCodes }) => wrongCodes > 0);
    return [
      ...unseen.map((operator) => `${operator} turned a key while the document was missing or changed`),
      ...wrong.map(({ operator }) => `a right code of ${operator} was counted as wrong`),
    ];
  }

  came(): string[] {
    return [
      ...(this.attempts.length > 0 ? ['document beside a request'] : []),
      ...(this.refused > 0 ? ['refused for a document'] : []),
    ];
  }

  private async propose(): Promise<void> {
    const body = { action: DOCUMENTED, requester: 'op_alpha', params: { 'evidence.plan': DIGEST } };
    this.id = await this.callers.propose('documented', body);
    if (this.id !== null) await Promise.all(OPERATORS.map((operator) => this.turn(operator, this.id!)));
  }

  /** The proposer stores and renews it. Somebody who can write the bucket changes and removes it, and it expires. */
  private async keepDocument(): Promise<void> {
    const { documents } = this.world;
    for (let n = 0; n < 6; n++) {
      const roll = this.world.random();
      if (roll < 0.5) {
        const headers = { 'content-type': 'application/octet-stream' };
        await this.callers.v1('proposer', 'PUT', `/v1/evidence/${DIGEST}`, { body: PLAN, headers });
      } else if (roll < 0.7) documents.set(DEMO_ORG, DIGEST, Buffer.from('the plaN'));
      else documents.set(DEMO_ORG, DIGEST, roll < 0.85 ? 'expired' : 'missing');
      for (let pause = 0; pause < 4; pause++) await this.world.think();
    }
  }

  private async turn(operator: string, id: string): Promise<void> {
    for (let n = 0; n < 6; n++) {
      for (let pause = 0; pause < 2; pause++) await this.world.think();
      const from = this.world.steps;
      const answer = await this.callers.turn(operator, id);
      this.attempts.push({ operator, from, to: this.world.steps });
      if (answer?.status === 200) return;
      if (answer?.body.kind === 'no_evidence') this.refused++;
    }
  }
}
