/** The text of a message about an edit of the configuration. Names and addresses are cleaned as in every message. */

import type { OperatorId } from '../../protocol/identifiers';
import { visibleText } from '../../protocol/visible-text';
import type { PendingEntry } from '../audit/chain';
import { partEntry } from '../audit/kinds';
import { EMPTY_PART, type Letterhead, type Mail, type MailPart } from '../notice/mail';
import { isAboutQuestion } from '../question/question';
import type { AnnouncedKind } from './announcements';
import { refusedText } from './refused-attempt';

type Teller = (entry: PendingEntry, names: Names) => string;

/** A kind that somebody is told of does not compile until it has words here. */
const WHAT: Readonly<Record<AnnouncedKind, Teller>> = {
  'operator.created': ({ subject, data }) => `The operator ${subject} was added with the role ${data.role}.`,
  'operator.updated': ({ subject, data }) =>
    data.enabled === false
      ? `The operator ${subject} was disabled.`
      : `The operator ${subject} was edited: ${(data.changed as readonly string[]).join(', ')}.`,
  'operator.sign_in_link_made': ({ subject }) => `A sign-in link for the operator ${subject} was made.`,
  'operator.mailed_link_made': ({ subject }) =>
    `A sign-in link for the operator ${subject} was requested on the sign-in page, and is no longer valid.`,
  'operator.session_revoked': ({ subject }) => `A session of the operator ${subject} was ended.`,
  'operator.access_revoked': ({ subject }) => `All access of the operator ${subject} was revoked.`,
  'identity_provider.set': ({ data }) =>
    `Operators can sign in with their company account at ${data.issuer} from now on.${data.forbids_mail_links === true ? ' Operators who were connected to an account get no sign-in link by mail any more.' : ''}`,
  'identity_provider.removed': () => 'Operators can no longer sign in with a company account.',
  'identity.connected': ({ data }) =>
    `A company account was connected to the operator ${data.operator}. It can sign in as this operator.`,
  'identity.disconnected': ({ data }) => `The company account of the operator ${data.operator} was disconnected.`,
  'passkey.enrolled': ({ data }) => `A passkey of the operator ${data.operator} was added: “${data.name}”.`,
  'passkey.deleted': ({ data }) => `A passkey of the operator ${data.operator} was deleted.`,
  'signing_key.enrolled': ({ data }) =>
    `A passkey of the operator ${data.operator} signed its enrolment, so an admin can countersign it: ${data.fingerprint}.`,
  'signing_key.countersigned': ({ data }) =>
    `A passkey of the operator ${data.operator} was countersigned, so it can sign decisions: ${data.fingerprint}.`,
  'signing_key.rescued': ({ data }) =>
    `Somebody with access to the deployment trusted a passkey of the operator ${data.operator} without an admin: ${data.fingerprint}.`,
  'action.created': ({ subject }) => `The action ${subject} was created.`,
  'action.updated': ({ subject, data }) =>
    `The policy of the action ${subject} was changed. It is version ${data.version} now.`,
  'action.deleted': ({ subject }) => `The action ${subject} was deleted.`,
  'group.created': ({ subject, data }) =>
    `The group ${subject} was created.${affectsText(data.affects as readonly string[])}`,
  'group.updated': ({ subject, data }) =>
    `The group ${subject} was changed.${affectsText(data.affects as readonly string[])}`,
  'group.deleted': ({ subject }) => `The group ${subject} was deleted.`,
  'action.one_set': ({ data }) =>
    `Only these operators together can meet the policy of the action ${data.action}: ${(data.operators as readonly string[]).join(', ')}. If one of them is missing, its requests cannot be authorized. Add operators to its roster or its groups.`,
  'changes.turn_set': ({ data }) =>
    data.turn === 'code'
      ? 'Approving a change of the configuration takes no passkey any more.'
      : 'Approving a change of the configuration takes a passkey from now on.',
  'organization.renamed': ({ data }) => `The organization is called “${data.name}” now.`,
  'mailed_links.set': ({ data }) =>
    data.allowed === true
      ? 'Operators without a passkey can request a sign-in link by mail from now on.'
      : 'Operators can no longer request a sign-in link by mail.',
  'key.created': ({ subject }) => `The API key ${subject} was created.`,
  'key.updated': ({ subject, data }) =>
    data.holder !== undefined
      ? `The API key ${subject} is held by ${data.holder ?? 'nobody who is named'} now.`
      : data.max_open === null
        ? `The API key ${subject} has no limit of open requests any more.`
        : `The API key ${subject} may have ${data.max_open} open requests now.`,
  'key.revoked': ({ subject }) => `The API key ${subject} was revoked.`,
  'key.rotated': ({ subject, data }) => `The API key ${subject} got another token, number ${data.token}.`,
  'key.token_ended': ({ subject, data }) => `The token number ${data.token} of the API key ${subject} was ended.`,
  'endpoint.created': ({ subject }) => `The webhook endpoint ${subject} was added.`,
  'endpoint.updated': ({ subject }) => `The webhook endpoint ${subject} was edited.`,
  'endpoint.deleted': ({ subject }) => `The webhook endpoint ${subject} was deleted.`,
  'endpoint.secret_rotated': ({ subject }) => `The webhook endpoint ${subject} got a new secret.`,
  'endpoint.previous_secret_revoked': ({ subject }) =>
    `The previous secret of the webhook endpoint ${subject} was revoked.`,
  'endpoint.recovered': ({ subject }) => `Events were sent again to the webhook endpoint ${subject}.`,
  'endpoint.verified': ({ subject, data }) =>
    `The webhook endpoint ${subject} was verified and gets events now: ${data.url}.`,
  'endpoint.failing': ({ subject, data }) =>
    `The webhook endpoint ${subject} has accepted no event since ${instant(Number(data.since))}. Each event is sent again for 72 hours, and the console shows what the endpoint answered.`,
  'question.asked': ({ actor, subject }, names) =>
    `${nameOf(names, actor)} asks you something about the request ${subject}. Only the console shows the question.`,
  'question.answered': ({ actor, subject }, names) =>
    `${nameOf(names, actor)} answered below the request ${subject}. Only the console shows the answer.`,
  'request.misused': ({ actor, data }) =>
    data.key === null
      ? `The operator ${actor} did not make the request ${data.request}, which was made in their session. It is aborted. Revoke their access.`
      : `The operator ${actor} did not make the request ${data.request}, which was made in their name. It is aborted. The API key “${data.key_name}” (${data.key}) was used: find out who has it, or revoke it.`,
  'change.refused': refusedText,
  'audit.head_refused': ({ data }) =>
    `The audit log no longer matches what was published of it, from entry ${data.entry} on (${data.fault}). Somebody may have changed the database. No further entry is confirmed until this is resolved. Export the audit log, and compare it with the published heads.`,
  'rescue.used': ({ data }) =>
    `Somebody with access to the deployment changed the configuration without a second admin (${data.command}). The reason that they gave: ${data.reason}`,
};

