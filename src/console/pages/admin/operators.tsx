/** Who can be asked, who administers, and links to sign in with. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { queryClient, useMe } from '../../lib/session';
import { formatInstant } from '../../lib/time';
import { Badge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/confirm-button';
import { Choice, Field } from '../../ui/form';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { SecretOnce } from '../../ui/secret-once';
import { Sessions } from '../../ui/sessions';
import { Shown } from '../../ui/shown';
import { Answered, Problem } from '../../ui/states';

type Operator = Schemas['Operator'];
type Role = Operator['role'];

const ROLES = [
  ['operator', 'Operator'],
  ['admin', 'Admin'],
] as const satisfies readonly (readonly [Role, string])[];

const changed = () => queryClient.invalidateQueries({ queryKey: ['operators'] });

const edit = (id: string, body: Schemas['OperatorEdit']) =>
  answer(api.PATCH('/api/operators/{id}', { params: { path: { id } }, body }));

export default function Operators() {
  const pages = usePages(['operators'], (query) => answer(api.GET('/api/operators', { params: { query } })));
  return (
    <Page title="Operators">
      <div className="stack">
        <Answered query={pages} what="the operators">
          {({ pages: loaded }) => (
            <ul className="cards">
              {loaded
                .flatMap((page) => page.operators)
                .map((operator) => (
                  <li key={operator.id}>
                    <OperatorCard operator={operator} />
                  </li>
                ))}
            </ul>
          )}
        </Answered>
        <More pages={pages} />
        <NewOperator />
      </div>
    </Page>
  );
}

function OperatorCard({ operator }: { readonly operator: Operator }) {
  const { id, name, email, role, enabled } = operator;
  const me = useMe();
  const [open, setOpen] = useState(false);
  return (
    <article className="card row-card">
      <h2>
        <Shown text={name} />
        {id === me.id && ' (you)'}
      </h2>
      <span className="form-actions">
        <Badge plain tone={role === 'admin' ? 'wait' : 'idle'}>
          {role === 'admin' ? 'Admin' : 'Operator'}
        </Badge>
        {!enabled && <Badge tone="bad">Disabled</Badge>}
      </span>
      <p className="muted">
        <Shown text={id} mono /> · <Shown text={email} />
      </p>
      <div className="form-actions">
        {enabled && <SignInLink operator={operator} />}
        <Able operator={operator} />
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Edit, sessions</summary>
        {open && (
          <div className="stack">
            <Edit operator={operator} />
            <section aria-label={`Sessions of ${name}`}>
              <h3>Sessions</h3>
              <Sessions operator={id} />
            </section>
          </div>
        )}
      </details>
    </article>
  );
}

function SignInLink({ operator: { id, name } }: { readonly operator: Operator }) {
  const link = useMutation({
    mutationFn: () => answer(api.POST('/api/operators/{id}/sign-in-link', { params: { path: { id } }, body: {} })),
  });
  return (
    <>
      <Button
        className="button small"
        onPress={() => link.mutate()}
        isDisabled={link.isPending}
        aria-label={`Make a sign-in link for ${name}`}
      >
        Sign-in link
      </Button>
      <Problem error={link.error} />
      {link.data !== undefined && (
        <SecretOnce
          title="Sign-in link"
          label="Sign-in link"
          secret={link.data.sign_in_url}
          onClose={() => link.reset()}
        >
          <p>
            It opens one session as <Shown text={name} />, once, until {formatInstant(link.data.expires_at)}. Hand it
            over where only they read it.
          </p>
        </SecretOnce>
      )}
    </>
  );
}

function Able({ operator: { id, name, enabled } }: { readonly operator: Operator }) {
  return (
    <ConfirmButton
      label={enabled ? 'Disable' : 'Enable'}
      spoken={`${enabled ? 'Disable' : 'Enable'} ${name}`}
      danger={enabled}
      small
      title={enabled ? 'Disable this operator?' : 'Enable this operator?'}
      confirm={enabled ? 'Disable' : 'Enable'}
      run={() => edit(id, { enabled: !enabled })}
      onDone={changed}
    >
      <p>
        <strong>
          <Shown text={name} />
        </strong>{' '}
        {enabled
          ? 'cannot sign in any more, loses their seats in every open request, and their turns there do not count. A request whose quorum cannot be met any more is aborted.'
          : 'can sign in and be asked again. Seats in open requests are not given back.'}
      </p>
    </ConfirmButton>
  );
}

function Edit({ operator }: { readonly operator: Operator }) {
  const [name, setName] = useState(operator.name);
  const [email, setEmail] = useState(operator.email);
  const [role, setRole] = useState<Role>(operator.role);
  const save = useMutation({ mutationFn: () => edit(operator.id, { name, email, role }), onSuccess: changed });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="form-row">
        <Field label="Name" value={name} onChange={setName} required maxLength={100} />
        <Field label="E-mail" type="email" value={email} onChange={setEmail} required />
        <Choice label="Role" value={role} onChange={setRole} options={ROLES} />
      </div>
      <Problem error={save.error} />
      <div className="form-actions">
        <Button type="submit" className="button" isDisabled={save.isPending}>
          Save
        </Button>
        {save.isSuccess && <span role="status">Saved.</span>}
      </div>
    </form>
  );
}

const NOBODY: Schemas['NewOperator'] = { id: '', name: '', email: '', role: 'operator' };

function NewOperator() {
  const [fields, setFields] = useState(NOBODY);
  const set = (change: Partial<Schemas['NewOperator']>) => setFields({ ...fields, ...change });
  const add = useMutation({
    mutationFn: () => answer(api.POST('/api/operators', { body: fields })),
    onSuccess: () => {
      setFields(NOBODY);
      return changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  return (
    <section className="card" aria-labelledby="new-operator">
      <h2 id="new-operator">Add an operator</h2>
      <form className="form" onSubmit={submit}>
        <div className="form-row">
          <Field
            label="Id"
            value={fields.id}
            onChange={(id) => set({ id })}
            required
            maxLength={64}
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
            hint="How rosters and proposers name them; it cannot be changed."
          />
          <Field label="Name" value={fields.name} onChange={(name) => set({ name })} required maxLength={100} />
          <Field label="E-mail" type="email" value={fields.email} onChange={(email) => set({ email })} required />
          <Choice label="Role" value={fields.role} onChange={(role) => set({ role })} options={ROLES} />
        </div>
        <Problem error={add.error} />
        <div className="form-actions">
          <Button type="submit" className="button primary" isDisabled={add.isPending}>
            Add operator
          </Button>
          {add.isSuccess && <span role="status">Added. Now make a sign-in link for them.</span>}
        </div>
      </form>
    </section>
  );
}
