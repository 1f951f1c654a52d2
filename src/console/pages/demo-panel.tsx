/** On one machine, with the demo's operators: a button for each. A deployment has no such route, and shows nothing. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api } from '../lib/api';
import type { Session } from '../lib/session';
import { Person } from '../ui/person';
import { Problem } from '../ui/states';

interface DemoOperator {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

interface Demo {
  readonly operators: readonly DemoOperator[];
  readonly links?: readonly { readonly href: string; readonly label: string }[];
}

export function DemoPanel({ enter }: { readonly enter: (session: Session) => Promise<void> }) {
  const demo = useQuery({ queryKey: ['demo'], queryFn: readDemo, retry: false, staleTime: Number.POSITIVE_INFINITY });
  const open = useMutation({ mutationFn: signInAs, onSuccess: enter });
  if (demo.data == null) return null;
  return (
    <section className="card sign-in demo" aria-labelledby="demo">
      <h2 id="demo">Demo on this machine</h2>
      <div className="demo-operators">
        {demo.data.operators.map(({ id, name, role }) => (
          <Button
            key={id}
            className="button"
            isDisabled={open.isPending}
            onPress={() => open.mutate(id)}
            aria-label={`Sign in as ${name}${role === 'admin' ? ' (admin)' : ''}`}
          >
            <Person id={id} name={name} /> {role === 'admin' && <span className="caption">admin</span>}
          </Button>
        ))}
      </div>
      <Problem error={open.error} />
      {demo.data.links !== undefined && (
        <p className="line">
          {demo.data.links.map(({ href, label }) => (
            <a key={href} href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

/** Null where there is none: a deployment answers every unknown path with the page itself. */
async function readDemo(): Promise<Demo | null> {
  const answered = await fetch('/local/demo', { cache: 'no-store' }).catch(() => null);
  if (answered === null) return null;
  const text = await answered.text();
  const isJson = answered.headers.get('content-type')?.startsWith('application/json') === true;
  return answered.ok && isJson ? (JSON.parse(text) as Demo) : null;
}

async function signInAs(operator: string): Promise<Session> {
  const made = await fetch('/local/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operator }),
  });
  const { sign_in_url } = (await made.json()) as { sign_in_url: string };
  const url = new URL(sign_in_url);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? url.searchParams.get('token') ?? '';
  return answer(api.POST('/api/session', { body: { token } }));
}
