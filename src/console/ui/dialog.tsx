/** A dialog that must be answered before anything else. It keeps the focus, returns it, and closes on Escape. */
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

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
  return (
    <ModalOverlay
      isOpen
      className="overlay"
      isDismissable={!locked}
      isKeyboardDismissDisabled={locked}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={wide ? 'modal wide' : 'modal'}>
        <Dialog className="dialog" role={question ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
