/** Whether approving a change of the configuration takes a passkey, and the two ways to change that. */
import { answer, api, type Schemas } from '../../lib/api';
import { SIGNING_KEYS } from '../../lib/signing-keys';
import { ConfirmButton } from '../../ui/confirm-button';

export function ChangesTurn({ turn }: { readonly turn: Schemas['TurnNeeds'] }) {
  const isSigned = turn === 'code_and_passkey';
  const set = (next: Schemas['TurnNeeds']) => answer(api.PUT('/api/changes-turn', { body: { turn: next } }));
  return (
    <div className="line">
      <span className="secondary">
        {isSigned
          ? 'Approving a change of the configuration takes a passkey as well as a code.'
          : 'Approving a change of the configuration takes a code.'}
      </span>
      <ConfirmButton
        label={isSigned ? 'Approve with a code alone…' : 'Approve with passkeys…'}
        small
        title={isSigned ? 'Approve changes with a code alone?' : 'Approve changes with passkeys?'}
        confirm={isSigned ? 'Request it' : 'Use passkeys'}
        run={() => set(isSigned ? 'code' : 'code_and_passkey')}
        stale={[SIGNING_KEYS]}
      >
        <p>
          {isSigned
            ? 'Another admin must approve this with their passkey. After that, a code is enough to approve a change.'
            : 'From now on, approving a change takes a countersigned passkey as well as the code. Only an approved change ends this.'}
        </p>
      </ConfirmButton>
    </div>
  );
}
