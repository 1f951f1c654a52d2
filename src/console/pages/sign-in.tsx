/**
 * Sign in by a one-time link or a passkey. The page says how to get a link. A link is used by a press and never by opening it
 * (docs/decisions/sign-in-links.md).
 */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, answer, api, problemIn } from '../lib/api';
import { sentence } from '../lib/format';
import {
  keep,
  type Organization,
  organizationNamedIn,
  rememberedOrganization,
  rememberOrganization,
} from '../lib/organization';
import { PasskeyProblem, signInByPasskey } from '../lib/passkey';
import { passkeysPossible } from '../lib/passkeys-possible';
import { queryClient, SESSION } from '../lib/query-client';
import { Link, navigate } from '../lib/router';
import { changeSession, type Session } from '../lib/session';
import { Button } from '../ui/button';
import { CompanyButton, CompanySignIn } from '../ui/company-sign-in';
import { Alone } from '../ui/frame';
import { MailedLink } from '../ui/mailed-link';
import MailedLinkForm from '../ui/mailed-link-form';
import { VisibleText } from '../ui/visible-text';
import './sign-in.css';

interface Props {
  /** Of the link that opened the page, until it was used or refused. */
  readonly token: string | null;
  readonly forgetToken: () => void;
  readonly signedIn: Session | null;
}

async function enter(session: Session): Promise<void> {
  await changeSession(session);
  // After a session has expired, the operator returns to the same page.
  if (location.pathname === '/sign-in') navigate('/', { replace: true });
}

export default function SignIn({ token, forgetToken, signedIn }: Props) {
  const [named] = useState(() => organizationNamedIn(location));
  const [known, setKnown] = useState(() => rememberedOrganization(named));
  const open = useMutation({
    // A link replaces the operator who is signed in only if the page has asked.
    mutationFn: async (link: string) =>
      rememberOrganization(
        await answer(api.POST('/api/session', { body: { token: link, replace: signedIn !== null } })),
      ),
    onSuccess: (session) => {
      forgetToken();
      return enter(session);
    },
    onError: async (error) => {
      if (isTaken(error)) await queryClient.refetchQueries({ queryKey: SESSION });
      if (isSpent(error)) forgetToken();
    },
  });
  if (open.isPending) {
    return (
      <Alone title="Sign in">
        <p role="status">Signing you in…</p>
      </Alone>
    );
  }
  const problem = open.error !== null && !isTaken(open.error) && <LinkProblem error={open.error} />;
  if (token === null) {
    return (
      <Alone
        title={signedIn === null && known !== null ? `Sign in to ${known.name}` : 'Sign in'}
        heading={signedIn === null && known !== null && <SignInTo name={known.name} />}
      >
        {problem}
        {signedIn === null ? (
          <HowTo known={known} named={named ?? ''} forget={() => setKnown(null)} />
        ) : (
          <AlreadyIn session={signedIn} />
        )}
      </Alone>
    );
  }
  const use = () => open.mutate(token);
  return (
    <Alone title={signedIn === null ? 'This link signs you in' : 'Switch operator?'}>
      {problem}
      {signedIn === null ? <Continue use={use} /> : <Switch session={signedIn} use={use} forgetToken={forgetToken} />}
    </Alone>
  );
}

/** Someone signed in, in another tab, after this page was opened. The link is still valid. */
const isTaken = (error: unknown): boolean => problemIn(error).status === 409;

/** After any other answer, and without one, the link may still be valid. */
const isSpent = (error: unknown): boolean => problemIn(error).status === 401;

function Continue({ use }: { readonly use: () => void }) {
  return (
    <div className="stack">
      <p>It works once. Continue in the browser that you want to use.</p>
      <Button className="button primary big" onPress={use}>
        Continue
      </Button>
      <p className="muted">You did not expect a link? Close this page: nothing has happened.</p>
    </div>
  );
}

interface SwitchProps {
  readonly session: Session;
  readonly use: () => void;
  readonly forgetToken: () => void;
}

/** Someone may have sent the link to make this browser act as another operator. */
function Switch({ session: { operator }, use, forgetToken }: SwitchProps) {
  const stay = () => {
    forgetToken();
    navigate('/', { replace: true });
  };
  return (
    <>
      <p>
        You are signed in as <VisibleText text={operator.name} strong />. The link that you opened signs you out and
        signs in the operator that it was made for.
      </p>
      <p className="muted">Use it only if you asked for this link.</p>
      <div className="form-actions">
        <Button className="button primary" onPress={stay}>
          Stay signed in
        </Button>
        <Button className="button" onPress={use}>
          Use the link
        </Button>
      </div>
    </>
  );
}

function LinkProblem({ error }: { readonly error: unknown }) {
  return (
    <div className="notice bad" role="alert">
      <p>{isSpent(error) ? 'This link is invalid, expired or already used.' : sentence(problemIn(error).message)}</p>
      {isSpent(error) && (
        // The demo of the local runner adds a button for a new link here.
        <p className="new-link">
          Ask an admin for a new one. Admins create it on their page “Operators”. A link that you requested by mail
          opens only in the browser in which you requested it.
        </p>
      )}
    </div>
  );
}

interface HowToProps {
  /** Null if this browser remembers none: then every way is shown. */
  readonly known: Organization | null;
  /** The id that the address fills in. */
  readonly named: string;
  readonly forget: () => void;
}

function HowTo({ known, named, forget }: HowToProps) {
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: enter });
  const hasCompany = known?.ways.includes('company_account') === true;
  return (
    <div className="stack">
      {hasCompany && <CompanyButton org={known.id} />}
      {passkeysPossible() && (
        <Button
          className={hasCompany ? 'button big' : 'button primary big'}
          onPress={() => passkey.mutate()}
          isDisabled={passkey.isPending}
        >
          Sign in with a passkey
        </Button>
      )}
      {passkey.error !== null && (
        <p className="notice bad" role="alert">
          {passkeyProblem(passkey.error)}
        </p>
      )}
      {known === null && <CompanySignIn org={named} />}
      <p className="muted">
        {passkeysPossible() || hasCompany ? 'Or open' : 'Open'} the sign-in link that an admin gave you. A link works
        once, for 24 hours.
      </p>
      {known === null && <MailedLink suggested={named} />}
      {known?.ways.includes('mailed_link') === true && (
        <>
          <p className="or">or</p>
          <MailedLinkForm org={known.id} />
        </>
      )}
      {known === null ? (
        <p className="muted">No way in? Ask an admin of your organization for a new link.</p>
      ) : (
        <Elsewhere known={known} forget={forget} />
      )}
    </div>
  );
}

/** The ways of an organization can change, and people can belong to several. */
function Elsewhere({ known, forget }: { readonly known: Organization; readonly forget: () => void }) {
  const press = () => {
    keep(null);
    forget();
  };
  return (
    <p className="muted">
      No way in? Ask an admin of <VisibleText text={known.name} />, or{' '}
      <Button className="link-button" onPress={press}>
        show every way to sign in
      </Button>
      .
    </p>
  );
}

const SignInTo = ({ name }: Pick<Organization, 'name'>) => (
  <>
    Sign in to <VisibleText text={name} />
  </>
);

/** The browser's own errors tell a person little. */
function passkeyProblem(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof PasskeyProblem) return sentence(error.message);
  return 'No passkey was used. Try again, or open a sign-in link.';
}

function AlreadyIn({ session }: { readonly session: Session }) {
  return (
    <p>
      You are signed in as <VisibleText text={session.operator.name} />. <Link to="/">Go to your inbox</Link>.
    </p>
  );
}
