/** One action: its policy, who would be asked for a proposal, and what an edit would have changed. */
import { useQuery } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../../lib/api';
import { readAll } from '../../lib/lists';
import { navigate } from '../../lib/router';
import { queryClient, useMe } from '../../lib/session';
import { visibleText } from '../../lib/visible';
import { ConfirmButton } from '../../ui/confirm-button';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';
import { PolicyForm } from './policy-form';
import { Preview } from './preview';

export interface Around {
  readonly operators: readonly Schemas['Operator'][];
  readonly integrations: readonly string[];
}

export function useAround() {
  return useQuery({
    queryKey: ['around'],
    queryFn: async (): Promise<Around> => {
      const [operators, actions] = await Promise.all([
        readAll((query) => answer(api.GET('/api/operators', { params: { query } }))),
        answer(api.GET('/api/actions', { params: { query: { limit: 1 } } })),
      ]);
      return { operators: operators.flatMap((page) => page.operators), integrations: actions.integrations };
    },
    refetchOnWindowFocus: false,
  });
}

export default function ActionPage({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const me = useMe();
  const isAdmin = me.role === 'admin';
  const around = useAround();
  const action = useQuery({
    queryKey: ['action', id],
    queryFn: async () => (await answer(api.GET('/api/actions/{id}', { params: { path: { id } } }))).action,
    // An edit in progress is not to be overwritten.
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title="Action"
      tab={visibleText(id)}
      heading={<Shown text={id} mono />}
      actions={isAdmin && action.data !== undefined ? <Delete id={id} /> : undefined}
    >
      <Answered query={action} what="the action">
        {(loaded) => (
          <Answered query={around} what="the operators">
            {(known) => (
              <div className="stack">
                <p className="muted">Version {loaded.version}. Live requests keep the version they were made under.</p>
                <PolicyForm key={loaded.version} id={id} action={loaded} around={known} readOnly={!isAdmin} />
                <Preview action={loaded} around={known} />
              </div>
            )}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

function Delete({ id }: { readonly id: string }) {
  return (
    <ConfirmButton
      label="Delete"
      danger
      title="Delete this action?"
      confirm="Delete it"
      run={() => answer(api.DELETE('/api/actions/{id}', { params: { path: { id } } }))}
      onDone={() => {
        void queryClient.invalidateQueries({ queryKey: ['actions'] });
        queryClient.removeQueries({ queryKey: ['action', id] });
        navigate('/actions');
      }}
    >
      <p>
        Nothing can be proposed under <Shown text={id} mono /> any more. Live requests go on.
      </p>
    </ConfirmButton>
  );
}
