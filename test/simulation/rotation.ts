/**
 * The secret of the codes and the token of an API key are rotated while requests are proposed with both tokens and decided
 * with codes of both secrets.
 */
import { REFRESH_MS } from '../../src/adapters/secrets/refreshed';
import { ALONE } from './alone';
import type { Base } from './base';
import { Callers, requestsOf, stored } from './callers';
import { type Part, unless } from './part';
import { MAX_SKEW_MS, type World } from './world';

export class Rotation implements Part {
  private readonly found: string[] = [];
  private readonly made: string[] = [];
  private rotatedAtMs = Number.POSITIVE_INFINITY;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    await Promise.all([this.rotateKey(), this.rotateSecret()]);
  }

  private async rotateSecret(): Promise<void> {
    for (let n = this.world.random() * 12; n > 0; n--) await this.world.think();
    this.world.codeKeys.ck_2 = Buffer.alloc(32, 6).toString('base64');
    this.rotatedAtMs = this.world.trueMs();
  }

  private async rotateKey(): Promise<void> {
    const admin = (method: string, path: string, body?: object) =>
      this.callers.asked(() => this.callers.api('op_alpha', method, path, body));
    const made = await admin('POST', '/api/keys', { name: 'rotated', scopes: ['propose'] });
    if (made?.status !== 201) return;
    const { id } = made.body.key;
    await this.decide('rotated_1', made.body.token, 'a new key was refused');
    const rotated = await admin('POST', `/api/keys/${id}/rotate`);
    // If the answer was lost, the new token is lost too.
    if (rotated?.status !== 201) return;
    await Promise.all([
      this.decide('rotated_2', rotated.body.token, 'the new token was refused'),
      this.propose('rotated_1', made.body.token),
    ]);
    const ended = await admin('DELETE', `/api/keys/${id}/tokens/1`);
    if (ended?.status !== 200) return;
    // Until then, an instance whose clock is behind accepts the old token.
    await this.world.wait(2 * MAX_SKEW_MS + 1);
    const refused = await this.propose('rotated_1', made.body.token);
    if (refused !== undefined && refused.status !== 401) this.found.push('a token that was ended was accepted');
    const again = await this.propose('rotated_2', rotated.body.token);
    if (again?.status === 401) this.found.push('the new token was refused');
  }

  private propose(idempotencyKey: string, token: string) {
    const body = { action: ALONE, requester: 'op_alpha', params: {} };
    const headers = { 'idempotency-key': idempotencyKey };
    return this.callers.asked(() => this.callers.program(token, 'POST', '/v1/requests', { body, headers }));
  }

  /** `otherwise` is the violation to note if the token is refused. */
  private async decide(idempotencyKey: string, token: string, otherwise: string): Promise<void> {
    const answer = await this.propose(idempotencyKey, token);
    if (answer?.status === 401) this.found.push(otherwise);
    if (answer?.status !== 202) return;
    const id = answer.body.request.id as string;
    this.made.push(id);
    await this.callers.asked(() => this.callers.turn('op_bravo', id));
  }

  violations(): string[] {
    const late = requestsOf(this.world).filter(
      ({ createdAtMs, codeKeyId }) =>
        createdAtMs > this.rotatedAtMs + REFRESH_MS + 2 * MAX_SKEW_MS && codeKeyId !== 'ck_2',
    );
    const wrong = this.made.flatMap((id) => stored(this.world, id).seats.filter(({ wrongCodes }) => wrongCodes > 0));
    return [
      ...this.found,
      ...unless(wrong.length === 0, 'a right code was counted as wrong', wrong),
      // After a read that failed, an instance keeps using the last secret.
      ...unless(late.length === 0 || this.world.faults.size > 0, 'the old secret was used for a new request', late),
    ];
  }

  came(): string[] {
    const secrets = new Set(this.made.map((id) => stored(this.world, id).codeKeyId));
    return [
      ...(this.made.length > 1 ? ['token rotated'] : []),
      ...(secrets.has('ck_2') ? ['code by the new secret'] : []),
    ];
  }
}
