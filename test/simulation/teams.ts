/** Two teams of one organization, each with an API key that is limited to its action. One limit changes meanwhile. */
import { DIGEST, ENVELOPE } from '../support/house';
import { ALONE } from './alone';
import type { Base } from './base';
import { Callers } from './callers';
import type { Part } from './part';
import type { World } from './world';

const THEIRS = 'demo.solo';

interface Key {
  readonly id: string;
  readonly token: string;
}

export class Teams implements Part {
  private readonly found: string[] = [];
  private readonly made = new Map<string, string>();
  private claims = 0;
  private isChanged = false;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const [ours, theirs] = await Promise.all([this.keyOf(ALONE), this.keyOf(THEIRS)]);
    if (ours === null || theirs === null) return;
    await Promise.all([this.work(ours, ALONE, THEIRS), this.work(theirs, THEIRS, ALONE)]);
    const body = { actions: [THEIRS] };
    const changed = await this.callers.asked(() => this.callers.api('op_alpha', 'PATCH', `/api/keys/${ours.id}`, body));
    if (changed?.status !== 200) return;
    this.isChanged = true;
    await this.work(ours, THEIRS, ALONE);
  }

  private async keyOf(action: string): Promise<Key | null> {
    const body = { name: action, scopes: ['propose', 'read', 'execute'], actions: [action] };
    const made = await this.callers.asked(() => this.callers.api('op_alpha', 'POST', '/api/keys', body));
    return made?.status === 201 ? { id: made.body.key.id, token: made.body.token } : null;
  }

  /** What the key may do for its own action, and what it attempts for the other. */
  private async work({ token }: Key, own: string, other: string): Promise<void> {
    const ask = (method: string, path: string, body?: object, headers = {}) =>
      this.callers.asked(() => this.callers.program(token, method, path, { body, headers }));
    const propose = (action: string) => {
      const request = { action, requester: 'op_alpha', params: { intent: DIGEST }, intent: ENVELOPE };
      return ask('POST', '/v1/requests', request, { 'idempotency-key': `${token} ${own} ${action}` });
    };
    const created = await propose(own);
    if (created?.status === 422) this.found.push(`a key was refused for its own action ${own}`);
    if (created?.status === 202) {
      const { id } = created.body.request;
      this.made.set(own, id);
      await this.callers.asked(() => this.callers.turn('op_bravo', id));
    }
    this.expect(422, await propose(other), `a create of ${other}`);
    for (let n = 0; n < 3; n++) {
      await this.world.think();
      const listed = await ask('GET', '/v1/requests?executable=true&limit=3');
      const requests = listed?.status === 200 ? (listed.body.requests as { id: string; action: string }[]) : [];
      this.onlyOf(own, requests);
      const events = await ask('GET', '/v1/events');
      if (events?.status === 200)
        this.onlyOf(
          own,
          events.body.events.map((event: { data: { request: object } }) => event.data.request),
        );
      await this.attempt(ask, other);
      const [first] = requests;
      const claimed = first && (await ask('POST', `/v1/requests/${first.id}/claim`, { lease_seconds: 60 }));
      if (claimed?.status === 404) this.found.push(`a listed request of ${own} is unknown to its team`);
      if (claimed?.status !== 200) continue;
      this.claims += 1;
      const report = { claim_id: claimed.body.claim_id, status: 'succeeded' };
      await ask('POST', `/v1/requests/${first!.id}/execution`, report);
    }
  }

  private async attempt(
    ask: (method: string, path: string, body?: object) => Promise<{ readonly status: number } | undefined>,
    other: string,
  ): Promise<void> {
    const id = this.made.get(other);
    if (id === undefined) return;
    const report = { claim_id: `clm_${'0'.repeat(24)}`, status: 'failed' };
    this.expect(404, await ask('GET', `/v1/requests/${id}`), 'a read');
    this.expect(404, await ask('GET', `/v1/requests/${id}/proof`), 'a proof');
    this.expect(404, await ask('POST', `/v1/requests/${id}/claim`, {}), 'a claim');
    this.expect(404, await ask('POST', `/v1/requests/${id}/execution`, report), 'a report');
  }

  private onlyOf(own: string, requests: readonly { readonly action: string }[]): void {
    if (requests.some(({ action }) => action !== own)) this.found.push(`a list of ${own} had another action`);
  }

  private expect(status: number, answer: { readonly status: number } | undefined, what: string): void {
    if (answer !== undefined && answer.status !== status)
      this.found.push(`${what} of another team was answered with ${answer.status}`);
  }

  violations(): string[] {
    return this.found;
  }

  came(): string[] {
    return [...(this.claims > 0 ? ['claimed by its team'] : []), ...(this.isChanged ? ['limit changed'] : [])];
  }
}
