/**
 * The credentials with which events are sent: a session of the role for destinations, tagged with the organization. The
 * consumer's resource policy can require the tag, so that no other organization of this deployment can send to it.
 */
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import type { OrgId } from '../../protocol/identifiers';
import type { Clock } from '../../service/system/ports';

export interface SessionCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The shortest session that STS issues. */
const SESSION_SECONDS = 900;
/** A session that ends within this time is not used for another attempt. */
const SPARE_MS = 60_000;

/** Two attempts fit into the time limit of a delivery attempt. */
export const openSts = (): STSClient => new STSClient({ maxAttempts: 2 });

export function createSessions(options: { client: STSClient; roleArn: string; clock: Clock }) {
  const { client, roleArn, clock } = options;
  const known = new Map<OrgId, { readonly credentials: SessionCredentials; readonly untilMs: number }>();
  return async (org: OrgId): Promise<SessionCredentials> => {
    const found = known.get(org);
    if (found !== undefined && clock.nowMs() < found.untilMs) return found.credentials;
    const startedMs = clock.nowMs();
    const { Credentials: given } = await client.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: sessionName(org),
        DurationSeconds: SESSION_SECONDS,
        Tags: [{ Key: 'org', Value: org }],
      }),
    );
    if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken)
      throw new Error('STS gave no credentials');
    const credentials = {
      accessKeyId: given.AccessKeyId,
      secretAccessKey: given.SecretAccessKey,
      sessionToken: given.SessionToken,
    };
    known.set(org, { credentials, untilMs: startedMs + SESSION_SECONDS * 1000 - SPARE_MS });
    return credentials;
  };
}

/** The session name, which the consumer sees in CloudTrail: 2 to 64 characters that STS accepts. */
function sessionName(org: OrgId): string {
  return `org-${org}`.replace(/[^\w+=,.@-]/g, '_').slice(0, 64);
}
