/** Whether approving a change of the configuration takes a passkey, and the two ways to change that. */
import { useState } from 'react';
import { answer, api, type Schemas } from '../../lib/api';
import { type Change, isWaiting } from '../../lib/changes';
import { queryClient } from '../../lib/session';
import { SIGNING_KEYS } from '../../lib/signing-keys';
import { ConfirmButton } from '../../ui/confirm-button';
import { Waits } from '../../ui/waits';

export function ChangesTurn({ turn }: { readonly turn: Schemas['TurnNeeds'] }) {
  const [waits, setWaits] = useState<Change | null>(null);
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
        onDone={(done) => {
          if (isWaiting(done)) setWaits(done.change);
          return queryClient.invalidateQueries({ queryKey: SIGNING_KEYS });
        }}
      >
        <p>
          {isSigned
            ? 'Another admin must approve this with their passkey. After that, a code is enough to approve a change.'
            : 'From now on, approving a change takes a countersigned passkey as well as the code. Only an approved change ends this.'}
        </p>
      </ConfirmButton>
      {waits !== null && <Waits change={waits} onClose={() => setWaits(null)} />}
    </div>
  );
}
