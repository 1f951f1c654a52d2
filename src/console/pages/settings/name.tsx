/** What the organization is called on every page and in every mail, and the address at which its people sign in. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api } from '../../lib/api';
import { useCopied } from '../../lib/copied';
import { useEdit } from '../../lib/edit';
import { nameOrganization, useSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { DialogButton } from '../../ui/dialog';
import { EditDialog } from '../../ui/edit-dialog';
import { Field } from '../../ui/form';
import { VisibleText } from '../../ui/visible-text';
import { Setting } from './setting';

export function OrganizationName() {
  const { data } = useSession();
  if (data == null) return null;
  const { org, org_name } = data;
  return (
    <Setting
      title="Name"
      action={<DialogButton label="Rename…" dialog={(onClose) => <Rename name={org_name} onClose={onClose} />} />}
    >
      <VisibleText text={org_name} /> {org_name !== org && <span className="caption">{org}</span>}
    </Setting>
  );
}

/** What admins send to people. It has the id alone, and nothing else finds an organization. */
export function SignInAddress() {
  const { data } = useSession();
  const address = `${location.origin}/sign-in#${data?.org ?? ''}`;
  const { copied, copy, forget } = useCopied(address);
  return (
    <Setting
      title="Sign-in address"
      action={
        <Button className="button small" onPress={copy} onBlur={forget}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      }
    >
      <code className="wrap">{address}</code>
    </Setting>
  );
}

export function Rename({ name: before, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [name, setName] = useState(before);
  const rename = useEdit({
    run: () => answer(api.PUT('/api/organization', { body: { name: name.trim() } })),
    onMade: ({ name }) => {
      nameOrganization(name);
      onClose();
    },
  });
  return (
    <EditDialog title="Rename the organization" edit={rename} onClose={onClose} submit="Rename it">
      <Field
        label="Name"
        value={name}
        onChange={setName}
        required
        maxLength={LIMITS.organizationName.max}
        hint="People read it on every page and in every mail. The id stays."
      />
    </EditDialog>
  );
}
