/** Opens what belongs to a row, below it. */

import type { ReactNode } from 'react';
import { ChevronRight } from '../../../generated/icons';
import { Icon } from './icon';

interface Props {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** The id of what it opens. */
  readonly controls?: string;
  /** For screen readers, if a page has several with one label. */
  readonly spoken?: string;
  readonly children: ReactNode;
}

export function Disclosure({ isOpen, onToggle, controls, spoken, children }: Props) {
  return (
    <button
      type="button"
      className="disclosure"
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={spoken}
      onClick={() => onToggle(!isOpen)}
    >
      <Icon of={ChevronRight} />
      {children}
    </button>
  );
}
