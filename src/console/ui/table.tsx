/** A list as a table, rows that open something, and the button that opens what belongs to a row. */

import type { ReactNode, Ref } from 'react';
import { ChevronRight } from '../../../generated/icons';
import { Icon } from './icon';

interface TableProps {
  readonly label: string;
  /** A column without a visible title has an empty text. */
  readonly columns: readonly string[];
  readonly children: ReactNode;
  readonly list?: Ref<HTMLTableElement>;
  /** Inside a card that has its own border. */
  readonly bare?: boolean;
  /** On a phone each row has two lines: what and until when, then who and how far. */
  readonly dense?: boolean;
  /** Before the names of the columns. */
  readonly head?: ReactNode;
  /** On a phone too, the rows show their boxes. */
  readonly selecting?: boolean;
}

/** On a phone each row becomes a small stack, and `label` names the content of a cell. */
export function Table({
  label,
  columns,
  children,
  list,
  bare = false,
  dense = false,
  head,
  selecting = false,
}: TableProps) {
  const kind = [dense ? 'table-stack dense' : 'table-stack', selecting ? 'selecting' : ''].join(' ').trim();
  return (
    <div className={bare ? 'table-card bare' : 'table-card'}>
      <table className={kind} aria-label={label} ref={list}>
        <thead>
          <tr>
            {head}
            {columns.map((column, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              column === '' ? <td key={index} /> : <th key={index}>{column}</th>,
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface LinkRowProps {
  readonly isSelected?: boolean;
  readonly children: ReactNode;
}

/** A row that opens something: its title is the link, and the complete row takes the pointer. */
export function LinkRow({ isSelected = false, children }: LinkRowProps) {
  return (
    <tr className={isSelected ? 'row-link selected' : 'row-link'}>
      {children}
      <td className="cell-chevron">
        <Icon of={ChevronRight} />
      </td>
    </tr>
  );
}

export function MainCell({ title, detail }: { readonly title: ReactNode; readonly detail?: ReactNode }) {
  return (
    <td className="cell-main">
      <div className="row-title">{title}</div>
      {detail !== undefined && detail !== null && <div className="row-detail">{detail}</div>}
    </td>
  );
}

export function ActionsCell({ children }: { readonly children: ReactNode }) {
  return (
    <td className="cell-actions">
      <div className="row-actions">{children}</div>
    </td>
  );
}

interface DisclosureProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** The id of what it opens. */
  readonly controls?: string;
  /** For screen readers, if a page has several with one label. */
  readonly spoken?: string;
  readonly children: ReactNode;
}

/** Opens what belongs to a row, below it. */
export function Disclosure({ isOpen, onToggle, controls, spoken, children }: DisclosureProps) {
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
