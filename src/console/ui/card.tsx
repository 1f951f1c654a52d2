/** The parts of a card: its title, and a name with its value. */

import type { ReactNode } from 'react';

/** A name and its value, in a list of facts. */
export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CardHeadProps {
  readonly id: string;
  readonly title: string;
  readonly beside: string;
}

/** The title of a card, with a short text beside it or, if there is no room, below. */
export function CardHead({ id, title, beside }: CardHeadProps) {
  return (
    <div className="card-head">
      <h2 id={id}>{title}</h2>
      <span className="caption">{beside}</span>
    </div>
  );
}
