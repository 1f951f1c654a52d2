/** How a change of the configuration is approved: by one admin, by two, and with what. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../../lib/api';
import { EVERYBODY } from '../../lib/people';
import { Link } from '../../lib/router';
import { SIGNING_KEYS } from '../../lib/signing-keys';
import { ConfirmButton } from '../../ui/edit-dialog';
import { Answered } from '../../ui/states';
import { Setting } from './setting';
import { useWaitingKeys } from './signing-keys';

export function HowChangesAreApproved() {
  const query = useQuery({ ...EVERYBODY, staleTime: 0 });
  const [first] = useWaitingKeys().data?.pages ?? [];
  const turn = first === undefined || first.bootstrap ? null : first.changes_turn;
  const fourEyes = query.data?.four_eyes === true;
  return (
    <Setting
      title="How changes are approved"
      action={query.data && (fourEyes ? turn && <Turn turn={turn} /> : <Invite />)}
    >
      <Answered query={query} what="the setting">
        {() =>
          fourEyes ? (
            <>
              Another admin turns a key{turn === 'code_and_passkey' ? ' with a code and a passkey' : ' with a code'}.{' '}
              <span className="caption">Disabling, revoking and stricter policies take effect at once.</span>
            </>
          ) : (
            <>
              By one admin alone.{' '}
              <span className="caption">With a second admin, each change needs the key of the other.</span>
            </>
          )
        }
      </Answered>
    </Setting>
  );
}

function Invite() {
  return (
    <Link className="button small" to="/operators">
      Invite an admin
    </Link>
  );
}

/** Whether approving a change takes a passkey. */
function Turn({ turn }: { readonly turn: Schemas['TurnNeeds'] }) {
  const isSigned = turn === 'code_and_passkey';
  const set = (next: Schemas['TurnNeeds']) => answer(api.PUT('/api/changes-turn', { body: { turn: next } }));
  return (
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
  );
}
