/** For admins: what the organization is called on every page and in every mail. */
import { useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { answer, api } from '../lib/api';
import { useEdit } from '../lib/edit';
import { nameOrganization, useSession } from '../lib/session';
import { DialogButton } from '../ui/dialog';
import { EditDialog } from '../ui/edit-dialog';
import { Field } from '../ui/form';
import { VisibleText } from '../ui/visible-text';

export function OrganizationName() {
  const { data } = useSession();
  if (data === undefined || data === null) return null;
  return (
    <section className="card stack" aria-labelledby="organization">
      <h2 id="organization">Organization</h2>
      <div className="line">
        <span>
          <VisibleText text={data.org_name} />{' '}
          <span className="caption">{data.org_name === data.org ? '' : data.org}</span>
        </span>
        <DialogButton label="Rename…" dialog={(onClose) => <Rename name={data.org_name} onClose={onClose} />} />
      </div>
    </section>
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
