/** The sessions of an operator. Each can be ended. */
import { answer, api } from '../lib/api';
import { usePages } from '../lib/lists';
import { ConfirmButton } from './confirm-button';
import { Ago, Instant } from './instant';
import { PagedList } from './list-page';

export function Sessions({ operator }: { readonly operator: string }) {
  const pages = usePages(['sessions', operator], (page) =>
    answer(api.GET('/api/sessions', { params: { query: { operator, ...page } } })),
  );
  return (
    <PagedList
      pages={pages}
      what="the sessions"
      itemsOf={({ sessions }) => sessions}
      none={<p className="muted">No session.</p>}
    >
      {(sessions) => (
        <ul className="plain-list">
          {sessions.map(({ id, current, created_at, expires_at }) => (
            <li key={id} className="session">
              <span>
                Signed in <Ago ms={created_at} />
                {current && <strong> (this session)</strong>}{' '}
                <span className="muted">
                  · ends <Instant ms={expires_at} />
                </span>
              </span>
              {!current && (
                <ConfirmButton
                  label="End"
                  spoken={`End session ${id}`}
                  small
                  title="End this session?"
                  confirm="End it"
                  run={() => answer(api.DELETE('/api/sessions/{id}', { params: { path: { id } } }))}
                  stale={[['sessions']]}
                >
                  <p>The browser that uses it is signed out at once.</p>
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
