/** The text of a message about an edit of the configuration. Names and addresses are cleaned as in every message. */
import { visibleText } from '../../protocol/visible-text';
import type { PendingEntry } from '../audit/chain';

export interface LetterTo {
  readonly name: string;
  readonly consoleUrl: string;
  /** A sign-in link, for the operator alone. */
  readonly link: string | null;
}

const WHAT: Readonly<Record<string, (entry: PendingEntry) => string>> = {
  'operator.created': ({ subject, data }) => `The operator ${subject} was added with the role ${data.role}.`,
  'operator.updated': ({ subject, data }) =>
    data.enabled === false
      ? `The operator ${subject} was disabled.`
      : `The operator ${subject} was edited: ${(data.changed as readonly string[]).join(', ')}.`,
  'operator.sign_in_link_made': ({ subject }) => `A sign-in link for the operator ${subject} was made.`,
  'operator.access_revoked': ({ subject }) => `All access of the operator ${subject} was revoked.`,
  'passkey.deleted': ({ data }) => `A passkey of the operator ${data.operator} was deleted.`,
  'action.created': ({ subject }) => `The action ${subject} was created.`,
  'action.updated': ({ subject, data }) =>
    `The policy of the action ${subject} was changed. It is version ${data.version} now.`,
  'action.deleted': ({ subject }) => `The action ${subject} was deleted.`,
  'key.created': ({ subject }) => `The API key ${subject} was created.`,
  'key.revoked': ({ subject }) => `The API key ${subject} was revoked.`,
  'endpoint.created': ({ subject }) => `The webhook endpoint ${subject} was added.`,
  'endpoint.updated': ({ subject }) => `The webhook endpoint ${subject} was edited.`,
  'endpoint.deleted': ({ subject }) => `The webhook endpoint ${subject} was deleted.`,
  'endpoint.secret_rotated': ({ subject }) => `The webhook endpoint ${subject} got a new secret.`,
  'endpoint.previous_secret_revoked': ({ subject }) =>
    `The previous secret of the webhook endpoint ${subject} was revoked.`,
  'rescue.used': ({ data }) =>
    `Somebody with access to the deployment changed the configuration without a second admin (${data.command}). The reason that they gave: ${data.reason}`,
};

export function announcementText(
  entry: PendingEntry,
  to: LetterTo,
): { readonly subject: string; readonly text: string } {
  const what = visibleText(WHAT[entry.kind]?.(entry) ?? `The configuration was changed: ${entry.kind}.`);
  const lines = [`Hello ${visibleText(to.name)},`, '', ...body(entry, what, to)];
  return { subject: to.link === null ? 'The configuration was changed' : 'Your sign-in link', text: lines.join('\n') };
}

function body(entry: PendingEntry, what: string, { link, consoleUrl }: LetterTo): string[] {
  const by = `Changed by ${visibleText(entry.actor)} at ${instant(entry.at)}.`;
  if (link !== null) {
    return ['Open this link to sign in. It works once, within 24 hours. Give it to nobody:', link, '', by];
  }
  return [
    what,
    by,
    '',
    'If you did not expect this, ask the admins of your organization.',
    `The audit log has all changes: ${consoleUrl}/admin/audit`,
  ];
}

/** RFC 3339, in UTC. */
function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}
