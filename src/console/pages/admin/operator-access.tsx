/** For admins: everything that signs an operator in, and one button that ends all of it. */
import { answer, api, type Schemas } from '../../lib/api';
import { SIGNING_KEYS } from '../../lib/signing-keys';
import { ConfirmButton } from '../../ui/confirm-button';
import { PasskeyList } from '../../ui/passkey-list';
import { Sessions } from '../../ui/sessions';
import { VisibleText } from '../../ui/visible-text';
import { OperatorAccount } from './operator-account';

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
            label="Revoke all access"
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
