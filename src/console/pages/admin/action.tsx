/** One action: its policy, and who would be asked for a proposal. Operators read it; admins edit it. */

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { visibleText } from '../../../protocol/visible-text';
import { type Around, type ReadAction, readAction, useAround } from '../../lib/actions';
import { answer, api, type Schemas } from '../../lib/api';
import { usePolicyNames } from '../../lib/names';
import { queryClient } from '../../lib/query-client';
import { Link, navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyId } from '../../ui/copy-id';
import { ConfirmButton } from '../../ui/edit-dialog';
import { StatedLines } from '../../ui/lines';
import { Page } from '../../ui/page';
import { Answered } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { PolicyBeside } from './policy-beside';
import { PolicyEditor } from './policy-editor';

export default function ActionPage({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const me = useMe();
  const isAdmin = me.role === 'admin';
  const around = useAround();
  const action = useQuery({
    queryKey: ['action', id],
    queryFn: () => readAction(id),
  });
  const page = {
    title: visibleText(id),
    up: ['/actions', 'Actions'] as const,
    heading: <VisibleText text={action.data?.title ?? id} />,
    beside: <CopyId id={id} what="the action" />,
  };
  if (isAdmin && action.data !== undefined && around.data !== undefined) {
    return <Editor latest={action.data} around={around.data} page={page} />;
  }
  return (
    <Page {...page}>
      <WaitingChanges id={id} />
      <Answered query={action} what="the action">
        {(loaded) => (
          <Answered query={around} what="the operators">
            {(known) => <Reader action={loaded} around={known} />}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

interface EditorProps {
  readonly latest: Schemas['Action'];
  readonly around: Around;
  readonly page: Omit<ComponentProps<typeof Page>, 'children'>;
}

function Reader({ action, around }: { readonly action: ReadAction; readonly around: Around }) {
  return (
    <div className="editor stack">
      <PolicySummary action={action} />
      <PolicyBeside id={action.id} policy={action} action={action} isEdited={false} isChanged={false} around={around} />
    </div>
  );
}

/** A change of this action that another admin has not approved yet. */
function WaitingChanges({ id }: { readonly id: string }) {
  const { data } = useQuery({
    queryKey: ['changes'],
    queryFn: () => answer(api.GET('/api/changes', { params: { query: { limit: 100 } } })),
    refetchInterval: 15_000,
  });
  return (
    <>
      {data?.changes
        .filter(({ action }) => action === id)
        .map((change) => (
          <p key={change.id} className="notice warn">
            This change waits for another admin’s key:{' '}
            <Link to={`/requests/${change.id}`}>{visibleText(change.title)}</Link>
          </p>
        ))}
      {data != null && data.cursor !== null && (
        <p className="muted">
          Only the newest {data.changes.length} changes that wait were looked at. Others are in the{' '}
          <Link to="/?view=open">inbox</Link>.
        </p>
      )}
    </>
  );
}

/** An edit stays based on the version that it started from. A newer version is announced above it. */
function Editor({ latest, around, page }: EditorProps) {
  const [base, setBase] = useState(latest);
  const [loads, setLoads] = useState(0);
  const load = () => {
    setBase(latest);
    setLoads(loads + 1);
  };
  const above = (
    <>
      <WaitingChanges id={base.id} />
      {latest.version > base.version && (
        <div className="notice warn" role="status">
          <p>Somebody saved version {latest.version} while you were editing.</p>
          <Button className="button small" onPress={load}>
            Load it and discard my edit
          </Button>
        </div>
      )}
    </>
  );
  const beside = (
    <>
      <Badge tone="idle">{`version ${base.version}`}</Badge>
      {page.beside}
    </>
  );
  return (
    <PolicyEditor
      key={loads}
      id={base.id}
      action={base}
      around={around}
      onSaved={setBase}
      page={{ ...page, beside, actions: <Delete id={base.id} /> }}
      above={above}
    />
  );
}

function Delete({ id }: { readonly id: string }) {
  return (
    <ConfirmButton
      label="Delete…"
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
        <VisibleText text={id} /> can no longer be requested. Open requests continue.
      </p>
    </ConfirmButton>
  );
}

/** A policy to read, for operators: they cannot edit one, so they get no form. */
export function PolicySummary({ action }: { readonly action: ReadAction }) {
  const nameOf = usePolicyNames();
  return (
    <section className="card" aria-labelledby="policy">
      <div className="card-head">
        <h2 id="policy">Policy</h2>
        <span className="caption">Version {action.version}. Only an admin can change it.</span>
      </div>
      <StatedLines lines={action.lines} nameOf={nameOf} />
    </section>
  );
}
