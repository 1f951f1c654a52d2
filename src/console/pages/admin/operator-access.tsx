/** For admins: everything that signs an operator in, and one button that ends all of it. */

import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { formatInstant } from '../../lib/format';
import { OPERATOR_ACCESS, useAccess } from '../../lib/people';
import { useCompanySignIn } from '../../lib/sign-in';
import { SIGNING_KEYS } from '../../lib/signing-keys';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Field } from '../../ui/form';
import { PasskeyList, Sessions } from '../../ui/passkeys-and-sessions';
import { VisibleText } from '../../ui/visible-text';

export function OperatorAccess({ operator }: { readonly operator: Schemas['Operator'] }) {
  const { id, name } = operator;
  const key = ['passkeys', id];
  const revoked = [key, SIGNING_KEYS, ['sessions'], ['operator-access']];
  return (
    <>
      <section className="form-section" aria-label={`Sessions of ${name}`}>
        <h3>Sessions</h3>
        <Sessions operator={id} />
      </section>
      <OperatorAccount operator={operator} />
      <section className="form-section" aria-label={`Passkeys of ${name}`}>
        <h3>Passkeys</h3>
        <PasskeyList
          queryKey={key}
          read={(query) => answer(api.GET('/api/operators/{id}/passkeys', { params: { path: { id }, query } }))}
          remove={(passkey) =>
            answer(api.DELETE('/api/operators/{id}/passkeys/{passkey}', { params: { path: { id, passkey } } }))
          }
          none="No passkey. They sign in by link."
        />
        <div className="form-actions">
          <ConfirmButton
            label="Revoke all access…"
            spoken={`Revoke all access of ${name}`}
            danger
            title="Revoke all access?"
            confirm="Revoke all"
            run={() => answer(api.DELETE('/api/sessions', { params: { query: { operator: id } } }))}
            stale={revoked}
          >
            <p>
              This ends all sessions of <VisibleText text={name} />, all sign-in links that nobody has opened yet, and
              all passkeys. They need a new sign-in link.
            </p>
          </ConfirmButton>
        </div>
      </section>
    </>
  );
}

const STALE = [OPERATOR_ACCESS];

/** The company account of an operator. */
function OperatorAccount({ operator: { id, name } }: { readonly operator: Schemas['Operator'] }) {
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

interface ConnectProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Connect({ id, name, onClose }: ConnectProps) {
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
