/**
 * POST /api/changes/{id}/key: collectKey. An approved API key is created when its requester collects the token, once.
 * Until then no token exists anywhere (docs/decisions/four-eyes.md).
 */
import type { TokenRefusal } from '../../core/access/api-tokens';
import { approvedDocument, COLLECT_WITHIN_MS } from '../../core/administration/change';
import type { EditOf } from '../../core/administration/edits';
import { isAdministrative } from '../../core/request/administrative';
import type { Request } from '../../core/request/request';
import { taggedHashHex } from '../../protocol/hash';
import { type ApiKeyId, apiKeyIdFrom, type OperatorId, type OrgId, type RequestId } from '../../protocol/identifiers';
import { err, type Result } from '../../protocol/result';
import { addToken, type EditKeyDeps, type IssuedKey, makeKey, type SigningKeyTaken } from '../access/edit-key';
import type { ChangeStore, ConfigStore, RequestStore } from '../ports';
import { type NoteRefusalDeps, noteRefusal } from './note-refusal';
import { permit } from './permit';

export interface CollectKeyDeps extends EditKeyDeps, NoteRefusalDeps {
  readonly config: ConfigStore;
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: ChangeStore;
}

export type CollectRefusal =
  /** There is no such change, it does not create a key, or it belongs to another admin. */
  | { readonly reason: 'not_found' }
  | { readonly reason: 'not_approved' }
  | { readonly reason: 'too_late' }
  | { readonly reason: 'edited_meanwhile' }
  | SigningKeyTaken
  | TokenRefusal;

export async function collectKey(
  deps: CollectKeyDeps,
  who: { readonly org: OrgId; readonly operator: OperatorId },
  id: RequestId,
): Promise<Result<IssuedKey, CollectRefusal>> {
  const [loaded, text] = await Promise.all([deps.requests.load(who.org, id), deps.changes.document(who.org, id)]);
  const request = loaded?.request;
  if (request === undefined || !isAdministrative(request) || request.requester !== who.operator) {
    return err({ reason: 'not_found' });
  }
  const edit = approvedDocument(request, text)?.edit;
  if (edit?.kind !== 'create_key' && edit?.kind !== 'rotate_key') return err({ reason: 'not_found' });
  const refusal = refusalOf(request, deps.clock.nowMs());
  const collected = refusal === null ? await collect(deps, who, edit, id) : err(refusal);
  if (!collected.ok) {
    const attempted = { org: who.org, by: who.operator, attempt: 'collect_key', subject: id } as const;
    await noteRefusal(deps, attempted, collected.error.reason);
  }
  return collected;
}

async function collect(
  deps: CollectKeyDeps,
  { org, operator: by }: { readonly org: OrgId; readonly operator: OperatorId },
  edit: EditOf<'create_key' | 'rotate_key'>,
  change: RequestId,
): Promise<Result<IssuedKey, CollectRefusal>> {
  const approved = permit({ rule: 'approved' });
  if (edit.kind === 'rotate_key') return addToken(deps, { org, by }, { id: edit.id, change }, approved);
  const { kind: _kind, ...key } = edit;
  return makeKey(deps, { org, by }, { ...key, id: keyIdOf(change), change }, approved, { reason: 'collected' });
}

function refusalOf(request: Request, nowMs: number): CollectRefusal | null {
  if (request.state !== 'succeeded') return { reason: 'not_approved' };
  return nowMs < request.endedAtMs + COLLECT_WITHIN_MS ? null : { reason: 'too_late' };
}

/** One change makes one key, because its id follows from the change. */
function keyIdOf(change: RequestId): ApiKeyId {
  return apiKeyIdFrom(taggedHashHex('service.change-key.v1', change).slice(0, 24));
}
