/**
 * The policy of one request as its statements name it: what it took to authorize, without free text, so that a shell
 * script can read it. A policy that names no group has version 1.
 */
import type { GroupId, OperatorId } from '../identifiers';
import { MAX_REQUIREMENTS, type Member, type Requirement } from '../requirements';
import { isCount, isListOf, isOne, isOneOf, isText, isTwo, parseStatement } from './form';
import { type PolicyDocument, policyDocumentText } from './texts';
import { statementHash } from './turn';

export const policyDigest = (text: string): string => statementHash(text);

export function parsePolicyDocument(text: string): PolicyDocument | null {
  const policy = (parseStatement(text, POLICY) ?? parseStatement(text, POLICY_WITH_GROUPS)) as PolicyDocument | null;
  return policy !== null && policyDocumentText(policy) === text ? policy : null;
}

/** Everybody who was asked, with their groups. */
export function seatsOf({ v, seats }: PolicyDocument): Member[] {
  return seats.map((seat) => {
    const [operator, groups] = v === 1 ? [seat, ''] : splitLast(seat);
    return {
      operator: operator as OperatorId,
      groups: groups.split('+').filter((group) => group !== '') as GroupId[],
    };
  });
}

export function requirementsOf(policy: PolicyDocument): Requirement[] {
  if (policy.v === 1) return [];
  return policy.requires.map((text) => {
    const [group, keys] = splitLast(text);
    return { group: group as GroupId, keys: Number(keys) };
  });
}

/** The id of an operator may have a colon. */
function splitLast(text: string): [string, string] {
  const at = text.lastIndexOf(':');
  return [text.slice(0, at), text.slice(at + 1)];
}

const BASE = {
  action: isText,
  version: isCount,
  mode: isOneOf('independent', 'coincident'),
  quorum: isCount,
  requester: isText,
  seats: isListOf(isText),
  self_approval: isOneOf('allowed', 'denied'),
  turn: isOneOf('code', 'code_and_passkey'),
};
const POLICY = { ...BASE, v: isOne };

const GROUP = 'grp_[a-z0-9][a-z0-9_-]{0,39}';
const matches = (pattern: string) => {
  const form = new RegExp(`^${pattern}$`);
  return (value: unknown) => typeof value === 'string' && form.test(value);
};
const isCounted = matches(`${GROUP}:[1-9][0-9]{0,8}`);
const POLICY_WITH_GROUPS = {
  ...BASE,
  v: isTwo,
  seats: isListOf(matches(`.+:(?:${GROUP}(?:\\+${GROUP})*)?`)),
  groups: isListOf(isCounted),
  requires: (value: unknown) => isListOf(isCounted)(value) && (value as string[]).length <= MAX_REQUIREMENTS,
};
