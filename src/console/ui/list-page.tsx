/** A list in pages: its items or a sentence if there are none, and the next page. */

import type { ReactNode } from 'react';
import { Plus } from '../../../generated/icons';
import type { usePages } from '../lib/lists';
import { Link } from '../lib/router';
import { DialogButton } from './dialog';
import { Icon } from './icon';
import { Page } from './page';
import { More } from './pager';
import { Answered } from './states';
import { Table } from './table';

type Pages<P> = ReturnType<typeof usePages<P & { readonly cursor: string | null }>>;

interface ListProps<P, T> {
  readonly pages: Pages<P>;
  readonly what: string;
  readonly itemsOf: (page: P) => readonly T[];
  readonly none: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

export function PagedList<P, T>({ pages, what, itemsOf, none, children }: ListProps<P, T>) {
  return (
    <>
      <Answered query={pages} what={what}>
        {({ pages: loaded }) => {
          const items = loaded.flatMap((page) => itemsOf(page));
          return items.length === 0 ? none : children(items);
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}

interface Props<P, T> extends Omit<ListProps<P, T>, 'children'> {
  readonly title: string;
  /** The name of the table, if it differs from the page's. */
  readonly label?: string;
  readonly columns: readonly string[];
  readonly row: (item: T) => ReactNode;
  /** How a new item is made: on its own page, or in a dialog. */
  readonly add?:
    | { readonly label: string; readonly to: string }
    | { readonly label: `${string}…`; readonly dialog: (onClose: () => void) => ReactNode };
  /** Below the list. */
  readonly children?: ReactNode;
}

/** A page with a list and a way to add to it. */
export function ListPage<P, T>({ title, label = title, columns, row, add, children, ...list }: Props<P, T>) {
  return (
    <Page title={title} actions={add && <Add {...add} />}>
      <div className="stack">
        <PagedList {...list}>
          {(items) => (
            <Table label={label} columns={columns}>
              {items.map(row)}
            </Table>
          )}
        </PagedList>
        {children}
      </div>
    </Page>
  );
}

function Add(add: NonNullable<Props<unknown, unknown>['add']>) {
  const look = 'button primary';
  if ('dialog' in add) return <DialogButton className={look} icon={Plus} {...add} />;
  return (
    <Link className={look} to={add.to}>
      <Icon of={Plus} tiny /> {add.label}
    </Link>
  );
}
