/** The dialog of an edit, the button that asks before one, and the change that waits for another admin. */

import type { ReactNode } from 'react';
import type { Change } from '../lib/changes';
import { type Edit, type Editing, useEdit } from '../lib/edit';
import { formatInstant } from '../lib/format';
import { useOperatorNames } from '../lib/names';
import { Link } from '../lib/router';
import { Button } from './button';
import { Fact } from './card';
import { Ask, DialogButton } from './dialog';
import { Form } from './form';
import { Problem } from './states';
import { VisibleText } from './visible-text';

interface EditDialogProps {
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

/**
 * An edit in a dialog: its fields, what went wrong, and two buttons. If another admin has to approve it, the dialog
 * says so next.
 */
export function EditDialog({ title, edit, onClose, submit, below, children, ...more }: EditDialogProps) {
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

interface QuestionProps<T> extends Edit<T> {
  readonly title: string;
  readonly confirm: string;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

interface ConfirmButtonProps<T> extends QuestionProps<T> {
  readonly label: `${string}…`;
  /** For screen readers, if a page has several buttons with one label. */
  readonly spoken?: string;
  readonly small?: boolean;
}

export function ConfirmButton<T>({ label, spoken, small = false, ...question }: ConfirmButtonProps<T>) {
  const look = ['button', question.danger ? 'danger-quiet' : '', small ? 'small' : ''].join(' ');
  const dialog = (onClose: () => void) => <Question {...question} onClose={onClose} />;
  return <DialogButton className={look} label={label} spoken={spoken} dialog={dialog} />;
}

/** A button that asks before it acts. */
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

/** A change that is not made yet, because another admin has to turn a key on it. */
export function Waits({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const nameOf = useOperatorNames();
  return (
    <Ask title="Waits for another admin’s key" onClose={onClose} question={false}>
      <p>
        <VisibleText text={change.title} />
      </p>
      <dl className="facts">
        {change.differences.map(({ field, text }) => (
          <Fact key={field} name={field}>
            <VisibleText text={text} />
          </Fact>
        ))}
      </dl>
      <p className="muted">
        Nothing has changed yet. The change is made when one of these admins turns a key on it, before{' '}
        {formatInstant(change.expires_at)}: <VisibleText text={change.waiting_for.map(nameOf).join(', ')} />.
      </p>
      <div className="dialog-actions">
        <Link to={`/requests/${change.id}`} className="button">
          Open the request
        </Link>
        <Button className="button primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Ask>
  );
}
