/** The first steps of the guide to the first request, and what stands beside them. */

import { useState } from 'react';
import { Check, CircleCheck, Copy } from '../../../../generated/icons';
import { LIMITS } from '../../../../generated/limits';
import { answer, api } from '../../lib/api';
import { useCopied } from '../../lib/copied';
import { useEdit } from '../../lib/edit';
import { Link } from '../../lib/router';
import { nameOrganization, type Session, useMe } from '../../lib/session';
import { keepFirstKey, SET_UP } from '../../lib/set-up';
import { curlOf, policyOfTemplate, TEMPLATES, type Template } from '../../lib/templates';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { DialogButton } from '../../ui/dialog';
import { Waits } from '../../ui/edit-dialog';
import { Field, Form } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { KeysLeft } from '../../ui/meter';
import { Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Rename } from '../settings/name';

/** The first step: what people call the organization. */
export function NameIt({ session: { org, org_name } }: { readonly session: Session }) {
  const [name, setName] = useState('');
  const edit = useEdit({
    run: () => answer(api.PUT('/api/organization', { body: { name: name.trim() } })),
    onMade: ({ name }) => nameOrganization(name),
  });
  if (org_name !== org) {
    return (
      <p className="muted">
        <VisibleText text={org_name} />, on every page and in every mail.{' '}
        <DialogButton
          className="link-button"
          label="Change it…"
          dialog={(onClose) => <Rename name={org_name} onClose={onClose} />}
        />
      </p>
    );
  }
  return (
    <>
      <Form className="one-field" onSubmit={edit.send}>
        <Field
          label="Name of the organization"
          value={name}
          onChange={setName}
          required
          maxLength={LIMITS.organizationName.max}
          placeholder="Acme Payments"
        />
        <Button type="submit" className="button primary" isDisabled={edit.isPending || name.trim() === ''}>
          Save the name
        </Button>
      </Form>
      <Problem error={edit.error} />
      {edit.waits !== null && <Waits change={edit.waits} onClose={edit.reset} />}
    </>
  );
}

/** The second step: an action from a template. */
export function Templates({ operator }: { readonly operator: string }) {
  return (
    <div className="templates">
      {TEMPLATES.map((template) => (
        <FromTemplate key={template.id} template={template} operator={operator} />
      ))}
    </div>
  );
}

function FromTemplate({ template, operator }: { readonly template: Template; readonly operator: string }) {
  const create = useEdit({
    run: () =>
      answer(
        api.PUT('/api/actions/{id}', {
          params: { path: { id: template.id } },
          body: policyOfTemplate(template, operator),
        }),
      ),
    stale: [['actions'], ['inbox'], SET_UP],
  });
  return (
    <>
      <button type="button" className="template" onClick={create.send} disabled={create.isPending}>
        <strong>{template.name}</strong>
        <span className="muted">{template.what}</span>
        <code className="caption">{Object.keys(template.params).join(', ')}</code>
      </button>
      <Problem error={create.error} />
      {create.waits !== null && <Waits change={create.waits} onClose={create.reset} />}
    </>
  );
}

interface MakeKeyProps {
  /** Whether there is an action, and no request yet. */
  readonly isNext: boolean;
  /** Whether there is a key already, whose token nobody can read again. */
  readonly isLost: boolean;
  readonly isMade: boolean;
  readonly onMade: (token: string) => void;
}

/** The third step: an API key, whose token is filled into the command below. */
export function MakeKey({ isNext, isLost, isMade, onMade }: MakeKeyProps) {
  const create = useEdit({
    run: () => answer(api.POST('/api/keys', { body: { name: 'first-steps', scopes: ['propose', 'read'] } })),
    stale: [['keys'], ['inbox'], SET_UP],
    onMade: ({ token }) => {
      keepFirstKey(token);
      onMade(token);
    },
  });
  if (isMade) return <p className="muted">It is filled in below, and shown only this once.</p>;
  const says = isLost ? 'There is one. Its token was shown only once.' : 'It may request and read, and nothing else.';
  if (!isNext) return <p className="muted">{says}</p>;
  return (
    <div className="stack">
      <p className="muted">{says}</p>
      <div>
        <Button className="button primary" onPress={create.send} isDisabled={create.isPending}>
          {isLost ? 'Make another API key' : 'Make the API key'}
        </Button>
      </div>
      <Problem error={create.error} />
      {create.waits !== null && <Waits change={create.waits} onClose={create.reset} />}
    </div>
  );
}

interface SendProps {
  readonly template: Template;
  /** Null once the page was loaded again: the token is shown only once. */
  readonly token: string | null;
  readonly requester: string;
  readonly hasArrived: boolean;
}

/** The fourth step: the command, and whether its request has arrived. */
export function Send({ template, token, requester, hasArrived }: SendProps) {
  return (
    <div className="stack">
      {token !== null && <Command text={curlOf(template, token, requester)} />}
      <div className={hasArrived ? 'listening arrived' : 'listening'} role="status">
        {hasArrived ? <Icon of={CircleCheck} /> : <span className="pulse" aria-hidden="true" />}
        <strong>{hasArrived ? 'Your first request is here.' : 'Waiting for your first request…'}</strong>
        {!hasArrived && <span className="muted">This page goes on by itself</span>}
      </div>
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  const { copied, copy, forget } = useCopied(text);
  return (
    <div className="terminal">
      <div className="terminal-head">
        <strong>curl</strong>
        <Button className="button small" onPress={copy} onBlur={forget}>
          <Icon of={copied ? Check : Copy} tiny /> {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre>{text}</pre>
    </div>
  );
}

/** Beside the guide: how the request will look, and what the likely refusals mean. */
export function WhatToExpect({ template }: { readonly template: Template | null }) {
  const me = useMe();
  const { title, example } = template ?? TEMPLATES[0]!;
  return (
    <aside className="beside stack" aria-label="What to expect">
      <section className="card" aria-labelledby="comes-in">
        <h2 id="comes-in">It comes in like this</h2>
        <div className="sample">
          <p>
            <span className="wording">{title}</span> <strong>{example}</strong>
          </p>
          <div className="sample-line">
            <span className="muted">
              <VisibleText text={me.name} />
            </span>
            <KeysLeft turned={0} quorum={1} groups="" />
          </div>
        </div>
      </section>
      <section className="card" aria-labelledby="no-answer">
        <h2 id="no-answer">No answer?</h2>
        <dl className="stacked-facts">
          <Fact name={<code>401</code>}>The key was not copied completely.</Fact>
          <Fact name={<code>422</code>}>The answer names the param that is wrong.</Fact>
        </dl>
        <p>
          <Link to="/keys">Make another key</Link>
        </p>
      </section>
    </aside>
  );
}
