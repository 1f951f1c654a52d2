/** A new action. */
import { useState } from 'react';
import type { Schemas } from '../../lib/api';
import { useAround } from '../../lib/around';
import { navigate } from '../../lib/router';
import { Field } from '../../ui/form';
import { Page } from '../../ui/page';
import { Answered } from '../../ui/states';
import { PolicyForm } from './policy-form';

const open = (action: Schemas['Action']) => navigate(`/actions/${encodeURIComponent(action.id)}`);

export default function NewAction() {
  const [id, setId] = useState('');
  const around = useAround();
  return (
    <Page title="New action" up={['/actions', 'Actions']}>
      <div className="stack">
        <section className="card" aria-label="Id">
          <Field
            label="Action id"
            value={id}
            onChange={setId}
            required
            maxLength={128}
            pattern="[A-Za-z0-9._\-]{1,128}"
            hint="Programs use this id, for example refund.large. You cannot change it later."
          />
        </section>
        <Answered query={around} what="the operators">
          {(known) => <PolicyForm id={id.trim()} action={null} around={known} onSaved={open} />}
        </Answered>
      </div>
    </Page>
  );
}
