/** A new action. */
import { useState } from 'react';
import { useAround } from '../../lib/actions';
import type { Schemas } from '../../lib/api';
import { navigate } from '../../lib/router';
import { Field } from '../../ui/form';
import { Page } from '../../ui/page';
import { Answered } from '../../ui/states';
import { PolicyEditor } from './policy-editor';

const open = (action: Schemas['Action']) => navigate(`/actions/${encodeURIComponent(action.id)}`);

export default function NewAction() {
  const [id, setId] = useState('');
  const around = useAround();
  const page = { title: 'New action', up: ['/actions', 'Actions'] as const };
  if (around.data === undefined) {
    return (
      <Page {...page}>
        <Answered query={around} what="the operators">
          {() => null}
        </Answered>
      </Page>
    );
  }
  const field = (
    <section className="card" aria-label="Id">
      <Field
        label="Action id"
        value={id}
        onChange={(text) => setId(text.trim())}
        required
        maxLength={128}
        pattern="[A-Za-z0-9._\-]{1,128}"
        hint="Programs use this id, for example refund.large. You cannot change it later."
      />
    </section>
  );
  return <PolicyEditor id={id} action={null} around={around.data} onSaved={open} page={page} first={field} />;
}
