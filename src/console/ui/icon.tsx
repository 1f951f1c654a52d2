/** The icons of the console: one set, one size. They are decoration; the words beside them have the meaning. */
import type { LucideIcon } from 'lucide-react';

interface Props {
  readonly of: LucideIcon;
  readonly tiny?: boolean;
}

export function Icon({ of: Drawn, tiny = false }: Props) {
  return <Drawn aria-hidden="true" className={tiny ? 'icon tiny' : 'icon'} />;
}
