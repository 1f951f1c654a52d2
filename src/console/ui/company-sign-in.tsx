/** On the sign-in page: the way to the identity provider of an organization. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { lastOrganization, leaveToSignIn } from '../lib/sign-in';
import { Button } from './button';
import { Field, Form } from './form';
import { Problem } from './states';

export function CompanySignIn() {
  const [open, setOpen] = useState(lastOrganization() !== '');
  const [org, setOrg] = useState(lastOrganization);
  const leave = useMutation({ mutationFn: leaveToSignIn });
  if (!open) {
    return (
      <Button className="button big" onPress={() => setOpen(true)}>
        Sign in with your company account
      </Button>
    );
  }
  return (
    <Form onSubmit={() => leave.mutate(org.trim())}>
      <Field
        label="Organization of your company account"
        value={org}
        onChange={setOrg}
        required
        maxLength={LIMITS.organizationId.max}
        hint="Its id, for example org_acme."
      />
      <Problem error={leave.error} />
      <Button type="submit" className="button big" isDisabled={leave.isPending || leave.isSuccess}>
        Sign in with your company account
      </Button>
    </Form>
  );
}
