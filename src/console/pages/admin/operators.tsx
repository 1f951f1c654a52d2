/** Who can be asked for a key, who administers, and links to sign in with. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UserPlus } from '../../../../generated/icons';
import type { Schemas } from '../../lib/api';
import { formatCount } from '../../lib/format';
import type { Group } from '../../lib/groups';
import {
  type Access,
  countSpecial,
  EVERYBODY,
  filtered,
  groupsByOperator,
  PEOPLE_A_PAGE,
  type PeopleFilter,
  SPECIALS,
  type Special,
  useAccess,
  useGroups,
} from '../../lib/people';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Chip, Picker, SearchField } from '../../ui/filters';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { Pager } from '../../ui/pager';
import { Answered, Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Invite } from './new-operator';
import { OperatorRow } from './operator-row';
import './operators.css';

export default function Operators() {
  const [adding, setAdding] = useState(false);
  // Other admins change it too, so this page does not rely on what is kept.
  const everybody = useQuery({ ...EVERYBODY, staleTime: 0 });
  const operators = everybody.data?.operators ?? [];
  return (
    <Page
      title="Operators"
      beside={everybody.data && <Badge tone="idle">{formatCount(operators.length)}</Badge>}
      actions={
        <Button className="button primary" onPress={() => setAdding(true)}>
          <Icon of={UserPlus} /> Invite people…
        </Button>
      }
    >
      <div className="stack">
        <Answered query={everybody} what="the operators">
          {(all) => <People operators={all.operators} />}
        </Answered>
      </div>
      {adding && <Invite operators={operators} onClose={() => setAdding(false)} />}
    </Page>
  );
}

const NO_FILTER: PeopleFilter = { text: '', role: '', group: '', special: '' };

function People({ operators }: Pick<Schemas['OperatorList'], 'operators'>) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(0);
  const { data } = useAccess();
  const access = new Map(data?.operators.map((each) => [each.id, each]));
  const groups = useGroups().data ?? [];
  const groupsOf = groupsByOperator(groups);
  const found = filtered(operators, access, groupsOf, filter);
  // The list can become shorter while its last page is shown.
  const at = Math.min(page, Math.max(0, Math.ceil(found.length / PEOPLE_A_PAGE) - 1));
  const from = at * PEOPLE_A_PAGE;
  const shown = found.slice(from, from + PEOPLE_A_PAGE);
  const set = (change: Partial<PeopleFilter>) => {
    setFilter({ ...filter, ...change });
    setPage(0);
  };
  return (
    <>
      <div className="toolbar people-toolbar">
        <SearchField
          label="Search operators"
          hint={`Search ${formatCount(operators.length)} people: name, mail or id`}
          text={filter.text}
          onChange={(text = '') => set({ text })}
        />
        <Filters filter={filter} set={set} operators={operators} access={access} groups={groups} />
        <Pager
          range={found.length === 0 ? 'Nobody' : rangeText(from, shown.length, found.length)}
          before={at === 0 ? null : () => setPage(at - 1)}
          next={from + shown.length >= found.length ? null : () => setPage(at + 1)}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title="Nobody matches">
          <Button className="button" onPress={() => set(NO_FILTER)}>
            Show everybody
          </Button>
        </Empty>
      ) : (
        <div className="people">
          <Table
            label="Operators"
            columns={['Name', 'Role', ...(groups.length > 0 ? ['Groups'] : []), 'Last sign-in', 'Passkeys', '']}
          >
            {shown.map((operator) => (
              <OperatorRow
                key={operator.id}
                operator={operator}
                access={access.get(operator.id)}
                groups={groups.length > 0 ? (groupsOf.get(operator.id) ?? []) : null}
              />
            ))}
          </Table>
        </div>
      )}
    </>
  );
}

const rangeText = (from: number, shown: number, total: number): string =>
  `${formatCount(from + 1)}–${formatCount(from + shown)} of ${formatCount(total)}`;

interface FiltersProps extends Pick<Schemas['OperatorList'], 'operators'> {
  readonly filter: PeopleFilter;
  readonly set: (change: Partial<PeopleFilter>) => void;
  readonly access: ReadonlyMap<string, Access>;
  readonly groups: readonly Group[];
}

function Filters({ filter, set, operators, access, groups }: FiltersProps) {
  return (
    <fieldset className="chips" aria-label="Filters">
      {(['admin', 'operator'] as const).map((role) => (
        <Chip key={role} isOn={filter.role === role} onPress={() => set({ role: filter.role === role ? '' : role })}>
          {role === 'admin' ? 'Admins' : 'Operators'}
        </Chip>
      ))}
      {groups.length > 0 && (
        <Picker
          label="Group"
          value={filter.group || undefined}
          choices={groups.map(({ id, name, members }) => ({
            id,
            name,
            count: members.filter(({ counts }) => counts).length,
          }))}
          set={(group = '') => set({ group })}
        />
      )}
      {(Object.keys(SPECIALS) as Special[]).map((special) => {
        const isOn = filter.special === special;
        return (
          <Chip
            key={special}
            isOn={isOn}
            onPress={() => set({ special: isOn ? '' : special })}
            count={countSpecial(operators, access, special)}
          >
            {SPECIALS[special].label}
          </Chip>
        );
      })}
    </fieldset>
  );
}
