/** Requests a sign-in link by mail. Nobody learns here whether the organization or the address exists. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { answer, api } from '../lib/api';
import { Button } from './button';
import { Field, Form } from './form';
import { Problem } from './states';
import { VisibleText } from './visible-text';

export interface MailedLinkProps {
  /** Of the operator who was signed in. Absent if nobody is known to have been. */
  readonly org?: string;
  /** What an address fills in. */
  readonly suggested?: string;
}

export default function MailedLinkForm({ org: known, suggested = '' }: MailedLinkProps) {
  const [org, setOrg] = useState(suggested);
  const [address, setAddress] = useState('');
  const request = useMutation({
    mutationFn: (asked: { readonly org: string; readonly address: string }) =>
      answer(api.POST('/api/session/mailed-link', { body: asked })),
  });
  const send = () => request.mutate({ org: known ?? org.trim(), address: address.trim() });
  return (
    <Form onSubmit={send}>
      {known === undefined && (
        <Field
          label="Organization that mails the link"
          value={org}
          onChange={setOrg}
          required
          maxLength={LIMITS.organizationId.max}
          hint="Its id, as in “org_acme”. An admin can tell you."
        />
      )}
      <Field
        label="E-mail address"
        type="email"
        value={address}
        onChange={setAddress}
        required
        maxLength={LIMITS.mailAddress.max}
      />
      <p className="muted">
        Only if your organization allows it, and you have no passkey. With this link you can read, ask questions, refuse
        and abort, but turn no key.
      </p>
      <Problem error={request.error} />
      <Button type="submit" className="button" isDisabled={request.isPending}>
        Mail me a link
      </Button>
      <output>
        {request.isSuccess && (
          <>
            If <VisibleText text={request.variables.address} /> can get a link, it is on its way. Open it within ten
            minutes, in this browser.
          </>
        )}
      </output>
    </Form>
  );
}
