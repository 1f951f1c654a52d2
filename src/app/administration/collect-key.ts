/**
 * POST /api/changes/{id}/key: collectKey. An approved API key is made when its requester collects the token, once. So no
 * token lies anywhere in between (docs/decisions/four-eyes.md).
 */
import { approvedDocument, COLLECT_WITHIN_MS } from '../../core/administration/change';
import type { ApiKey } from '../../core/administration/config';
import { isAdministrative } from '../../core/request/administrative';
import type { Request } from '../../core/request/request';
import { taggedHashHex } from '../../protocol/hash';
import { type ApiKeyId, apiKeyIdFrom, type OperatorId, type OrgId, type RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditKeyDeps, newApiKey, type SigningKeyTaken } from '../access/edit-key';
import type { ChangeStore, RequestStore } from '../ports';
import { type NoteRefusalDeps, noteRefusal } from './note-refusal';
import { permit } from './permit';

export interface CollectKeyDeps extends EditKeyDeps, NoteRefusalDeps {
  readonly config: EditKeyDeps['config'] & NoteRefusalDeps['config'];
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: ChangeStore;
}

export type CollectRefusal =
  /** No such change, no key's change, or another admin's. */
  | { readonly reason: 'not_found' }
  | { readonly reason: 'not_approved' }
  | { readonly reason: 'collected' }
  | { readonly reason: 'too_late' }
  | SigningKeyTaken;

export async function collectKey(
  deps: CollectKeyDeps,
  who: { readonly org: OrgId; readonly operator: OperatorId },
  id: RequestId,
): Promise<Result<{ readonly token: string; readonly key: ApiKey }, CollectRefusal>> {
  const [loaded, text] = await Promise.all([deps.requests.load(who.org, id), deps.changes.document(who.org, id)]);
  const request = loaded?.request;
  if (request === undefined || !isAdministrative(request) || request.requester !== who.operator) {
    return err({ reason: 'not_found' });
  }
  const edit = approvedDocument(request, text)?.edit;
  if (edit?.kind !== 'create_key') return err({ reason: 'not_found' });
  const refused = async (refusal: CollectRefusal) => {
    const attempted = { org: who.org, by: who.operator, attempt: 'collect_key', subject: id } as const;
    await noteRefusal(deps, attempted, refusal.reason);
    return err(refusal);
  };
  const refusal = refusalOf(request, deps.clock.nowMs());
  if (refusal !== null) return refused(refusal);
  const { kind: _kind, ...key } = edit;
  const issued = await newApiKey(deps, who.org, { id: keyIdOf(id), ...key }, who.operator, { change: id });
  const saved = await deps.config.saveApiKey(issued.key, permit({ rule: 'approved' }));
  if (saved === 'saved') return ok(issued);
  if (saved === 'signing_key_taken') return refused({ reason: saved });
  // A retried write meets itself; otherwise somebody was first.
  const stored = await deps.config.apiKey(who.org, issued.key.id);
  return stored?.tokenHash === issued.key.tokenHash ? ok(issued) : refused({ reason: 'collected' });
}

function refusalOf(request: Request, nowMs: number): CollectRefusal | null {
  if (request.state !== 'succeeded') return { reason: 'not_approved' };
  return nowMs < request.endedAtMs + COLLECT_WITHIN_MS ? null : { reason: 'too_late' };
}

/** One change makes one key, because its id follows from the change. */
function keyIdOf(change: RequestId): ApiKeyId {
  return apiKeyIdFrom(taggedHashHex('service.change-key.v1', change).slice(0, 24));
}
