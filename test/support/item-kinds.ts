/** Which kind of item something in the tables is, by its key (src/adapters/dynamodb/keys.ts). */

type Item = Readonly<Record<string, unknown>>;

const BY_SORT_KEY: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['request', /^REQUEST$/],
  ['intent', /^INTENT$/],
  ['delivery', /^DELIVERY$/],
  ['attempt', /^TRY#/],
  ['organization', /^ORG$/],
  ['action', /^ACTION#/],
  ['operator', /^OPERATOR#/],
  ['api key', /^APIKEY#/],
  ['endpoint', /^ENDPOINT#/],
  ['passkey', /^PASSKEY#/],
  ['token', /^KEY$/],
  ['enrolments', /^ENROLMENTS$/],
  ['credential', /^CREDENTIAL$/],
  ['change', /^CHANGE$/],
  ['key statement', /^(ENROLMENT|COUNTERSIGNATURE)$/],
  ['end of the bootstrap', /^KEYS$/],
  ['signed verdict', /^VERDICT$/],
  ['rescue', /^RESCUE#/],
  ['setting', /^SETTING#/],
  ['incident', /^INCIDENT#/],
  ['rule of two admins', /^RULE$/],
  ['digest', /^DIGEST$/],
  ['endpoint health', /^HEALTH$/],
  ['waiting message', /^WAITING#/],
];
const BY_PARTITION: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['signed decision', /^[^#]+#SIGNED#/],
  ['last sign-in', /^[^#]+#SEEN$/],
  ['notice', /^[^#]+#NOTICE#/],
  ['audit block', /^[^#]+#AUDIT$/],
  ['cause', /^[^#]+#CAUSE#/],
  ['action version', /^[^#]+#ACTION#/],
  ['session', /^SESSION#/],
  ['sign-in link', /^SIGNIN#/],
  ['challenge', /^CHALLENGE#/],
  ['peer', /^PEER#/],
  ['mail count', /^MAILS#/],
  ['calls', /^CALLS#/],
  ['mailbox', /^CANARY#/],
];

/** Every kind that the service writes. */
export const ITEM_KINDS: readonly string[] = [...BY_SORT_KEY, ...BY_PARTITION].map(([kind]) => kind);

export function kindOf({ pk, sk }: Item): string {
  const found =
    BY_SORT_KEY.find(([, pattern]) => pattern.test(String(sk ?? ''))) ??
    BY_PARTITION.find(([, pattern]) => pattern.test(String(pk)));
  if (found === undefined) throw new Error(`an item of no known kind: ${pk} ${sk}`);
  return found[0];
}
