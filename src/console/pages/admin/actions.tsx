/** What can be requested. */

import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { usePolicyNames } from '../../lib/names';
import { MODES, requirementsText } from '../../lib/policy-words';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Ago } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { WhoCanInList } from '../../ui/powers';
import { Empty } from '../../ui/states';
import { LinkRow, MainCell } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

export default function Actions() {
  const isAdmin = useMe().role === 'admin';
  const pages = usePages(['actions'], (query) => answer(api.GET('/api/actions', { params: { query } })));
  return (
    <ListPage
      title="Actions"
      pages={pages}
      what="the actions"
      itemsOf={({ actions }) => actions}
      columns={['Action', 'Keys', 'Operators asked', 'Rules', 'Who can', 'Changed', '']}
      row={(action) => <Row key={action.id} action={action} />}
      none={
        <Empty title="No action yet">
          <p>Nothing can be requested before an admin creates an action.</p>
        </Empty>
      }
      add={isAdmin ? { label: 'New action', to: '/new-action' } : undefined}
    />
  );
}

function Row({ action }: { readonly action: Schemas['Action'] }) {
  const { id, title, quorum, requires, mode, roster, param_rules, version, updated_at } = action;
  const nameOf = usePolicyNames();
  return (
    <LinkRow>
      <MainCell
        title={
          <Link to={`/actions/${encodeURIComponent(id)}`} className="stretched">
            <VisibleText text={title} />
          </Link>
        }
        detail={<VisibleText text={id} mono />}
      />
      <td data-label="Keys:">
        {quorum.default}
        {quorum.selectable && ` (${quorum.min} to ${quorum.max})`}
        {requires.length > 0 && <VisibleText text={`, with ${requirementsText(requires, nameOf)}`} />}
        {MODES[mode].inList}
      </td>
      <td className="secondary">
        {roster.slice(0, 4).map(nameOf).join(', ')}
        {roster.length > 4 && ` and ${roster.length - 4} more`}
      </td>
      <td data-label="Rules:">{param_rules.length === 0 ? '–' : param_rules.length}</td>
      <td className="secondary" data-label="Who can:">
        <WhoCanInList action={id} />
      </td>
      <td className="secondary nowrap">
        <Ago ms={updated_at} /> · v{version}
      </td>
    </LinkRow>
  );
}
