/**
 * An edit in a dialog: its fields, what went wrong, and two buttons. If another admin has to approve it, the dialog
 * says so next.
 */
import type { ReactNode } from 'react';
import type { Editing } from '../lib/edit';
import { Button } from './button';
import { Ask } from './dialog';
import { Form } from './form';
import { Problem } from './states';
import { Waits } from './waits';

interface Props {
  readonly title: string;
  readonly edit: Editing<unknown>;
  readonly onClose: () => void;
  readonly submit: string;
  readonly danger?: boolean;
  /** Whether it only asks for confirmation. Otherwise it has fields. */
  readonly question?: boolean;
  /** Whether enough fields are filled in. */
  readonly ready?: boolean;
  /** Below the buttons, with its own buttons. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

export function EditDialog({ title, edit, onClose, submit, below, children, ...more }: Props) {
  const { danger = false, question = false, ready = true } = more;
  if (edit.waits !== null) return <Waits change={edit.waits} onClose={onClose} />;
  return (
    <Ask title={title} onClose={onClose} question={question} locked={edit.isPending}>
      <Form onSubmit={edit.send}>
        {children}
        <div className="dialog-actions">
          <Problem error={edit.error} />
          <Button className="button" onPress={onClose} isDisabled={edit.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            className={danger ? 'button danger' : 'button primary'}
            isDisabled={edit.isPending || !ready}
          >
            {submit}
          </Button>
        </div>
      </Form>
      {below}
    </Ask>
  );
}
