/**
 * One new operator, with an id of the admin's choice. An admin is invited by mail: with a second admin each change waits for the
 * other one, also a sign-in link, so the link of the second admin must exist before.
 */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { EditDialog } from '../../ui/edit-dialog';
import { Choice, Field } from '../../ui/form';

type Operator = Schemas['Operator'];

export const ROLES = [
  ['operator', 'Operator'],
  ['admin', 'Admin'],
] as const satisfies readonly (readonly [Operator['role'], string])[];

export const OPERATORS_STALE = [['operator-access'], ['operators'], ['around']] as const;

const NOBODY: Schemas['NewOperator'] = { id: '', name: '', email: '', role: 'operator' };

export function NewOperator({ onClose }: { readonly onClose: () => void }) {
  const [fields, setFields] = useState(NOBODY);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const isAdmin = fields.role === 'admin';
  const run = async () =>
    isAdmin
      ? answer(api.POST('/api/operator-invitations', { body: { operators: [fields] } }))
      : answer(api.POST('/api/operators', { body: fields }));
  const add = useEdit<Awaited<ReturnType<typeof run>>>({ run, stale: OPERATORS_STALE, onMade: onClose });
  return (
    <EditDialog title="New operator" edit={add} onClose={onClose} submit="Add operator">
      <NameAndEmail fields={fields} set={set} />
      <Field
        label="Id"
        value={fields.id}
        onChange={(id) => set({ id })}
        required
        maxLength={64}
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
        hint="Rosters and programs use this id. You cannot change it later."
      />
      <Choice label="Role" value={fields.role} onChange={(role) => set({ role })} options={ROLES} />
      <p className="muted">
        {isAdmin
          ? 'They get a mail with a sign-in link, which works once, within 24 hours. With two admins, each change waits for the key of the other one.'
          : 'After adding them, make a sign-in link and send it to them.'}
      </p>
    </EditDialog>
  );
}

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
