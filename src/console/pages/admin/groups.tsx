/** Named sets of operators, which rosters and requirements name (docs/decisions/groups.md). */

import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { useAround } from '../../lib/actions';
import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { formatInstant } from '../../lib/format';
import { type Group, groupIdFrom, type Member } from '../../lib/groups';
import { usePages } from '../../lib/lists';
import { useOperatorNames } from '../../lib/names';
import { Badge } from '../../ui/badge';
import { CopyId } from '../../ui/copy-id';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Field, InstantField } from '../../ui/form';
import { ListPage } from '../../ui/list-page';
import { choosableOperators, OperatorPicker } from '../../ui/operator-picker';
import { Empty } from '../../ui/states';
import { ActionsCell, MainCell } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

const STALE = [['groups'], ['around'], ['changes']] as const;

export default function Groups() {
  const pages = usePages(['groups'], (query) => answer(api.GET('/api/groups', { params: { query } })));
  const add = {
    label: 'New group…' as const,
    dialog: (onClose: () => void) => <GroupDialog group={null} onClose={onClose} />,
  };
  const isEmpty = pages.data?.pages[0]?.groups.length === 0;
  return (
    <ListPage
      title="Groups"
      pages={pages}
      what="the groups"
      itemsOf={({ groups }) => groups}
      columns={['Group', 'Members', 'Actions', 'Id', '']}
      row={(group) => <GroupRow key={group.id} group={group} />}
      none={
        <Empty title="No groups yet">
          <p>
            Here will be groups such as Finance: a policy can ask everybody in one, and require a number of its keys.
          </p>
          <p>
            <DialogButton className="button primary" {...add} />
          </p>
        </Empty>
      }
      add={isEmpty ? undefined : add}
    />
  );
}

function GroupRow({ group }: { readonly group: Group }) {
  const { id, name, actions } = group;
  return (
    <tr>
      <MainCell title={<VisibleText text={name} strong />} detail={null} />
      <td data-label="Members:">
        <MemberList group={group} />
      </td>
      <td data-label="Actions:">{actions.length === 0 ? 'None' : actions.join(', ')}</td>
      <td>
        <CopyId id={id} what={name} />
      </td>
      <ActionsCell>
        <DialogButton
          label="Edit…"
          spoken={`Edit ${name}`}
          dialog={(onClose) => <GroupDialog group={group} onClose={onClose} />}
        />
        {actions.length === 0 && <Delete group={group} />}
      </ActionsCell>
    </tr>
  );
}

function MemberList({ group: { members } }: { readonly group: Group }) {
  const nameOf = useOperatorNames();
  if (members.length === 0) return 'Nobody';
  return (
    <ul className="members">
      {members.map(({ operator, starts_at, ends_at, counts }) => (
        <li key={operator}>
          <VisibleText text={nameOf(operator)} /> {!counts && <Badge tone="idle">Not now</Badge>}
          {(starts_at !== null || ends_at !== null) && (
            <span className="secondary">
              {starts_at !== null && ` from ${formatInstant(starts_at)}`}
              {ends_at !== null && ` until ${formatInstant(ends_at)}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Delete({ group: { id, name } }: { readonly group: Group }) {
  return (
    <ConfirmButton
      label="Delete…"
      spoken={`Delete ${name}`}
      small
      title="Delete the group?"
      confirm="Delete"
      run={() => answer(api.DELETE('/api/groups/{id}', { params: { path: { id } } }))}
      stale={STALE}
    >
      <p>
        No action names <VisibleText text={name} />. Open requests keep what they remember of it.
      </p>
    </ConfirmButton>
  );
}

function GroupDialog({ group, onClose }: { readonly group: Group | null; readonly onClose: () => void }) {
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly Member[]>(
    group?.members.map(({ counts: _, ...member }) => member) ?? [],
  );
  const id = group?.id ?? groupIdFrom(name);
  const edit = useEdit({
    run: () =>
      answer(
        api.PUT('/api/groups/{id}', {
          params: { path: { id } },
          body: { name: name.trim(), members: [...members], if_revision: group?.revision ?? 0 },
        }),
      ),
    stale: STALE,
    onMade: onClose,
  });
  return (
    <EditDialog
      title={group === null ? 'New group…' : `Edit the group ${group.name}`}
      edit={edit}
      onClose={onClose}
      submit={group === null ? 'Create group' : 'Save'}
      ready={id !== ''}
    >
      <Field
        label="Name"
        value={name}
        onChange={setName}
        required
        maxLength={LIMITS.groupName.max}
        hint={id === '' ? undefined : `Its id: ${id}`}
      />
      <Members members={members} onChange={setMembers} />
      {group !== null && group.actions.length > 0 && (
        <p className="muted">This affects new requests of {group.actions.join(', ')}.</p>
      )}
    </EditDialog>
  );
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

/** The members of a group while it is edited: the picker of the policy editor, and when each membership counts. */
export function Members({ members, onChange }: MembersProps) {
  const nameOf = useOperatorNames();
  const { data: around } = useAround();
  const memberOf = (operator: string): Member =>
    members.find((each) => each.operator === operator) ?? { operator, starts_at: null, ends_at: null };
  const replace = (operator: string, change: Partial<Member>) =>
    onChange(members.map((each) => (each.operator === operator ? { ...each, ...change } : each)));
  if (around === undefined) return null;
  return (
    <>
      <OperatorPicker
        label="Members"
        options={choosableOperators(around.operators)}
        chosen={members.map(({ operator }) => operator)}
        onChange={(chosen) => onChange(chosen.map(memberOf))}
        most={LIMITS.groupMembers.max}
      />
      {members.map(({ operator, starts_at, ends_at }) => (
        <div className="form-row" key={operator}>
          <InstantField
            label={`${nameOf(operator)} counts from`}
            at={starts_at ?? undefined}
            onChange={(at) => replace(operator, { starts_at: at ?? null })}
          />
          <InstantField
            label={`${nameOf(operator)} counts until`}
            at={ends_at ?? undefined}
            onChange={(at) => replace(operator, { ends_at: at ?? null })}
          />
        </div>
      ))}
    </>
  );
}
