/** A button that opens a dialog. */
import { type ReactNode, useState } from 'react';
import { Button } from './button';

interface Props {
  readonly label: ReactNode;
  /** For screen readers, if a page has several buttons with one label. */
  readonly spoken?: string;
  readonly className?: string;
  readonly dialog: (onClose: () => void) => ReactNode;
}

export function DialogButton({ label, spoken, className = 'button small', dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={className} aria-label={spoken} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
