/** Who can be asked for a key, who administers, and links to sign in with. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { usePages } from '../../lib/lists';
import { useMe } from '../../lib/session';
import { formatInstant } from '../../lib/time';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyId } from '../../ui/copy-id';
import { EditDialog } from '../../ui/edit-dialog';
import { Choice, Field } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { Avatar } from '../../ui/person';
import { SecretOnce } from '../../ui/secret-once';
import { Shown } from '../../ui/shown';
import { Problem } from '../../ui/states';
import { ActionsCell, MainCell } from '../../ui/table';
import { Waits } from '../../ui/waits';
import { OperatorAccess } from './operator-access';
import { SigningKeys } from './signing-keys';

type Operator = Schemas['Operator'];
type Role = Operator['role'];

const ROLES = [
  ['operator', 'Operator'],
  ['admin', 'Admin'],
] as const satisfies readonly (readonly [Role, string])[];

const STALE = [['operator-access'], ['operators']] as const;

const edit = (id: string, body: Schemas['OperatorEdit']) =>
  answer(api.PATCH('/api/operators/{id}', { params: { path: { id } }, body }));

export default function Operators() {
  const pages = usePages(['operators'], (query) => answer(api.GET('/api/operators', { params: { query } })));
  const access = useAccess();
  return (
    <ListPage
      title="Operators"
      pages={pages}
      what="the operators"
      itemsOf={({ operators }) => operators}
      columns={['Operator', 'Role', 'Last sign-in', 'Passkeys', 'Id', '']}
      row={(operator) => <OperatorRow key={operator.id} operator={operator} access={access.get(operator.id)} />}
      none={null}
      add={{ label: 'New operator', dialog: (onClose) => <NewOperator onClose={onClose} /> }}
    >
      {pages.data !== undefined && <SecondAdmin fourEyes={pages.data.pages.every((page) => page.four_eyes)} />}
      <SigningKeys />
    </ListPage>
  );
}

/** What a second admin protects from, or what it means that there are two. */
function SecondAdmin({ fourEyes }: { readonly fourEyes: boolean }) {
  return (
    <p className="muted">
      {fourEyes
        ? 'Changes of operators, policies and API keys need the key of a second admin. Disabling, revoking and stricter policies take effect at once.'
        : 'There is one admin, whose changes take effect at once: this account alone can change who approves. Add a second admin, and every such change needs the keys of both.'}
    </p>
  );
}

type Access = Schemas['OperatorAccessList']['operators'][number];

/** Beside the list and not in it: the names are on every page, and this is read here alone. */
function useAccess(): ReadonlyMap<string, Access> {
  const { data } = useQuery({
    queryKey: ['operator-access'],
    queryFn: () => answer(api.GET('/api/operator-access')),
  });
  return new Map(data?.operators.map((each) => [each.id, each]));
}

function OperatorRow({ operator, access }: { readonly operator: Operator; readonly access: Access | undefined }) {
  const { id, name, email, role, enabled } = operator;
  const me = useMe();
  const [editing, setEditing] = useState(false);
  return (
    <tr>
      <MainCell
        title={
          <>
            <Avatar name={name} />
            <strong>
              <Shown text={name} />
              {id === me.id && ' (you)'}
            </strong>
            {!enabled && <Badge tone="bad">Disabled</Badge>}
          </>
        }
        detail={<Shown text={email} />}
      />
      <td>
        <Badge tone={role === 'admin' ? 'wait' : 'idle'}>{role === 'admin' ? 'Admin' : 'Operator'}</Badge>
      </td>
      <td data-label="Last sign-in:" className="nowrap">
        <LastSignIn access={access} />
      </td>
      <td data-label="Passkeys:">{access === undefined ? '–' : access.passkeys === 0 ? 'None' : access.passkeys}</td>
      <td>
        <CopyId id={id} what={name} />
      </td>
      <ActionsCell>
        {enabled && <SignInLink operator={operator} />}
        <Button className="button small" onPress={() => setEditing(true)} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Able operator={operator} />
        {editing && <Edit operator={operator} onClose={() => setEditing(false)} />}
      </ActionsCell>
    </tr>
  );
}

function LastSignIn({ access }: { readonly access: Access | undefined }) {
  if (access === undefined) return '–';
  return access.last_sign_in_at === null ? (
    <span className="secondary">Never</span>
  ) : (
    <Ago ms={access.last_sign_in_at} />
  );
}

function SignInLink({ operator: { id, name } }: { readonly operator: Operator }) {
  const link = useEdit({
    run: () => answer(api.POST('/api/operators/{id}/sign-in-link', { params: { path: { id } }, body: {} })),
  });
  return (
    <>
      <Button
        className="button small"
        onPress={link.send}
        isDisabled={link.isPending}
        aria-label={`Make a sign-in link for ${name}`}
      >
        Sign-in link
      </Button>
      <Problem error={link.error} />
      {link.waits !== null && <Waits change={link.waits} onClose={link.reset} />}
      {link.made !== null && (
        <SecretOnce title="Sign-in link" label="Sign-in link" secret={link.made.sign_in_url} onClose={link.reset}>
          <p>
            This link signs in as <Shown text={name} /> once, until {formatInstant(link.made.expires_at)}. Send it where
            only they can read it.
          </p>
        </SecretOnce>
      )}
    </>
  );
}

function Able({ operator: { id, name, enabled } }: { readonly operator: Operator }) {
  return (
    <ConfirmButton
      label={enabled ? 'Disable' : 'Enable'}
      spoken={`${enabled ? 'Disable' : 'Enable'} ${name}`}
      danger={enabled}
      small
      title={enabled ? 'Disable this operator?' : 'Enable this operator?'}
      confirm={enabled ? 'Disable' : 'Enable'}
      run={() => edit(id, { enabled: !enabled })}
      stale={STALE}
    >
      <p>
        <strong>
          <Shown text={name} />
        </strong>{' '}
        {enabled
          ? 'is signed out and cannot sign in. They lose their seats in every open request, and keys that they turned there no longer count. A request that can no longer get enough keys is aborted.'
          : 'can sign in and be asked for keys again. They do not get their seats in open requests back.'}
      </p>
    </ConfirmButton>
  );
}

interface FieldsProps<T> {
  readonly fields: T;
  readonly set: (change: Partial<Schemas['NewOperator']>) => void;
}

function NameAndEmail({ fields, set }: FieldsProps<Pick<Operator, 'name' | 'email'>>) {
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

function Edit({ operator, onClose }: { readonly operator: Operator; readonly onClose: () => void }) {
  const { id, name, email, role } = operator;
  const [fields, setFields] = useState({ name, email, role });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const save = useEdit({ run: () => edit(id, fields), stale: STALE, onMade: onClose });
  return (
    <EditDialog
      title="Edit operator"
      edit={save}
      onClose={onClose}
      submit="Save"
      below={<OperatorAccess operator={operator} />}
    >
      <NameAndEmail fields={fields} set={set} />
      <Choice label="Role" value={fields.role} onChange={(next) => set({ role: next })} options={ROLES} />
    </EditDialog>
  );
}

const NOBODY: Schemas['NewOperator'] = { id: '', name: '', email: '', role: 'operator' };

function NewOperator({ onClose }: { readonly onClose: () => void }) {
  const [fields, setFields] = useState(NOBODY);
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  const run = () => answer(api.POST('/api/operators', { body: fields }));
  const add = useEdit({ run, stale: STALE, onMade: onClose });
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
      <p className="muted">After adding them, make a sign-in link and send it to them.</p>
    </EditDialog>
  );
}
