/** A change of the configuration as people approve it: one line for each difference (docs/decisions/four-eyes.md). */
import { assertNever } from '../../protocol/result';
import type { Policy } from '../policy/policy';
import { MAX_REISSUES } from '../request/limits';
import type { Params } from '../request/request';
import {
  type Base,
  type BaseAction,
  DOCUMENT_PARAM,
  digestOf,
  documentText,
  KEY_TITLE,
  ROTATE_TITLE,
  TITLE_PARAM,
} from './change';
import type { Operator, OperatorPatch } from './config';
import { differenceLines, policyLines } from './differences';
import type { Edit } from './edits';

export interface WordedChange {
  /** What is changed, as one line. */
  readonly title: string;
  /** The name of each field that changes, and how. */
  readonly lines: readonly (readonly [field: string, text: string])[];
}

export function inWords(edit: Edit, base: Base): WordedChange {
  switch (edit.kind) {
    case 'put_action':
      return policyWords(base.action, edit.policy);
    case 'create_operator': {
      const { id, name, email, role } = edit.operator;
      const lines = [['name', name] as const, ['email', email] as const, ['role', role] as const];
      return { title: `Add the operator ${id}`, lines };
    }
    case 'update_operator':
      return { title: `Edit the operator ${edit.id}`, lines: operatorLines(base.operator, edit.patch) };
    case 'send_sign_in_link':
      return {
        title: `Send a sign-in link to the operator ${edit.id}`,
        lines: [['sent to', base.operator?.email ?? 'unknown']],
      };
    case 'create_key':
      return {
        title: KEY_TITLE,
        lines: [
          ['name', edit.name],
          ['scopes', edit.scopes.join(', ')],
          ...(edit.signingKey === undefined ? [] : [['signing key', edit.signingKey] as const]),
        ],
      };
    case 'rotate_key':
      return {
        title: ROTATE_TITLE,
        lines: [
          ['name', base.key?.name ?? 'unknown'],
          ['key', edit.id],
          ['effect', 'the key gets a second token, and the first one works until somebody ends it'],
        ],
      };
    case 'reissue_code':
      return codeWords(edit, base);
    case 'set_changes_turn': {
      const [before, after] = [base.changesTurn?.turn ?? 'code', edit.turn].map((turn) => turn.replaceAll('_', ' '));
      return { title: 'Change how changes are approved', lines: [['a turn needs', `${before} → ${after}`]] };
    }
    default:
      return assertNever(edit);
  }
}

export function paramsOf(edit: Edit, base: Base): Params {
  const { title, lines } = inWords(edit, base);
  return Object.fromEntries([[TITLE_PARAM, title], ...lines, [DOCUMENT_PARAM, digestOf(documentText(edit, base))]]);
}

function policyWords(base: BaseAction | null, policy: Omit<Policy, 'version'>): WordedChange {
  if (base === null) return { title: `Create the action ${policy.id}`, lines: policyLines(policy) };
  const lines = differenceLines(base.policy, policy);
  const version = base.policy.version;
  return base.deletedAtMs === null
    ? { title: `Edit the action ${policy.id}, version ${version}`, lines }
    : { title: `Create the deleted action ${policy.id} again, from version ${version}`, lines };
}

export function operatorLines(operator: Operator | null, patch: OperatorPatch): (readonly [string, string])[] {
  const fields = Object.keys(patch) as (keyof OperatorPatch)[];
  return fields
    .filter((field) => patch[field] !== undefined && patch[field] !== operator?.[field])
    .map((field) => [field, `${valueText(operator?.[field])} → ${valueText(patch[field])}`] as const);
}

function codeWords({ request, seat }: Extract<Edit, { kind: 'reissue_code' }>, { code = null }: Base): WordedChange {
  const issue = code?.request.seats.find(({ operator }) => operator === seat)?.issue ?? 0;
  const effect =
    issue >= MAX_REISSUES
      ? `the request is aborted, because the seat has had ${MAX_REISSUES} re-issues`
      : 'the old code stops working, and a locked seat is unlocked';
  return {
    title: `Send the operator ${seat} a new code`,
    lines: [
      ['request', request],
      ['action', code?.request.action ?? 'unknown'],
      ['effect', effect],
    ],
  };
}

function valueText(value: string | boolean | undefined): string {
  if (value === undefined) return 'none';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}
