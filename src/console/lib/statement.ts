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
import { joined, operationHash, sha256Hex, sshFields, utf8 } from './bytes';
import type { RequestWithView, Schemas } from './schemas';

export interface Signing {
  readonly shown: RequestWithView;
  readonly org: string;
  readonly operator: string;
  readonly decision: Decision;
}

export interface Prepared {
  readonly statement: string;
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly passkeys: readonly Schemas['SigningPasskey'][];
}

/** The service's statement does not match what is shown. Nothing may be signed. */
export class StatementDiffers extends Error {
  constructor() {
    super(
      'What the service wants you to sign is not what this page shows. Do not sign. Reload the page, and tell an admin.',
    );
  }
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
const MAGIC = 'SSHSIG';

/** The bytes that OpenSSH calls "to be signed" (OpenSSH's PROTOCOL.sshsig). */
export async function toBeSigned(namespace: string, statement: string): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-512', utf8(statement));
  const fields = [utf8(namespace), utf8(''), utf8('sha512'), new Uint8Array(digest)];
  return joined([utf8(MAGIC), ...sshFields(fields)]);
}

/**
 * Whether a signature of this challenge would be valid in OpenSSH. No sign-in and no enrolment has such a challenge.
 */
export function signsAStatement(challenge: Uint8Array): boolean {
  return utf8(MAGIC).every((byte, at) => challenge[at] === byte);
}
