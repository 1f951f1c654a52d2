/**
 * Deletes an operator's passkey. If somebody else does it, the operator's seats are struck first: if the function dies
 * in between, the passkey can be deleted again.
 */
import { isBy } from '../../../../protocol/actor';
import type { OperatorId } from '../../../../protocol/identifiers';
import { atOnce, nothing, OPERATOR, readable, refuse, write } from '../../../configuration/rules/declaration';
import { IDENTITY_CHANGE_ENTRIES, identityChanged } from '../identity-change';
import type { Passkey } from '../passkey';

interface DeletePasskey {
  readonly owner: OperatorId;
  readonly passkey: string;
}

/** The passkey, if it signs its owner in. */
export const LIVE_PASSKEY = /* @__PURE__ */ readable<DeletePasskey, Passkey | null>()('livePasskey', null);

export const deletePasskey = /* @__PURE__ */ atOnce<DeletePasskey>()({
  entries: IDENTITY_CHANGE_ENTRIES,
  reads: (edit) => [OPERATOR.of(edit.owner), LIVE_PASSKEY.of(edit)],
  decide: ({ operator, livePasskey }, _edit, how) => {
    if (operator === null || livePasskey === null) return refuse('not_found');
    if (isBy(how.by, operator.id)) return nothing(operator);
    return write('operator', { item: identityChanged(operator, 'passkeys', how), options: {} });
  },
  waits: 'never',
});
