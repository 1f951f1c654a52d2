/** Many people at once: pasted addresses or CSV, as one change for the second admin. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { peopleIn } from '../../lib/invite';
import { EditDialog } from '../../ui/edit-dialog';
import { Choice, Lines } from '../../ui/form';
import { VisibleText } from '../../ui/visible-text';
import { OPERATORS_STALE, ROLES } from './new-operator';

interface Props {
  readonly operators: readonly Schemas['Operator'][];
  readonly onClose: () => void;
}

export function Invite({ operators, onClose }: Props) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Schemas['Operator']['role']>('operator');
  const { people, left } = peopleIn(text, role, operators);
  const most = LIMITS.invitation.max;
  const invite = useEdit({
    run: () => answer(api.POST('/api/operator-invitations', { body: { operators: [...people] } })),
    stale: OPERATORS_STALE,
    onMade: onClose,
  });
  return (
    <EditDialog
      title="Invite people"
      edit={invite}
      onClose={onClose}
      submit={people.length < 2 ? 'Invite' : `Invite ${people.length} people`}
      ready={people.length > 0 && people.length <= most}
    >
      <Lines
        label="Addresses or CSV"
        value={text}
        onChange={setText}
        rows={5}
        hint="One person for each line: ada@acme.dev, “Ada Lovelace <ada@acme.dev>”, or name, address, role, id."
      />
      <Choice label="Role, where a line has none" value={role} onChange={setRole} options={ROLES} />
      {people.length > 0 && (
        <section aria-label="Who is invited" className="invited">
          <ul className="plain-list">
            {people.map((person) => (
              <li key={person.id}>
                <span>
                  <VisibleText text={person.name} strong /> <VisibleText text={person.email} />
                </span>
                <span className="caption">
                  {person.role === 'admin' && 'Admin · '}
                  <VisibleText text={person.id} mono />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <div className="notice warn" role="status">
          <p>Not invited:</p>
          <ul className="plain">
            {left.map((why) => (
              <li key={why}>
                <VisibleText text={why} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {people.length > most && <p className="notice bad">Invite at most {most} people at once.</p>}
      <p className="muted">Each of them gets a mail with a sign-in link, which works once, within 24 hours.</p>
    </EditDialog>
  );
}
