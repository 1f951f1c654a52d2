/**
 * The text of what an operator signs, and of the policy that it names. The service and the page each fill in what they
 * know (docs/decisions/signed-turns.md); the bytes are made here alone. It needs nothing of Node, so that a browser runs it.
 */
import { canonicalJson } from '../canonical-json';

export type Decision = 'authorize' | 'refuse' | 'abort';

export interface PolicyReference {
  readonly version: number;
  /** The digest of the policy document. */
  readonly digest: string;
}

/** The digests of what people are shown: `display.json` and `shown.txt` of the proof (docs/decisions/displays.md). */
export interface ShownDigests {
  readonly display: string;
  readonly shown: string;
}

/** The first version is for actions without a display. */
export type WithDigests<T> = (T & { readonly v: 1 }) | (T & ShownDigests & { readonly v: 2 });

/** `v`, and for version 2 also the digests. */
export const shownFields = (digests: ShownDigests | null) =>
  digests === null ? { v: 1 as const } : { v: 2 as const, display: digests.display, shown: digests.shown };

export type TurnStatement = WithDigests<TurnFields>;

interface TurnFields {
  readonly org: string;
  readonly request: string;
  readonly action: string;
  readonly operation_hash: string;
  readonly policy: PolicyReference;
  readonly decision: Decision;
  readonly operator: string;
  readonly round: number;
  readonly nonce: string;
  /** The end of the request, epoch ms. */
  readonly expires_at: number;
}

export const turnStatementText = (statement: TurnStatement): string => canonicalJson(statement);

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

/** An operator who was asked, as a policy with groups names them. */
export const memberText = (operator: string, groups: readonly string[]): string =>
  `${operator}:${[...groups].sort().join('+')}`;

/** A group with its revision, or with how many of its members must turn a key. */
export const countedText = (group: string, count: number): string => `${group}:${count}`;
