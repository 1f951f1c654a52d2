/** The icons of the console: one set, one size. They are decoration; the words beside them have the meaning. */
import { createElement } from 'react';
import type { Drawing } from '../../../generated/icons';

interface Props {
  readonly of: Drawing;
  readonly tiny?: boolean;
}

export function Icon({ of: shapes, tiny = false }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={tiny ? 'icon tiny' : 'icon'}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes.map(([tag, attributes], at) => createElement(tag, { key: at, ...attributes }))}
    </svg>
  );
}
