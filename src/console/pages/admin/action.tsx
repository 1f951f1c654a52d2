/** One action: its policy, and who would be asked for a proposal. Operators read it; admins edit it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api, type Schemas } from '../../lib/api';
import { type Around, useAround } from '../../lib/around';
import { Link, navigate } from '../../lib/router';
import { queryClient, useMe } from '../../lib/session';
import { visibleText } from '../../lib/visible';
import { Button } from '../../ui/button';
import { ConfirmButton } from '../../ui/confirm-button';
import { CopyId } from '../../ui/copy-id';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';
import { PolicyForm } from './policy-form';
import { PolicySummary } from './policy-summary';
import { Preview } from './preview';

export default function ActionPage({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const me = useMe();
  const isAdmin = me.role === 'admin';
  const around = useAround();
  const action = useQuery({
    queryKey: ['action', id],
    queryFn: async () => (await answer(api.GET('/api/actions/{id}', { params: { path: { id } } }))).action,
  });
  return (
    <Page
      title={visibleText(id)}
      up={['/actions', 'Actions']}
      heading={<Shown text={action.data?.title ?? id} />}
      beside={<CopyId id={id} what="the action" />}
      actions={isAdmin && action.data !== undefined ? <Delete id={id} /> : undefined}
    >
      <Waiting id={id} />
      <Answered query={action} what="the action">
        {(loaded) => (
          <Answered query={around} what="the operators">
            {(known) =>
              isAdmin ? <Editor latest={loaded} around={known} /> : <Reader action={loaded} around={known} />
            }
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

interface EditorProps {
  readonly latest: Schemas['Action'];
  readonly around: Around;
}

function Reader({ action, around }: { readonly action: Schemas['Action']; readonly around: Around }) {
  return (
    <div className="stack">
      <PolicySummary action={action} />
      <Preview action={action} around={around} />
    </div>
  );
}

/** A change of this action that another admin has not approved yet. */
function Waiting({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['changes'],
    queryFn: () => answer(api.GET('/api/changes', { params: { query: { limit: 100 } } })),
    refetchInterval: 15_000,
  });
  return data?.changes
    .filter(({ action }) => action === id)
    .map((change) => (
      <p key={change.id} className="notice warn">
        This change waits for another admin’s key:{' '}
        <Link to={`/requests/${change.id}`}>{visibleText(change.title)}</Link>
      </p>
    ));
}

/** An edit stays based on the version that it started from. A newer version is announced beside it. */
function Editor({ latest, around }: EditorProps) {
  const [base, setBase] = useState(latest);
  const [loads, setLoads] = useState(0);
  const load = () => {
    setBase(latest);
    setLoads(loads + 1);
  };
  return (
    <div className="stack">
      <p className="muted">Version {base.version}. Open requests keep the version that they were made under.</p>
      {latest.version > base.version && (
        <div className="notice warn" role="status">
          <p>Somebody saved version {latest.version} while you were editing.</p>
          <Button className="button small" onPress={load}>
            Load it and discard my edit
          </Button>
        </div>
      )}
      <PolicyForm key={loads} id={base.id} action={base} around={around} onSaved={setBase} />
      <Preview action={latest} around={around} />
    </div>
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
      onMade={() => {
        void queryClient.invalidateQueries({ queryKey: ['actions'] });
        queryClient.removeQueries({ queryKey: ['action', id] });
        navigate('/actions');
      }}
    >
      <p>
        <Shown text={id} /> can no longer be requested. Open requests continue.
      </p>
    </ConfirmButton>
  );
}
