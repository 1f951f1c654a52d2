/** For admins: the company account of an operator. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useCompanySignIn } from '../../lib/company';
import { useEdit } from '../../lib/edit';
import { OPERATOR_ACCESS, useAccess } from '../../lib/people';
import { formatInstant } from '../../lib/time';
import { ConfirmButton } from '../../ui/confirm-button';
import { DialogButton } from '../../ui/dialog-button';
import { EditDialog } from '../../ui/edit-dialog';
import { Field } from '../../ui/form';
import { VisibleText } from '../../ui/visible-text';

const STALE = [OPERATOR_ACCESS];

export function OperatorAccount({ operator: { id, name } }: { readonly operator: Schemas['Operator'] }) {
  const access = useAccess().data?.operators.find((each) => each.id === id);
  const { data } = useCompanySignIn();
  if (data === undefined || data.provider === null || access === undefined) return null;
  const connectedAt = access.account_connected_at;
  return (
    <section className="form-section" aria-label={`Company account of ${name}`}>
      <h3>Company account</h3>
      <p className="muted">
        {connectedAt === null ? 'No account signs them in.' : `Connected since ${formatInstant(connectedAt)}.`}
      </p>
      <div className="form-actions">
        {connectedAt === null && (
          <DialogButton
            className="button"
            label="Connect…"
            spoken={`Connect an account to ${name}`}
            dialog={(onClose) => <Connect id={id} name={name} onClose={onClose} />}
          />
        )}
        <ConfirmButton
          label="Disconnect…"
          spoken={`Disconnect the account of ${name}`}
          title="Disconnect the company account?"
          confirm="Disconnect"
          run={() => answer(api.DELETE('/api/operators/{id}/identity', { params: { path: { id } } }))}
          stale={STALE}
        >
          <p>
            It signs <VisibleText text={name} /> in no more, and their keys in open requests are taken out.
          </p>
        </ConfirmButton>
      </div>
    </section>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Connect({ id, name, onClose }: Props) {
  const [subject, setSubject] = useState('');
  const edit = useEdit({
    run: () =>
      answer(api.PUT('/api/operators/{id}/identity', { params: { path: { id } }, body: { subject: subject.trim() } })),
    stale: STALE,
    onMade: onClose,
  });
  return (
    <EditDialog title="Connect a company account" edit={edit} onClose={onClose} submit="Connect it">
      <p>
        The account can sign in as <VisibleText text={name} />, whose keys in open requests are taken out.
      </p>
      <Field
        label="Subject"
        value={subject}
        onChange={setSubject}
        required
        maxLength={LIMITS.subject.max}
        hint="The sub of the account, as your identity provider names it. It is no e-mail address."
      />
    </EditDialog>
  );
}
