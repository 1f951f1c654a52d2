/** One operator in the list, and what can be done with them. */

import { useState } from 'react';
import { Ban, Copy, LogIn, Pencil, RotateCcw } from '../../../../generated/icons';
import { visibleText } from '../../../protocol/visible-text';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { formatInstant } from '../../lib/format';
import type { Group } from '../../lib/groups';
import type { Access } from '../../lib/people';
import { useMe } from '../../lib/session';
import { Badge } from '../../ui/badge';
import { Ask } from '../../ui/dialog';
import { EditDialog, Waits } from '../../ui/edit-dialog';
import { Choice } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { PersonChoice } from '../../ui/operator-picker';
import { Avatar } from '../../ui/person';
import { type Deed, RowMenu } from '../../ui/row-menu';
import { SecretOnce } from '../../ui/secret-once';
import { Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { NameAndEmail, OPERATORS_STALE, ROLES } from './new-operator';
import { OperatorAccess } from './operator-access';

type Operator = Schemas['Operator'];

const edit = (id: string, body: Schemas['OperatorEdit']) =>
  answer(api.PATCH('/api/operators/{id}', { params: { path: { id } }, body }));

interface Props {
  readonly operator: Operator;
  readonly access: Access | undefined;
  /** Null if the organization has no group. */
  readonly groups: readonly Group[] | null;
}

export function OperatorRow({ operator, access, groups }: Props) {
  const { id, name, email, role, enabled } = operator;
  const me = useMe();
  return (
    <tr>
      <td className="cell-main">
        <div className="face-beside">
          <Avatar name={name} />
          <div>
            <div className="row-title">
              <strong className="one-line">
                <VisibleText text={name} />
              </strong>
              {id === me.id && <span className="secondary">(you)</span>}
            </div>
            <div className="row-detail">
              <VisibleText text={email} />
            </div>
          </div>
        </div>
      </td>
      <td className="cell-role">
        {role === 'admin' ? <Badge tone="wait">Admin</Badge> : <span className="secondary">Operator</span>}
      </td>
      {groups !== null && (
        <td className="cell-groups">
          <GroupNames groups={groups} />
        </td>
      )}
      <td className="nowrap">{enabled ? <LastSignIn access={access} /> : <Badge tone="idle">Disabled</Badge>}</td>
      <td className="cell-passkeys" data-label="Passkeys:">
        <Passkeys access={access} isAsked={enabled} />
      </td>
      <td className="cell-actions">
        <Deeds operator={operator} />
      </td>
    </tr>
  );
}

function GroupNames({ groups }: { readonly groups: readonly Group[] }) {
  if (groups.length === 0) return <span className="nothing muted">none</span>;
  return groups.map(({ id, name }) => (
    <span key={id} className="group-name one-line">
      <VisibleText text={name} />
    </span>
  ));
}

function LastSignIn({ access }: Pick<Props, 'access'>) {
  if (access === undefined) return null;
  return access.last_sign_in_at === null ? (
    <span className="look-twice">Never signed in</span>
  ) : (
    <span className="secondary">
      <Ago ms={access.last_sign_in_at} />
    </span>
  );
}

function Passkeys({ access, isAsked }: Pick<Props, 'access'> & { readonly isAsked: boolean }) {
  if (access === undefined || !isAsked) return null;
  return access.passkeys === 0 ? <span className="look-twice">None</span> : access.passkeys;
}

function Deeds({ operator }: Pick<Props, 'operator'>) {
  const { id, name, enabled } = operator;
  const [open, setOpen] = useState<'edit' | 'able' | null>(null);
  const link = useEdit({
    run: () => answer(api.POST('/api/operators/{id}/sign-in-link', { params: { path: { id } }, body: {} })),
  });
  const close = () => setOpen(null);
  const deeds: Deed[] = [
    { label: 'Edit…', icon: Pencil, run: () => setOpen('edit') },
    ...(enabled ? [{ label: 'Make a sign-in link', icon: LogIn, run: link.send }] : []),
    { label: 'Copy id', icon: Copy, run: () => void navigator.clipboard.writeText(id) },
    enabled
      ? { label: 'Disable…', icon: Ban, run: () => setOpen('able'), danger: true }
      : { label: 'Enable…', icon: RotateCcw, run: () => setOpen('able') },
  ];
  return (
    <>
      <RowMenu label={`What to do with ${visibleText(name)}`} deeds={deeds} />
      {open === 'edit' && <Edit operator={operator} onClose={close} />}
      {open === 'able' && <Able operator={operator} onClose={close} />}
      {link.error !== null && (
        <Ask title="No sign-in link was made" onClose={link.reset} question={false}>
          <Problem error={link.error} />
        </Ask>
      )}
      {link.waits !== null && <Waits change={link.waits} onClose={link.reset} />}
      {link.made !== null && (
        <SecretOnce title="Sign-in link" label="Sign-in link" secret={link.made.sign_in_url} onClose={link.reset}>
          <p>
            This link signs in as <VisibleText text={name} /> once, until {formatInstant(link.made.expires_at)}. Send it
            where only they can read it.
          </p>
        </SecretOnce>
      )}
    </>
  );
}

interface DialogProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

function Edit({ operator, onClose }: DialogProps) {
  const { id, name, email, role, same_person } = operator;
  const [fields, setFields] = useState({ name, email, role });
  const [same, setSame] = useState(same_person ?? '');
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const person = same === (same_person ?? '') ? {} : { same_person: same === '' ? null : same };
  const save = useEdit({ run: () => edit(id, { ...fields, ...person }), stale: OPERATORS_STALE, onMade: onClose });
  return (
    <EditDialog
      title="Edit operator"
      edit={save}
      onClose={onClose}
      submit="Save"
      below={<OperatorAccess operator={operator} />}
    >
      <p className="muted">
        Id: <VisibleText text={id} mono />
      </p>
      <NameAndEmail fields={fields} set={set} />
      <Choice label="Role" value={fields.role} onChange={(next) => set({ role: next })} options={ROLES} />
      <PersonChoice label="The same person as" value={same} onChange={setSame} except={id} />
    </EditDialog>
  );
}

function Able({ operator: { id, name, enabled }, onClose }: DialogProps) {
  const able = useEdit({ run: () => edit(id, { enabled: !enabled }), stale: OPERATORS_STALE, onMade: onClose });
  return (
    <EditDialog
      title={enabled ? 'Disable this operator?' : 'Enable this operator?'}
      edit={able}
      onClose={onClose}
      submit={enabled ? 'Disable' : 'Enable'}
      danger={enabled}
      question
    >
      <p>
        <VisibleText text={name} strong />{' '}
        {enabled
          ? 'is signed out and cannot sign in. They lose their keys in every open request, also those that they turned. A request that can no longer get enough keys is aborted.'
          : 'can sign in and be asked for keys again. They do not get their keys in open requests back.'}
      </p>
    </EditDialog>
  );
}
