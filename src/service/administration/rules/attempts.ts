/** What a refused attempt tried, for the message about it. Apart from the edits, so that it needs no decision. */
import { CHANGES_TURN_ATTEMPT } from '../../access/rules/edits/changes-turn';
import { CONNECT_ATTEMPT } from '../../access/rules/edits/identity';
import { PROVIDER_ATTEMPT } from '../../access/rules/edits/identity-provider';
import { UPDATE_KEY_ATTEMPT } from '../../access/rules/edits/key';
import { MAILED_LINKS_ATTEMPT } from '../../access/rules/edits/mailed-links';
import { CREATE_OPERATOR_ATTEMPT, INVITE_OPERATORS_ATTEMPT } from '../../access/rules/edits/new-operators';
import { CREATE_KEY_ATTEMPT, ROTATE_KEY_ATTEMPT } from '../../access/rules/edits/new-token';
import { LINK_ATTEMPT } from '../../access/rules/edits/sign-in-link';
import { UPDATE_OPERATOR_ATTEMPT } from '../../access/rules/edits/update-operator';
import { REISSUE_ATTEMPT } from '../../ceremony/rules/edits/reissue-code';
import { RENAME_ATTEMPT } from '../../organization/rules';
import { PUT_ACTION_ATTEMPT } from '../../policy/rules/edits/action';
import { PUT_GROUP_ATTEMPT } from '../../policy/rules/edits/group';
import type { WaitingKind } from './edits';

const ATTEMPTS = {
  put_action: PUT_ACTION_ATTEMPT,
  put_group: PUT_GROUP_ATTEMPT,
  create_operator: CREATE_OPERATOR_ATTEMPT,
  invite_operators: INVITE_OPERATORS_ATTEMPT,
  update_operator: UPDATE_OPERATOR_ATTEMPT,
  send_sign_in_link: LINK_ATTEMPT,
  create_key: CREATE_KEY_ATTEMPT,
  update_key: UPDATE_KEY_ATTEMPT,
  rotate_key: ROTATE_KEY_ATTEMPT,
  reissue_code: REISSUE_ATTEMPT,
  set_changes_turn: CHANGES_TURN_ATTEMPT,
  rename_organization: RENAME_ATTEMPT,
  set_mailed_links: MAILED_LINKS_ATTEMPT,
  set_identity_provider: PROVIDER_ATTEMPT,
  connect_identity: CONNECT_ATTEMPT,
} satisfies Readonly<Record<WaitingKind, string>>;

/** Null for an edit of a later release, which this one does not know. */
export function attemptOf(kind: string): string | null {
  return Object.hasOwn(ATTEMPTS, kind) ? ATTEMPTS[kind as keyof typeof ATTEMPTS] : null;
}
