/** A button that asks before it acts. */
import type { ReactNode } from 'react';
import { type Edit, useEdit } from '../lib/edit';
import { DialogButton } from './dialog-button';
import { EditDialog } from './edit-dialog';

interface QuestionProps<T> extends Edit<T> {
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

interface Props<T> extends QuestionProps<T> {
  readonly label: string;
  /** For screen readers, if a page has several buttons with one label. */
  readonly spoken?: string;
  readonly small?: boolean;
}

export function ConfirmButton<T>({ label, spoken, small = false, ...question }: Props<T>) {
  const look = ['button', question.danger ? 'danger-quiet' : '', small ? 'small' : ''].join(' ');
  const dialog = (onClose: () => void) => <Question {...question} onClose={onClose} />;
  return <DialogButton className={look} label={label} spoken={spoken} dialog={dialog} />;
}

function Question<T>(props: QuestionProps<T> & { readonly onClose: () => void }) {
  const { title, confirm, run, stale, onMade, danger, onClose, children } = props;
  const edit = useEdit({
    run,
    stale,
    onMade: (made) => {
      onClose();
      onMade?.(made);
    },
  });
  return (
    <EditDialog title={title} edit={edit} onClose={onClose} submit={confirm} danger={danger} question>
      {children}
    </EditDialog>
  );
}
