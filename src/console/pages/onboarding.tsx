/**
 * For the admin of a new organization: what is missing before the first request. It disappears when nothing is missing.
 */
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { answer, api } from '../lib/api';
import { passkeysPossible } from '../lib/passkey';
import { Link } from '../lib/router';
import { useMe } from '../lib/session';
import { Icon } from '../ui/icon';

interface Step {
  readonly what: string;
  readonly done: boolean;
  readonly to: string;
  readonly label: string;
}

export function Onboarding() {
  const isAdmin = useMe().role === 'admin';
  const steps = useQuery({
    queryKey: ['onboarding'],
    enabled: isAdmin,
    queryFn: readSteps,
    refetchOnWindowFocus: false,
    // A step that was just completed must not look as if it were missing.
    staleTime: ({ state }) => (state.data?.every(({ done }) => done) ? 60_000 : 0),
  });
  const missing = steps.data?.filter(({ done }) => !done) ?? [];
  if (steps.data === undefined || missing.length === 0) return null;
  return (
    <details className="card onboarding" open={missing.length > 2 || undefined}>
      <summary>
        Set up your organization · {steps.data.length - missing.length} of {steps.data.length} done
      </summary>
      <ul className="steps">
        {steps.data.map(({ what, done, to, label }) => (
          <li key={what} className={done ? 'done' : undefined}>
            <Icon of={done ? CircleCheck : Circle} />
            <span>
              {what}
              {done && <span className="unseen"> (done)</span>}
            </span>
            {!done && (
              <Link className="button small" to={to}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

async function readSteps(): Promise<Step[]> {
  const [operators, passkeys, actions, keys, endpoints] = await Promise.all([
    answer(api.GET('/api/operators', { params: { query: { limit: 100 } } })),
    answer(api.GET('/api/passkeys', { params: { query: { limit: 1 } } })),
    answer(api.GET('/api/actions', { params: { query: { limit: 1 } } })),
    answer(api.GET('/api/keys', { params: { query: { limit: 1 } } })),
    answer(api.GET('/api/webhooks', { params: { query: { limit: 1 } } })),
  ]);
  const admins = operators.operators.filter(({ role, enabled }) => role === 'admin' && enabled);
  const passkey: Step = {
    what: 'Add a passkey, so that you need no sign-in link',
    done: passkeys.passkeys.length > 0,
    to: '/account',
    label: 'Add a passkey',
  };
  return [
    {
      what: 'Have a second admin, in case you cannot sign in',
      done: admins.length > 1,
      to: '/operators',
      label: 'Add an admin',
    },
    ...(passkeysPossible() ? [passkey] : []),
    {
      what: 'Create the first action: what can be requested, and who must approve',
      done: actions.actions.length > 0,
      to: '/new-action',
      label: 'Create an action',
    },
    {
      what: 'Make the first API key, for the program that requests',
      done: keys.keys.length > 0,
      to: '/keys',
      label: 'Make a key',
    },
    {
      what: 'Add the first webhook, so that your systems hear of verdicts',
      done: endpoints.endpoints.length > 0,
      to: '/webhooks',
      label: 'Add a webhook',
    },
  ];
}
