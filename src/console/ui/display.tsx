/**
 * The lines of a request with a display, from the one renderer (docs/decisions/displays.md). Their text is never changed here,
 * and the name of an operator is shown beside a line.
 */

import type { ReactNode } from 'react';
import { lineName } from '../../protocol/display/text';
import { counted } from '../lib/format';
import { isFolded } from '../lib/params';
import type { Schemas } from '../lib/schemas';
import { Key, LineName, Rest, Value } from './value';
import { VisibleText } from './visible-text';

type Line = Schemas['ShownLine'];

interface LinesProps {
  readonly lines: readonly Line[];
  readonly nameOf: (operator: string) => string;
  /** What the last approved request had, for each param whose value differs. */
  readonly before?: ReadonlyMap<string, ReactNode>;
}

export function DisplayLines({ lines, nameOf, before = new Map() }: LinesProps) {
  const open = lines.filter((line) => !isFoldedLine(line));
  return (
    <>
      <dl className="facts display-lines">
        {open.map((line) => (
          <div key={line.param}>
            <dt>
              <LineName line={line} among={lines} />
            </dt>
            <dd>
              <span className="display-value">
                {line.href === null ? (
                  <Value of={line.value} />
                ) : (
                  <a href={line.href} target="_blank" rel="noreferrer noopener">
                    <Value of={line.value} />
                  </a>
                )}
                <Rest line={line} />
              </span>
              <Beside line={line} nameOf={nameOf} />
              <Before value={before.get(line.param)} />
            </dd>
          </div>
        ))}
      </dl>
      <AsSent lines={lines} before={before} />
    </>
  );
}

/** The display lists it, or it is more than a digest: then it has a line of its own. */
const isFoldedLine = ({ label, param, value }: Line): boolean => label === null && isFolded(param, value ?? '');

function Beside({ line, nameOf }: { readonly line: Line; readonly nameOf: LinesProps['nameOf'] }) {
  if (line.type !== 'operator' || !line.fits || line.value === null) return null;
  const name = nameOf(line.value);
  if (name === line.value) return null;
  return (
    <span className="display-name secondary">
      <VisibleText text={name} />
    </span>
  );
}

const Before = ({ value }: { readonly value: ReactNode }) =>
  value === undefined ? null : (
    <p className="was">
      last approved: <bdi>{value}</bdi>
    </p>
  );

/** In one closed line: each param that fits its format, as it was sent, with the digests that stand in no other line. */
function AsSent({ lines, before }: Required<Pick<LinesProps, 'lines' | 'before'>>) {
  const sent = lines.filter(({ value, fits }) => value !== null && fits);
  const digests = sent.filter(isFoldedLine);
  if (digests.length === 0 && sent.every(({ label, raw }) => label === null && raw === null)) return null;
  return (
    <Folded
      title={`As the program sent it: ${counted(sent.length, 'param')}`}
      digests={digests.map(({ param }) => param)}
    >
      {sent.map((line) => (
        <li key={line.param}>
          <Key text={lineName({ ...line, label: null })} /> = <Value of={line.raw ?? line.value} />
          <Before value={isFoldedLine(line) ? before.get(line.param) : undefined} />
        </li>
      ))}
    </Folded>
  );
}

interface FoldedProps {
  readonly title?: string;
  /** The params that no other line of the page has. */
  readonly digests: readonly string[];
  readonly children: ReactNode;
}

/** Layout only: all of it stays on the page, and what it is about is outside. */
export const Folded = ({ title = '', digests, children }: FoldedProps) => (
  <details className="as-sent">
    <summary>
      {title}
      {title !== '' && digests.length > 0 && ' · '}
      {digests.map((param, index) => (
        <span key={param}>
          {index === 0 ? `${counted(digests.length, 'digest')}: ` : ', '}
          <VisibleText text={param} mono />
        </span>
      ))}
    </summary>
    <ul className="plain-list">{children}</ul>
  </details>
);
