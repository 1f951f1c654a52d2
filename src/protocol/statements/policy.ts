/**
 * The policy of one request as its statements name it: what it took to authorize, without free text, so that a shell
 * script can read it. A policy that names no group has version 1.
 */
import { canonicalJson } from '../canonical-json';
import type { GroupId, OperatorId } from '../identifiers';
import { MAX_REQUIREMENTS, type Member, type Requirement } from '../requirements';
import { isCount, isListOf, isOne, isOneOf, isText, isTwo, parseStatement } from './form';
import { statementHash } from './turn';

interface PolicyBase {
  readonly action: string;
  readonly version: number;
  readonly mode: 'independent' | 'coincident';
  /** The resolved quorum of this request, and not the default. */
  readonly quorum: number;
  readonly requester: string;
  readonly self_approval: 'allowed' | 'denied';
  readonly turn: 'code' | 'code_and_passkey';
  /** Everybody who was asked when the request was created, in the order of their ids. */
  readonly seats: readonly string[];
}

interface PlainPolicyDocument extends PolicyBase {
  readonly v: 1;
}

/** All lists are flat texts in alphabetical order. */
interface GroupsPolicyDocument extends PolicyBase {
  readonly v: 2;
  /** `op_a:grp_x+grp_y`, and `op_b:` for an operator in none of the groups. */
  readonly seats: readonly string[];
  /** `grp_x:3`: the group and its revision when the request was created. */
  readonly groups: readonly string[];
  /** `grp_x:2`: the group and how many of its members must turn a key. */
  readonly requires: readonly string[];
}

export type PolicyDocument = PlainPolicyDocument | GroupsPolicyDocument;

export const policyDocumentText = (policy: PolicyDocument): string =>
  policy.v === 1
    ? canonicalJson({ ...policy, seats: [...policy.seats].sort() })
    : canonicalJson({
        ...policy,
        seats: [...policy.seats].sort(),
        groups: [...policy.groups].sort(),
        requires: [...policy.requires].sort(),
      });

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
