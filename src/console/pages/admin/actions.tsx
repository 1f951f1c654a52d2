/** What can be requested. */
import { Plus } from 'lucide-react';
import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { useOperatorNames } from '../../lib/names';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Icon } from '../../ui/icon';
import { Ago } from '../../ui/instant';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Empty } from '../../ui/states';
import { LinkRow, MainCell, Table } from '../../ui/table';

export default function Actions() {
  const me = useMe();
  const pages = usePages(['actions'], (query) => answer(api.GET('/api/actions', { params: { query } })));
  const add = (
    <Link className="button primary" to="/new-action">
      <Icon of={Plus} /> New action
    </Link>
  );
  return (
    <Page title="Actions" actions={me.role === 'admin' ? add : undefined}>
      <div className="stack">
        <Answered query={pages} what="the actions">
          {({ pages: loaded }) => {
            const actions = loaded.flatMap((page) => page.actions);
            return actions.length === 0 ? (
              <Empty title="No action yet">
                <p>Nothing can be requested before an admin creates an action.</p>
              </Empty>
            ) : (
              <Table label="Actions" columns={['Action', 'Keys', 'Operators asked', 'Rules', 'Changed', '']}>
                {actions.map((action) => (
                  <Row key={action.id} action={action} />
                ))}
              </Table>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}

function Row({ action }: { readonly action: Schemas['Action'] }) {
  const { id, title, quorum, mode, roster, param_rules, version, updated_at } = action;
  const nameOf = useOperatorNames();
  return (
    <LinkRow>
      <MainCell
        title={
          <Link to={`/actions/${encodeURIComponent(id)}`} className="stretched">
            <Shown text={title} />
          </Link>
        }
        detail={<Shown text={id} mono />}
      />
      <td data-label="Keys:">
        {quorum.default}
        {quorum.selectable && ` (${quorum.min} to ${quorum.max})`}
        {mode === 'coincident' && ', together'}
      </td>
      <td className="secondary">
        {roster.slice(0, 4).map(nameOf).join(', ')}
        {roster.length > 4 && ` and ${roster.length - 4} more`}
      </td>
      <td data-label="Rules:">{param_rules.length === 0 ? '–' : param_rules.length}</td>
      <td className="secondary nowrap">
        <Ago ms={updated_at} /> · v{version}
      </td>
    </LinkRow>
  );
}
