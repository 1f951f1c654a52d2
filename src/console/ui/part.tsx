/** A card of a page that, on a narrow screen, is one closed line with its most important fact. */
import { type ReactNode, useState } from 'react';
import { useNarrow } from '../lib/narrow';
import { Button } from './button';

interface Props {
  readonly id: string;
  readonly title: string;
  /** Beside the title. */
  readonly beside?: ReactNode;
  /** What is beside it on a narrow screen. */
  readonly inShort?: ReactNode;
  /** Whether it is open from the start. */
  readonly isWanted?: boolean;
  readonly children: ReactNode;
}

export function Part({ id, title, beside, inShort = beside, isWanted = false, children }: Props) {
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(isWanted);
  const facts = narrow ? inShort : beside;
  return (
    <section aria-labelledby={id} className={narrow ? 'card part' : 'card'}>
      <div className="card-head">
        <h2 id={id}>
          {narrow ? (
            <Button className="part-switch" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {title}
            </Button>
          ) : (
            title
          )}
        </h2>
        {facts !== undefined && <span className="caption">{facts}</span>}
      </div>
      {/* It stays in place, so that nothing that was typed is lost if the screen is turned. */}
      <div hidden={narrow && !isOpen}>{children}</div>
    </section>
  );
}
