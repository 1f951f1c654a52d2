/**
 * A request with a display as people see it: the lines of the one renderer (docs/decisions/displays.md). Their text is
 * never changed here. Each value is isolated from the text around it, and the name of an operator is shown beside a line.
 */

import { CLOSE, OPEN } from '../../protocol/display/delimiters';
import { lineName, lineRest, valueText } from '../../protocol/display/text';
import type { Schemas } from '../lib/schemas';
import { VisibleText } from './visible-text';

export function DisplayTitle({ title }: Pick<Schemas['Shown'], 'title'>) {
  return title.map((piece, index) =>
    'words' in piece ? (
      piece.words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one title never move
      <Value key={index} of={piece.value} />
    ),
  );
}

interface LinesProps extends Pick<Schemas['Shown'], 'lines'> {
  readonly nameOf: (operator: string) => string;
  /** What the last approved request had, for each param whose value differs. */
  readonly before?: ReadonlyMap<string, string>;
}

export function DisplayLines({ lines, nameOf, before }: LinesProps) {
  return (
    <dl className="facts display-lines">
      {lines.map((line) => (
        <div key={line.param}>
          <dt>
            <Quoted text={lineName(line)} />
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
              <span className={line.fits ? 'display-rest' : 'display-rest bad-text'}>
                <Quoted text={lineRest(line)} />
              </span>
            </span>
            <Beside line={line} nameOf={nameOf} />
            {before?.has(line.param) && (
              <p className="was">
                last approved: <bdi>{before.get(line.param)}</bdi>
              </p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Beside({ line, nameOf }: { readonly line: Schemas['ShownLine']; readonly nameOf: LinesProps['nameOf'] }) {
  if (line.type !== 'operator' || !line.fits || line.value === null) return null;
  const name = nameOf(line.value);
  if (name === line.value) return null;
  return (
    <span className="display-name secondary">
      <VisibleText text={name} />
    </span>
  );
}

/** A missing value is less prominent, because it is not a word of the title. */
function Value({ of }: { readonly of: string | null }) {
  return of === null ? <span className="quoted absent">{valueText(of)}</span> : <Quoted text={valueText(of)} strong />;
}

/** The delimiters are less prominent, and the text between them is isolated. No value contains a delimiter. */
function Quoted({ text, strong = false }: { readonly text: string; readonly strong?: boolean }) {
  return text.split(/(«[^«»]*»)/).map((part, index) =>
    part.startsWith(OPEN) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <span key={index} className="quoted">
        {OPEN}
        {strong ? (
          <b>
            <bdi>{part.slice(1, -1)}</bdi>
          </b>
        ) : (
          <bdi>{part.slice(1, -1)}</bdi>
        )}
        {CLOSE}
      </span>
    ) : (
      part
    ),
  );
}
