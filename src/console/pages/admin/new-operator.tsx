/** New operators: one, or many at once, each with an id that the admin can choose. */

import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { parsePeople } from '../../lib/invite';
import { EditDialog } from '../../ui/edit-dialog';
import { Choice, Field, LinesField } from '../../ui/form';
import { VisibleText } from '../../ui/visible-text';

type Operator = Schemas['Operator'];

export const ROLES = [
  ['operator', 'Operator'],
  ['admin', 'Admin'],
] as const satisfies readonly (readonly [Operator['role'], string])[];

export const OPERATORS_STALE = [['operator-access'], ['operators'], ['around']] as const;

interface FieldsProps {
  readonly fields: Pick<Operator, 'name' | 'email'>;
  readonly set: (change: Partial<Schemas['NewOperator']>) => void;
}

export function NameAndEmail({ fields, set }: FieldsProps) {
  return (
    <>
      <Field
        label="Name"
        value={fields.name}
        onChange={(name) => set({ name })}
        required
        maxLength={LIMITS.operatorName.max}
      />
      <Field label="E-mail" type="email" value={fields.email} onChange={(email) => set({ email })} required />
    </>
  );
}

interface InviteProps {
  readonly operators: readonly Schemas['Operator'][];
  readonly onClose: () => void;
}

/**
 * Pasted addresses or CSV, as one change for the second admin. Everybody is invited by mail: with two admins each change waits
 * for the other one, also a sign-in link, so the link of the second admin must exist before.
 */
export function Invite({ operators, onClose }: InviteProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Schemas['Operator']['role']>('operator');
  const [ids, setIds] = useState<Readonly<Record<string, string>>>({});
  const { people: found, left } = parsePeople(text, role, operators);
  const people = found.map((person) => ({ ...person, id: ids[person.email] ?? person.id }));
  const most = LIMITS.invitation.max;
  const invite = useEdit({
    run: () => answer(api.POST('/api/operator-invitations', { body: { operators: people } })),
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
      <LinesField
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
            {people.map(({ email, name, role: as, id }) => (
              <li key={email}>
                <span>
                  <VisibleText text={name} strong /> <VisibleText text={email} />
                  {as === 'admin' && <span className="caption"> Admin</span>}
                </span>
                <Field
                  label={`Id of ${name}`}
                  value={id}
                  onChange={(chosen) => setIds({ ...ids, [email]: chosen })}
                  required
                  maxLength={64}
                  pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
                />
              </li>
            ))}
          </ul>
          <p className="muted">Programs use the id. You cannot change it later.</p>
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
