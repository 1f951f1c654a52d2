/** On the sign-in page: the way to the identity provider of an organization. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { leaveToSignIn } from '../lib/sign-in';
import { Button } from './button';
import { Field, Form } from './form';
import { Problem } from './states';

const LABEL = 'Sign in with your company account';

/** Of an organization that this browser remembers. */
export function CompanyButton({ org }: { readonly org: string }) {
  const leave = useMutation({ mutationFn: leaveToSignIn });
  return (
    <>
      <Button
        className="button primary big"
        onPress={() => leave.mutate(org)}
        isDisabled={leave.isPending || leave.isSuccess}
      >
        {LABEL}
      </Button>
      <Problem error={leave.error} />
    </>
  );
}

/** `org`: the id that the address fills in, or nothing. */
export function CompanySignIn({ org: named }: { readonly org: string }) {
  const [open, setOpen] = useState(named !== '');
  const [org, setOrg] = useState(named);
  const leave = useMutation({ mutationFn: leaveToSignIn });
  if (!open) {
    return (
      <Button className="button big" onPress={() => setOpen(true)}>
        {LABEL}
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
        {LABEL}
      </Button>
    </Form>
  );
}
