/**
 * What a passkey signs. The page builds it from what it shows (docs/decisions/signed-turns.md) and only compares it
 * with the service's statement. A service that shows one request and wants a signature for another one gets none.
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { parseDisplay } from '../../protocol/display/display';
import { render } from '../../protocol/display/render';
import { shownText } from '../../protocol/display/text';
import {
  countedText,
  type Decision,
  memberText,
  policyDocumentText,
  shownFields,
  turnStatementText,
} from '../../protocol/statements/texts';
import { operationHash, sha256Hex } from './bytes';
import type { RequestWithView, Schemas } from './schemas';
import { type Prepared, StatementDiffers, toBeSigned } from './to-be-signed';

export interface Signing {
  readonly shown: RequestWithView;
  readonly org: string;
  readonly operator: string;
  readonly decision: Decision;
}

/** Throws `StatementDiffers` unless the service's statement exactly matches what is shown. */
export async function prepare(signing: Signing, service: Schemas['StatementAnswer']): Promise<Prepared> {
  const policy = policyDocument(signing, service.policy);
  const digests = await digestsOf(signing, service.display);
  const statement = await statementOf(
    signing,
    `sha256:${await sha256Hex(policy)}`,
    nonceIn(service.statement),
    digests,
  );
  if (policy !== service.policy || statement !== service.statement) throw new StatementDiffers();
  return { statement, challenge: await toBeSigned(NAMESPACE, statement), passkeys: service.passkeys };
}

/** The seats say whether the requester has one. The document only names the rule. */
function policyDocument({ shown: { request, view } }: Signing, given: string): string {
  const selfApproval = (parsed(given) as { self_approval?: unknown }).self_approval;
  const common = {
    action: request.action,
    version: view.policy_version,
    mode: view.mode,
    quorum: view.quorum,
    requester: request.requester,
    self_approval: selfApproval === 'allowed' ? 'allowed' : 'denied',
    turn: view.turn,
  } as const;
  if (view.groups.length === 0) {
    return policyDocumentText({ v: 1, ...common, seats: view.seats.map((seat) => seat.operator) });
  }
  return policyDocumentText({
    v: 2,
    ...common,
    seats: view.seats.map(({ operator, groups }) => memberText(operator, groups)),
    groups: view.groups.map(({ id, revision }) => countedText(id, revision)),
    requires: view.requirements.map(({ group, keys }) => countedText(group, keys)),
  });
}

async function statementOf(
  { shown: { request, view }, org, operator, decision }: Signing,
  digest: string,
  nonce: string,
  digests: ReturnType<typeof shownFields>,
): Promise<string> {
  return turnStatementText({
    ...digests,
    org,
    request: request.id,
    action: request.action,
    operation_hash: await operationHash(request.action, request.params),
    policy: { version: view.policy_version, digest },
    decision,
    operator,
    round: view.round,
    nonce,
    expires_at: view.expires_at,
  });
}

/**
 * The lines are rendered again from the params by the same renderer, and must equal the lines on the page. Only then
 * their digests go into the statement.
 */
async function digestsOf({ shown: { request, view } }: Signing, text: string | null) {
  if (view.shown === null && text === null) return shownFields(null);
  const display = text === null ? null : parseDisplay(text);
  if (text === null || display === null || view.shown === null) throw new StatementDiffers();
  const lines = render(display, request.params);
  if (canonicalJson(lines) !== canonicalJson(view.shown)) throw new StatementDiffers();
  const digest = async (of: string) => `sha256:${await sha256Hex(of)}`;
  return shownFields({ display: await digest(text), shown: await digest(shownText(lines)) });
}

/** The only part that only the service can make: a number without meaning. */
function nonceIn(statement: string): string {
  const { nonce } = parsed(statement) as { nonce?: unknown };
  if (typeof nonce !== 'string' || !/^[0-9a-f]{32}$/.test(nonce)) throw new StatementDiffers();
  return nonce;
}

function parsed(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    throw new StatementDiffers();
  }
}

const NAMESPACE = 'turn@ras';
