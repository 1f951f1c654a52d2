/** The icons of the console: one set, one size. They are decoration; the words beside them have the meaning. */
import type { LucideIcon } from 'lucide-react';

interface Props {
  readonly of: LucideIcon;
  readonly tiny?: boolean;
  readonly className?: string;
}

export function Icon({ of: Drawn, tiny = false, className = '' }: Props) {
  return <Drawn aria-hidden="true" className={['icon', tiny ? 'tiny' : '', className].join(' ').trim()} />;
}
