/** Whether operators without a passkey can request a sign-in link by mail. */
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../lib/api';
import { EVERYBODY } from '../../lib/people';
import { ConfirmButton } from '../../ui/edit-dialog';
import { Answered } from '../../ui/states';
import { Setting } from './setting';

const MAILED_LINKS = ['mailed-links'];

export function MailedLinks() {
  const query = useQuery({ queryKey: MAILED_LINKS, queryFn: () => answer(api.GET('/api/mailed-links')) });
  return (
    <Setting title="Sign-in links by mail" action={query.data && <Change {...query.data} />}>
      <Answered query={query} what="the setting">
        {({ allowed }) =>
          allowed ? 'Allowed for operators without a passkey.' : 'Not allowed. Only admins make sign-in links.'
        }
      </Answered>
    </Setting>
  );
}

function Change({ allowed }: { readonly allowed: boolean }) {
  const { data } = useQuery(EVERYBODY);
  const fourEyes = data?.four_eyes === true;
  return (
    <ConfirmButton
      label={allowed ? 'End links by mail…' : 'Allow links by mail…'}
      small
      title={allowed ? 'End sign-in links by mail?' : 'Allow sign-in links by mail?'}
      confirm={allowed ? 'End them' : fourEyes ? 'Request it' : 'Allow them'}
      run={() => answer(api.PUT('/api/mailed-links', { body: { allowed: !allowed } }))}
      stale={[MAILED_LINKS]}
    >
      <p>
        {allowed
          ? 'No more links are mailed, and those that were mailed no longer work.'
          : `A person who reads an operator’s mailbox can then read what the operator can read, ask questions, refuse and abort. They cannot turn a key.${fourEyes ? ' Another admin must approve this.' : ''}`}
      </p>
    </ConfirmButton>
  );
}
