/** The page to which the identity provider sends the browser back. It posts what the provider sent, once. */
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answer, api, type Schemas } from '../lib/api';
import { rememberOrganization } from '../lib/organization';
import { queryClient } from '../lib/query-client';
import { Link, navigate } from '../lib/router';
import { changeSession } from '../lib/session';
import { COMPANY, type ProviderReturn } from '../lib/sign-in';
import { Alone } from '../ui/frame';
import { Problem } from '../ui/states';

/** This survives a new rendering of the page, because a code works once. */
let posted: Promise<void> | null = null;

function post({ sent, connects }: ProviderReturn): Promise<void> {
  if (sent === null) return Promise.reject(new Error('The identity provider did not sign you in.'));
  posted ??= connects ? connect(sent) : signIn(sent);
  return posted;
}

async function signIn(body: Schemas['ProviderAnswer']): Promise<void> {
  await changeSession(rememberOrganization(await answer(api.PUT('/api/session/company', { body }))));
  navigate('/', { replace: true });
}

async function connect(body: Schemas['ProviderAnswer']): Promise<void> {
  queryClient.setQueryData(COMPANY, await answer(api.PUT('/api/company-sign-in/identity', { body })));
  navigate('/account', { replace: true });
}

export default function CompanyBack({ back }: { readonly back: ProviderReturn }) {
  const { mutate, error } = useMutation({ mutationFn: post });
  useEffect(() => mutate(back), [mutate, back]);
  return (
    <Alone title={back.connects ? 'Connect your company account' : 'Sign in'}>
      {error === null ? (
        <p role="status">{back.connects ? 'Connecting your account…' : 'Signing you in…'}</p>
      ) : (
        <>
          <Problem error={error} />
          <p>
            <Link to={back.connects ? '/account' : '/sign-in'}>
              {back.connects ? 'Back to your account' : 'Back to signing in'}
            </Link>
          </p>
        </>
      )}
    </Alone>
  );
}
