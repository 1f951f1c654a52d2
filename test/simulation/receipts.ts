/** A worker that signs its reports: one receipt of the last claim is kept with the report, and no other one counts. */

import type { Claim, WorkerKey } from '../../src/client';
import { signedReceipt } from '../../src/client/worker/signing';
import type { Request } from '../../src/service/request/rules/request';
import { receiptFault } from '../../src/service/request/rules/signed';
import { DIGEST, ENVELOPE } from '../support/house';
import { aWorkerKey } from '../support/signing';
import { ALONE } from './alone';
import type { Base } from './base';
import { Callers, stored } from './callers';
import { type Part, unless } from './part';
import type { World } from './world';

const OWN = aWorkerKey();
const OTHER = aWorkerKey('ec');

export class SigningWorker implements Part {
  private readonly found: string[] = [];
  private readonly acknowledged = new Set<string>();
  private id: string | null = null;
  private token: string | null = null;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const { callers } = this;
    const key = { name: 'signs', scopes: ['execute', 'read'], signing_key: OWN.publicKey };
    const made = await callers.asked(() => callers.api('op_alpha', 'POST', '/api/keys', key));
    // If the answer of the first attempt was lost, its token is lost too.
    if (made?.status !== 201) return;
    this.token = made.body.token;
    const params = { intent: DIGEST };
    const body = { action: ALONE, requester: 'op_alpha', params, intent: ENVELOPE };
    this.id = await callers.propose('receipt', body);
    if (this.id === null) return;
    const { id } = this;
    await callers.asked(() => callers.turn('op_bravo', id));
    await Promise.all([this.work(id), this.work(id)]);
  }

  private async work(id: string): Promise<void> {
    const { callers, world } = this;
    for (let n = 0; n < 4; n++) {
      await world.think();
      const lease = { body: { lease_seconds: 60 } };
      const claimed = await callers.heard(callers.program(this.token!, 'POST', `/v1/requests/${id}/claim`, lease));
      if (claimed?.status !== 200) continue;
      const claim = claimed.body as Claim;
      await this.reportsByAnother(id, claim);
      if (world.random() < 0.3) continue;
      const report = await this.signed(OWN, claim);
      const told = await callers.asked(() => this.report(id, report));
      if (told?.status === 200) this.acknowledged.add(claim.claim_id);
      return;
    }
  }

  /** Reports with a receipt of another key or of another claim. */
  private async reportsByAnother(id: string, claim: Claim): Promise<void> {
    if (this.world.random() < 0.5) return;
    const other = { ...claim, claim_id: `clm_${'0'.repeat(24)}` } as Claim;
    const wrong = this.world.random() < 0.5 ? await this.signed(OTHER, claim) : await this.signed(OWN, other);
    const answer = await this.callers.heard(this.report(id, { ...wrong, claim_id: claim.claim_id }));
    if (answer?.status === 200) this.found.push('a receipt by another key, or of another claim, was accepted');
  }

  private async signed(key: WorkerKey, claim: Claim) {
    const told = { status: 'succeeded' as const, reference: `run of ${claim.claim_id}` };
    return { claim_id: claim.claim_id as string, ...told, receipt: await signedReceipt(key, claim, told) };
  }

  private report(id: string, body: object) {
    return this.callers.program(this.token!, 'POST', `/v1/requests/${id}/execution`, { body });
  }

  violations(): string[] {
    const request = this.reported();
    if (request === null) return this.found;
    const { claimId, status, reference, receipt } = request.execution;
    // Another worker may have reported without a receipt.
    if (receipt == null)
      return [...this.found, ...unless(!this.acknowledged.has(claimId), 'a report is without its receipt', claimId)];
    const statement = { ...receipt, operationHash: request.operationHash, intent: DIGEST };
    const fault = receiptFault(statement, { claimId, status, reference }, request.id, OWN.publicKey);
    return [...this.found, ...unless(fault === null, 'the receipt is not of the report', fault)];
  }

  came(): string[] {
    return this.reported() === null ? [] : ['receipt kept'];
  }

  private reported() {
    const request: Request | null = this.id === null ? null : stored(this.world, this.id);
    if (request?.state !== 'succeeded' || request.execution.state !== 'reported') return null;
    return { ...request, execution: request.execution };
  }
}
