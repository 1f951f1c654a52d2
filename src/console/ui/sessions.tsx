/** The sessions of an operator, each of which can be ended. */
import { answer, api } from '../lib/api';
import { usePages } from '../lib/lists';
import { queryClient } from '../lib/session';
import { ConfirmButton } from './confirm-button';
import { Ago, Instant } from './instant';
import { More } from './more';
import { Answered } from './states';

export function Sessions({ operator }: { readonly operator: string }) {
  const pages = usePages(['sessions', operator], (page) =>
    answer(api.GET('/api/sessions', { params: { query: { operator, ...page } } })),
  );
  return (
    <>
      <Answered query={pages} what="the sessions">
        {({ pages: loaded }) => {
          const sessions = loaded.flatMap((page) => page.sessions);
          return sessions.length === 0 ? (
            <p className="muted">No session.</p>
          ) : (
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
                      onDone={() => queryClient.invalidateQueries({ queryKey: ['sessions'] })}
                    >
                      <p>The browser that uses it is signed out at once.</p>
                    </ConfirmButton>
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}
