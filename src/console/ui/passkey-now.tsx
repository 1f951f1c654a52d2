/**
 * Asks a single admin without a passkey to add one while the sign-in link is fresh. Later, every change of the configuration
 * would need another link.
 */
import { useQuery } from '@tanstack/react-query';
import { FRESH_SIGN_IN_MS } from '../../protocol/fresh-sign-in';
import { answer, api } from '../lib/api';
import { useNow } from '../lib/clock';
import { passkeysPossible } from '../lib/passkeys-possible';
import { Link } from '../lib/router';
import { type Session, useSession } from '../lib/session';
import type { SetUp } from '../lib/set-up';
import { Countdown } from './instant';

export function PasskeyNow({ setUp: { hasPasskey, hasSecondAdmin } }: { readonly setUp: SetUp }) {
  const { data: session } = useSession();
  const isAlone = session?.began === 'link' && passkeysPossible() && !hasPasskey && !hasSecondAdmin;
  return isAlone ? <Ask session={session} /> : null;
}

function Ask({ session: { session_id, operator } }: { readonly session: Session }) {
  const { data: began } = useQuery({
    queryKey: ['sessions', 'began', session_id],
    queryFn: async () => {
      const query = { operator: operator.id, limit: 100 };
      const { sessions } = await answer(api.GET('/api/sessions', { params: { query } }));
      return sessions.find(({ id }) => id === session_id)?.created_at ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const now = useNow();
  const until = (began ?? 0) + FRESH_SIGN_IN_MS;
  if (now >= until) return null;
  return (
    <section className="card set-up-line" aria-label="Add a passkey">
      <span>
        Add a passkey now. You are the only admin, so each change needs a sign-in of the last five minutes, and your
        sign-in link was used. <Countdown until={until} label="You can add it for" pressing={false} />
      </span>
      <Link className="button small primary" to="/account">
        Add a passkey
      </Link>
    </section>
  );
}
