/** A button that asks before it acts. */
import { type ReactNode, useState } from 'react';
import { type Edit, useEdit } from '../lib/edit';
import { Button } from './button';
import { EditDialog } from './edit-dialog';

interface Props<T> extends Edit<T> {
  readonly label: string;
  /** For screen readers, if a page has several buttons with one label. */
  readonly spoken?: string;
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly small?: boolean;
  readonly children: ReactNode;
}

export function ConfirmButton<T>(props: Props<T>) {
  const { label, spoken, title, confirm, run, stale, onMade, danger = false, small = false, children } = props;
  const [asking, setAsking] = useState(false);
  const edit = useEdit({
    run,
    stale,
    onMade: (made) => {
      setAsking(false);
      onMade?.(made);
    },
  });
  const open = () => {
    edit.reset();
    setAsking(true);
  };
  return (
    <>
      <Button
        className={['button', danger ? 'danger-quiet' : '', small ? 'small' : ''].join(' ')}
        onPress={open}
        aria-label={spoken}
      >
        {label}
      </Button>
      {asking && (
        <EditDialog
          title={title}
          edit={edit}
          onClose={() => setAsking(false)}
          submit={confirm}
          danger={danger}
          question
        >
          {children}
        </EditDialog>
      )}
    </>
  );
}
