/**
 * POST /api/changes/{id}/key: collectKey. An approved API key is created when its requester collects the token, once.
 * Until then no token exists anywhere (docs/decisions/four-eyes.md).
 */

import { person } from '../../../protocol/actor';
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { err, type Result } from '../../../protocol/result';
import type { ConfigStore } from '../../configuration/ports';
import { permit } from '../../configuration/use-cases/permit';
import type { RequestStore } from '../../request/ports';
import { isAdministrative } from '../../request/rules/administrative';
import type { Request } from '../../request/rules/request';
import type { ChangeStore } from '../ports';
import { approvedDocument, COLLECT_WITHIN_MS } from '../rules/change';
import { type NoteRefusalDeps, noteRefusal } from './incidents';
import { type Made, type MakeDeps, type MakeRefusal, makeEdit } from './make-edit';

export type CollectKeyDeps = MakeDeps<KeyKind> &
  NoteRefusalDeps & {
    readonly config: ConfigStore;
    readonly requests: Pick<RequestStore, 'load'>;
    readonly changes: ChangeStore;
  };

type KeyKind = 'create_key' | 'rotate_key';

type IssuedKey = Made<KeyKind>;

export type CollectRefusal =
  /** `not_found`: there is no such change, it does not create a key, or it belongs to another admin. */
  MakeRefusal<KeyKind> | { readonly reason: 'not_approved' | 'too_late' };

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
  const editor = { org: who.org, by: person(who.operator) };
  const collected: Result<IssuedKey, CollectRefusal> =
    refusal === null ? await makeEdit<KeyKind>(deps, editor, edit, permit({ rule: 'approved' }), id) : err(refusal);
  if (!collected.ok) {
    const attempted = { org: who.org, by: person(who.operator), attempt: 'collect_key', subject: id } as const;
    await noteRefusal(deps, attempted, collected.error.reason);
  }
  return collected;
}

function refusalOf(request: Request, nowMs: number): CollectRefusal | null {
  if (request.state !== 'succeeded') return { reason: 'not_approved' };
  return nowMs < request.endedAtMs + COLLECT_WITHIN_MS ? null : { reason: 'too_late' };
}
