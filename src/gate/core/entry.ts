/** A new call in the ledger: everything that its create, its run and its report need, before anything is sent. */
import { sealIntent } from '../../client';
import { canonicalJson, digestOf, sha256 } from './canonical';
import { type GateConfig, identityOf } from './config';
import type { Proposal } from './judge';
import type { Entry, GateCall, GatePorts, Json, Refusal } from './types';

/** What is sealed, as the one argument of the intent. The nonce is random, because masked values could be guessed from a hash. */
export interface SealedCall {
  readonly call: string;
  readonly caller: string;
  readonly upstream: string;
  readonly tool: string;
  readonly definition: string;
  readonly arguments: Json;
  readonly nonce: string;
}

/** The contract's limit of an intent, less what sealing adds to a call. */
const LARGEST_CALL = 40 * 1024;

/** The same call of the same caller has the same key. */
export function keyOf(config: GateConfig, call: GateCall): string {
  const { caller, upstream, tool, exactKey = null } = call;
  return digestOf([caller.id, identityOf(config, upstream), tool, digestOf(call.arguments), exactKey]).slice(
    'sha256:'.length,
  );
}

export function newEntry(
  config: GateConfig,
  { keys, randomBytes, nowMs }: Pick<GatePorts, 'keys' | 'randomBytes' | 'nowMs'>,
  call: GateCall,
  proposal: Proposal,
): Entry | Refusal {
  if (Buffer.byteLength(canonicalJson(call.arguments)) > LARGEST_CALL) return { kind: 'too_large' };
  const { caller, upstream, tool } = call;
  const random = () => Buffer.from(randomBytes(24)).toString('base64url');
  const id = random();
  const sealed: SealedCall = {
    call: id,
    caller: caller.id,
    upstream: proposal.params.upstream!,
    tool,
    definition: proposal.params.tool_definition!,
    arguments: call.arguments,
    nonce: random(),
  };
  const { action, params, executeWithin } = proposal;
  const { intent, digest } = sealIntent({
    keys,
    action,
    client: clientOf(config),
    method: 'tools.call',
    args: [sealed],
  });
  const atMs = nowMs();
  return {
    id,
    key: keyOf(config, call),
    version: 1,
    caller,
    upstream,
    tool,
    arguments: call.arguments,
    evidence: proposal.evidence,
    create: {
      action,
      requester: caller.operator,
      params: { ...params, intent: digest },
      intent,
      execute_within: executeWithin,
    },
    createdAtMs: atMs,
    updatedAtMs: atMs,
    stage: { kind: 'proposed' },
  };
}

/** The name in the sealed calls of this gate, by which it knows them again. */
export const clientOf = ({ name }: GateConfig): string => `gate.${name}`;

/** The service stores at most 255 characters. It does not learn the id of the task. */
export const idempotencyKeyOf = ({ id }: Entry): string => `gate-${sha256(id).slice('sha256:'.length)}`;
