/** A dialog that must be answered before anything else. */
import { type ReactNode, useId } from 'react';
import { Modal } from './modal';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** While a call is running or a secret is shown, an accidental click must not close it. */
  readonly locked?: boolean;
  /** Whether it asks a question, or only shows or edits something. */
  readonly question?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Ask({ title, onClose, locked = false, question = true, wide = false, children }: Props) {
  const id = useId();
  return (
    <Modal
      className="overlay"
      role={question ? 'alertdialog' : 'dialog'}
      labelledBy={id}
      locked={locked}
      onClose={onClose}
    >
      <div className={wide ? 'modal wide dialog' : 'modal dialog'}>
        <h2 id={id} className="dialog-title">
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}
