/** A person by name; the id is in the tooltip. */
import { VisibleText } from './visible-text';

export function Avatar({ name }: { readonly name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly isYou?: boolean;
}

export function Person({ id, name, isYou = false }: Props) {
  return (
    <span className="person" title={id}>
      <Avatar name={name} />
      <VisibleText text={isYou ? 'You' : name} />
    </span>
  );
}

/** The first letters of two words, or the first two letters of one. */
function initialsOf(name: string): string {
  const [first = '', second = ''] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === '' ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
