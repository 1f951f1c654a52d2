/** What can be proposed. */
import { answer, api } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Empty } from '../../ui/states';

export default function Actions() {
  const me = useMe();
  const pages = usePages(['actions'], (query) => answer(api.GET('/api/actions', { params: { query } })));
  const add = (
    <Link className="button" to="/new-action">
      New action
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
                <p>Nothing can be proposed before an admin has made one.</p>
              </Empty>
            ) : (
              <ul className="cards">
                {actions.map(({ id, title, quorum, mode, roster, param_rules, version }) => (
                  <li key={id}>
                    <article className="card row-card">
                      <h2>
                        <Link to={`/actions/${encodeURIComponent(id)}`} className="stretched">
                          <Shown text={title} />
                        </Link>
                      </h2>
                      <span className="muted mono">
                        <Shown text={id} />
                      </span>
                      <p className="muted">
                        {quorum.default === 1 ? '1 key' : `${quorum.default} keys`} of {roster.length}
                        {quorum.selectable && ` (${quorum.min} to ${quorum.max} may be asked for)`}
                        {mode === 'coincident' && ', turned together'}
                        {param_rules.length > 0 &&
                          `, ${param_rules.length === 1 ? '1 rule' : `${param_rules.length} rules`}`}{' '}
                        · version {version}
                      </p>
                    </article>
                  </li>
                ))}
              </ul>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}
