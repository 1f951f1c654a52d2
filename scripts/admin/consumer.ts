/**
 * What a consumer needs first in addition to an API key: an action to propose under, and an endpoint with its secret.
 */
import { LIMITS } from '../../generated/limits';
import type { ActionId, OperatorId } from '../../src/protocol/identifiers';
import type { Door } from '../../src/service/administration/use-cases/set-up';
import type { WebhookSender } from '../../src/service/receiver/ports';

export interface NewAction {
  readonly id: string;
  readonly title: string;
  readonly roster: readonly string[];
  /** How many keys. */
  readonly quorum: string;
}

export async function createAction(door: Door, { id, title, roster, quorum }: NewAction): Promise<string> {
  const keys = /^\d{1,2}$/.test(quorum) ? Number(quorum) : 0;
  const created = await door.putAction({
    id: id as ActionId,
    title,
    roster: roster as readonly OperatorId[],
    quorum: { default: keys, min: keys, max: keys, selectable: false },
    mode: 'independent',
    coincidenceSeconds: LIMITS.coincidenceSeconds.default,
    denySelfApproval: false,
    requiredParams: [],
    paramRules: [],
    ttlSeconds: LIMITS.ttlSeconds.default,
    maxOpen: null,
    turn: 'code',
    integration: null,
    display: null,
  });
  if (created.ok) return `created the action ${id}: ${keys} of ${roster.join(', ')}`;
  if (created.error.reason === 'invalid_policy') throw new Error(created.error.problems.join('\n'));
  throw new Error(`${door.org} has an action ${id} already: edit it in the console`);
}

export async function createEndpoint(door: Door, url: string, sender: WebhookSender): Promise<string> {
  const created = await door.createEndpoint({ url, types: null, description: '' }, sender);
  if (created.ok) {
    const { endpoint, secret } = created.value;
    return `created ${endpoint.id}, which gets every event; its signing secret, shown once:\n${secret}`;
  }
  const { error } = created;
  if (error.reason === 'invalid_name') throw new Error(error.problem);
  throw new Error(error.reason === 'url_refused' ? `--url: ${error.why}` : `there are ${error.max} endpoints already`);
}
