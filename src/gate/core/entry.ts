/** A new call in the ledger: everything that its create, its run and its report need, before anything is sent. */
import { sealIntent } from '../../client';
import { type GateConfig, identityOf } from './config';
import { jsonDigestOf, sha256 } from './json';
import type { GatedCall } from './judge';
import type { Entry, GateCall, GatePorts } from './types';

/** The same call of the same caller has the same key. */
export function callKeyOf(config: GateConfig, { caller, upstream, tool, arguments: args, exactKey }: GateCall): string {
  return hex(jsonDigestOf([caller.id, identityOf(config, upstream), tool, jsonDigestOf(args), exactKey ?? null]));
}

export function newEntry(
  config: GateConfig,
  { keys, randomBytes, nowMs }: Pick<GatePorts, 'keys' | 'randomBytes' | 'nowMs'>,
  call: GateCall,
  { action, params, evidence, executeWithin, rule }: GatedCall,
  ranBefore: string | null,
): Entry {
  const { caller, upstream, tool } = call;
  const random = () => Buffer.from(randomBytes(24)).toString('base64url');
  const id = random();
  const { upstream: identity, tool_definition: definition } = params;
  // The nonce is random, because masked values could be guessed from a hash.
  const called = { upstream: identity!, tool, definition: definition!, arguments: call.arguments };
  const sealed = { call: id, caller: caller.id, ...called, nonce: random() };
  const client = clientOf(config);
  const { intent, digest } = sealIntent({ keys, action, client, method: 'tools.call', args: [sealed] });
  const create = {
    action,
    requester: caller.operator,
    params: { ...shownWith(params, ranBefore), intent: digest },
    intent,
  };
  const atMs = nowMs();
  return {
    ...{
      id,
      key: callKeyOf(config, call),
      version: 1,
      caller,
      upstream,
      tool,
      arguments: call.arguments,
      evidence,
      rule,
    },
    create: { ...create, execute_within: executeWithin },
    ...{ createdAtMs: atMs, updatedAtMs: atMs, ranBefore, isParked: false },
    callIds: call.callId === undefined ? [] : [call.callId],
    stage: { kind: 'proposed' },
  };
}

type Params = GatedCall['params'];

/** With when the same call ran last, so that people see that they are asked for it again. */
export function shownWith(params: Params, ranBefore: string | null): Params {
  return ranBefore === null ? params : { ...params, ran_before: ranBefore };
}

/** For the call after this one. A call that did not run says what the one before it said. */
export function ranBeforeOf({ stage, ranBefore }: Entry): string | null {
  if (stage.kind !== 'ended' || stage.run === null) return ranBefore;
  const at = new Date(stage.run.atMs).toISOString();
  return stage.ending.kind === 'uncertain' ? `may have run: ${at}` : at;
}

/** The name in the sealed calls of this gate, by which it knows them again. */
export const clientOf = ({ name }: GateConfig): string => `gate.${name}`;

/** Null until the service has answered the create. */
export const requestIdOf = ({ stage }: Entry): string | null => (stage.kind === 'proposed' ? null : stage.requestId);

/** The service stores at most 255 characters. It does not learn the id of the task. */
export const idempotencyKeyOf = ({ id }: Entry): string => `gate-${hex(sha256(id))}`;

const hex = (digest: string): string => digest.slice('sha256:'.length);
