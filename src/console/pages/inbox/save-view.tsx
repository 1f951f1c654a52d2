/** Keeps the search under a name: it becomes a tab. */
import { useState } from 'react';
import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import type { InboxQuery } from '../../lib/inbox';
import { savedSearchOf } from '../../lib/inbox-search';
import { EditDialog } from '../../ui/edit-dialog';
import { Field } from '../../ui/form';

interface Props {
  readonly search: InboxQuery;
  readonly onClose: () => void;
}

export default function SaveView({ search, onClose }: Props) {
  const [name, setName] = useState('');
  const edit = useEdit({
    run: () => answer(api.POST('/api/views', { body: { name: name.trim(), search: savedSearchOf(search) } })),
    stale: [['inbox']],
    onMade: onClose,
  });
  return (
    <EditDialog title="Save this view" edit={edit} onClose={onClose} submit="Save view" ready={name.trim() !== ''}>
      <Field
        label="Name"
        value={name}
        onChange={setName}
        maxLength={60}
        required
        hint="Only you see it. It shows what matches this search, also tomorrow."
      />
    </EditDialog>
  );
}
