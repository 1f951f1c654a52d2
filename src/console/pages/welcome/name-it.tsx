/** The first step: what people call the organization. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { nameOrganization, type Session } from '../../lib/session';
import { Button } from '../../ui/button';
import { DialogButton } from '../../ui/dialog-button';
import { Field, Form } from '../../ui/form';
import { Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Waits } from '../../ui/waits';
import { Rename } from '../organization-name';

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
