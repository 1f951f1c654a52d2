/** One action: its policy, who would be asked for a proposal, and what an edit would have changed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { type Around, useAround } from '../../lib/around';
import { navigate } from '../../lib/router';
import { queryClient, useMe } from '../../lib/session';
import { visibleText } from '../../lib/visible';
import { ConfirmButton } from '../../ui/confirm-button';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered } from '../../ui/states';
import { PolicyForm } from './policy-form';
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
      title="Action"
      tab={visibleText(id)}
      heading={<Shown text={id} mono />}
      actions={isAdmin && action.data !== undefined ? <Delete id={id} /> : undefined}
    >
      <Answered query={action} what="the action">
        {(loaded) => (
          <Answered query={around} what="the operators">
            {(known) => <Editor latest={loaded} around={known} readOnly={!isAdmin} />}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

interface EditorProps {
  readonly latest: Schemas['Action'];
  readonly around: Around;
  readonly readOnly: boolean;
}

/** An edit in progress stays what it was made from; that somebody else was quicker is said beside it. */
function Editor({ latest, around, readOnly }: EditorProps) {
  const [base, setBase] = useState(latest);
  return (
    <div className="stack">
      <p className="muted">Version {base.version}. Live requests keep the version they were made under.</p>
      {latest.version > base.version && (
        <div className="notice warn" role="status">
          <p>Version {latest.version} was saved meanwhile.</p>
          <Button className="button small" onPress={() => setBase(latest)}>
            Load it, and drop what was edited here
          </Button>
        </div>
      )}
      <PolicyForm key={base.version} id={base.id} action={base} around={around} readOnly={readOnly} onSaved={setBase} />
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