const affectsText = (actions: readonly string[]): string =>
  actions.length === 0 ? '' : ` It affects these actions: ${actions.join(', ')}.`;

type Names = Letterhead['names'];

const WHAT_BY_KIND: Readonly<Record<string, Teller>> = WHAT;

const whatOf = (entry: PendingEntry, names: Names) =>
  (WHAT_BY_KIND[entry.kind] ?? partEntry(entry.kind)?.told)?.(entry, names);

export interface Told {
  /** The subject of the mail about the edit. */
  readonly subject: string;
  /** What happened, and who did it. */
  readonly lines: readonly string[];
}

/** The text that people get about an entry, alone or in a digest. */
export function toldText(entry: PendingEntry, names: Names): Told {
  const what = visibleText(whatOf(entry, names) ?? `The configuration was changed: ${entry.kind}.`);
  return { subject: SUBJECTS[entry.kind] ?? 'The configuration was changed', lines: [what, byText(entry, names)] };
}

const SUBJECTS: Readonly<Record<string, string>> = {
  'identity.connected': 'A company account was connected',
  'passkey.enrolled': 'A passkey was added',
  'signing_key.enrolled': 'A passkey signed its enrolment',
  'request.misused': 'An operator did not make a request in their name',
  'question.asked': 'A question about your request',
  'question.answered': 'Your question was answered',
  'endpoint.failing': 'A webhook endpoint is failing',
  'action.one_set': 'Only one set of operators can approve an action',
  'change.refused': 'A change of the configuration was refused',
  'audit.head_refused': 'The audit log does not match what was published of it',
};

const DEEDS: Readonly<Record<string, string>> = {
  'change.refused': 'Attempted',
  'question.asked': 'Written',
  'question.answered': 'Written',
  'request.misused': 'Reported',
};

const nameOf = (names: Names, id: string): string => visibleText(names.get(id as OperatorId) ?? id);

/** Entries that no person caused. */
const FOUND = new Set(['action.one_set', 'audit.head_refused', 'endpoint.failing']);

function byText({ kind, actor, at }: PendingEntry, names: Names): string {
  if (kind === 'operator.mailed_link_made') return `Requested at ${instant(at)}.`;
  if (FOUND.has(kind)) return `Found at ${instant(at)}.`;
  return `${DEEDS[kind] ?? 'Changed'} by ${nameOf(names, actor)} at ${instant(at)}.`;
}

/** `link` is a sign-in link. Only the operator receives it. */
export function announcementMail(entry: PendingEntry, head: Letterhead, link: string | null): Mail {
  const { subject, lines } = toldText(entry, head.names);
  const part: MailPart =
    link === null
      ? {
          ...EMPTY_PART,
          lines,
          link: entryLink(entry, head.consoleUrl),
          notes: isAboutQuestion(entry) ? [] : [UNEXPECTED],
        }
      : {
          ...EMPTY_PART,
          lines: [openingOf(entry)],
          link: { words: 'Sign in', url: link },
          notes: [byText(entry, head.names)],
        };
  return {
    subject: link === null ? subject : 'Your sign-in link',
    organization: visibleText(head.organization),
    opening: null,
    messages: [part],
  };
}

const UNEXPECTED = 'If you did not expect this, ask the admins of your organization.';
const OPENING = 'Open this link to sign in. It works once, within 24 hours. Give it to nobody.';
const REQUESTED =
  'Open this link in the browser in which you requested it. It works once, within 10 minutes, and in no other browser. If you did not request it, you do not need to do anything.';

const openingOf = ({ kind }: PendingEntry): string => (kind === 'operator.mailed_link_made' ? REQUESTED : OPENING);

/** A question leads to its request; only admins can open the audit log. */
export function entryLink(entry: PendingEntry, consoleUrl: string): MailPart['link'] {
  if (isAboutQuestion(entry)) return { words: 'Open the request', url: `${consoleUrl}/requests/${entry.subject}` };
  return { words: 'Open the audit log', url: `${consoleUrl}/audit` };
}

/** RFC 3339 in UTC. */
function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}
