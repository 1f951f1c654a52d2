/** Whether operators without a passkey can request a sign-in link by mail. */
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../lib/api';
import { ConfirmButton } from '../../ui/confirm-button';
import { Answered } from '../../ui/states';

const MAILED_LINKS = ['mailed-links'];

export function MailedLinks({ fourEyes }: { readonly fourEyes: boolean }) {
  const setting = useQuery({ queryKey: MAILED_LINKS, queryFn: () => answer(api.GET('/api/mailed-links')) });
  const set = (allowed: boolean) => answer(api.PUT('/api/mailed-links', { body: { allowed } }));
  return (
    <section className="card" aria-labelledby="mailed-links">
      <h2 id="mailed-links">Sign-in links by mail</h2>
      <Answered query={setting} what="the setting">
        {({ allowed }) => (
          <div className="line">
            <span className="secondary">
              {allowed
                ? 'Operators without a passkey can request a sign-in link by mail.'
                : 'Operators cannot request a sign-in link by mail. Only admins make links.'}
            </span>
            <ConfirmButton
              label={allowed ? 'End links by mail…' : 'Allow links by mail…'}
              small
              title={allowed ? 'End sign-in links by mail?' : 'Allow sign-in links by mail?'}
              confirm={allowed ? 'End them' : fourEyes ? 'Request it' : 'Allow them'}
              run={() => set(!allowed)}
              stale={[MAILED_LINKS]}
            >
              <p>
                {allowed
                  ? 'No more links are mailed, and those that were mailed no longer work.'
                  : `A person who reads an operator’s mailbox can then read what the operator can read, ask questions, refuse and abort. They cannot turn a key.${fourEyes ? ' Another admin must approve this.' : ''}`}
              </p>
            </ConfirmButton>
          </div>
        )}
      </Answered>
    </section>
  );
}
