/** A dialog that must be answered before anything else: keeps the focus, gives it back, closes on Escape. */
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** While something is on its way, or a secret is shown once, a stray click must not close it. */
  readonly locked?: boolean;
  /** Whether it asks something, or only shows or edits. */
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
