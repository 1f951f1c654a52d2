/**
 * POST /api/requests/{id}/abort with `misuse`: the operator in whose name a request was made did not make it. The
 * request is aborted, and all admins are told which API key was used. A misused key can make many requests, so admins
 * are told once for each key and hour: the id of the incident comes from both.
 */

import { person } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import { incident } from '../../configuration/rules/items';
import type { Turner } from '../../request/ports';
import type { Request } from '../../request/rules/request';
import { MISUSE_ENTRIES } from '../rules/refuse';
import { type Commanded, type OperatorCommandDeps, type OperatorRefusal, operatorCommand } from './operator-command';

const HOUR_MS = 3600_000;

export async function reportMisuse(
  deps: OperatorCommandDeps,
  who: Turner & { readonly org: OrgId },
  id: RequestId,
): Promise<Result<Commanded, OperatorRefusal>> {
  const aborted = await operatorCommand(deps, who, id, { name: 'abort', note: null, isMisuse: true });
  if (aborted.ok) await tellAdmins(deps, who, aborted.value.request);
  else if (isOwnReport(aborted.error, who)) {
    // The answer to the first report was lost, and perhaps also the message to the admins.
    const loaded = await deps.requests.load(who.org, id);
    if (loaded !== null) await tellAdmins(deps, who, loaded.request);
  }
  return aborted;
}

function isOwnReport(refusal: OperatorRefusal, { operator }: Turner): boolean {
  return refusal.reason === 'decided' && refusal.isMisuse && refusal.by.includes(operator);
}

async function tellAdmins({ config, clock }: OperatorCommandDeps, { operator }: Turner, request: Request) {
  const { org, id, sent } = request;
  const key = sent === null ? null : await config.apiKey(org, sent.keyId);
  const atMs = clock.nowMs();
  // A change of the configuration is requested in the console, with a session.
  const used = key?.id ?? operator;
  const hour = Math.floor(atMs / HOUR_MS);
  const incidentId = `misuse_${taggedHashHex('service.misuse.v1', org, used, String(hour)).slice(0, 24)}`;
  const data = { request: id, key: key?.id ?? null, key_name: key?.name ?? null };
  // `conflict` means that admins were already told about this key in this hour.
  await config.saveIncident(
    incident(org, incidentId, entryIn(MISUSE_ENTRIES)(atMs, 'request.misused', used, person(operator), data)),
  );
}
