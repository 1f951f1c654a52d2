/** Draws a document. It draws a limited number of rows and characters, and more of them when asked. */
// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows and the pieces of a document never move
import { type ReactNode, useState } from 'react';
import { type DiffFile, type DiffRow, LONGEST_NAME } from '../../lib/evidence/diff';
import type { Document } from '../../lib/evidence/document';
import { JsonTree } from './evidence-json';
import { Markdown } from './evidence-markdown';
import { FIRST_WEIGHT, LineText, Marks, Rows, weightOf } from './evidence-text';

export function EvidenceDocument({ document }: { readonly document: Document }) {
  return (
    <>
      {document.notes.map((note) => (
        <p key={note} className="notice warn document-note">
          {note}
        </p>
      ))}
      <div className="document">
        <Content document={document} />
      </div>
    </>
  );
}

function Content({ document }: { readonly document: Document }): ReactNode {
  switch (document.kind) {
    case 'text':
      return <Lines lines={document.lines} />;
    case 'diff':
      return <Diff intro={document.intro} files={document.files} />;
    case 'json':
      return <JsonTree rows={document.rows} />;
    case 'markdown':
      return document.rows.length === 0 ? <Lines lines={[]} /> : <Markdown rows={document.rows} />;
  }
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <p className="muted document-empty">The document is empty.</p>;
  return (
    <Rows rows={lines} lengthOf={(line) => line.length}>
      {(shown) => (
        <div className="document-lines">
          {shown.map((line, index) => (
            <div key={index} className="document-line" data-number={index + 1}>
              <LineText text={line} />
            </div>
          ))}
        </div>
      )}
    </Rows>
  );
}

function Diff({ intro, files }: Pick<Extract<Document, { kind: 'diff' }>, 'intro' | 'files'>) {
  const open = openAtFirst(files);
  return (
    <>
      {intro.length > 0 && <Lines lines={intro} />}
      <Rows rows={files} lengthOf={() => 0} what="files">
        {(shown) => shown.map((file, index) => <File key={index} file={file} isOpenAtFirst={index < open} />)}
      </Rows>
    </>
  );
}

/** As many as are drawn of a document without files, and always the first. It cuts itself if it is long. */
function openAtFirst(files: readonly DiffFile[]): number {
  let open = 0;
  for (let left = FIRST_WEIGHT; open < files.length; open++) {
    left -= files[open]!.rows.reduce((sum, { text }) => sum + weightOf(text.length), 0);
    if (left < 0) break;
  }
  return Math.max(1, open);
}

function File({ file, isOpenAtFirst }: { readonly file: DiffFile; readonly isOpenAtFirst: boolean }) {
  const [open, setOpen] = useState(isOpenAtFirst);
  return (
    <>
      <h3 className="document-file">
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className="document-name">
            <FileName {...file} />
          </span>
          <span className="document-counts">
            <span className="good-text">+{file.added}</span> <span className="bad-text">−{file.removed}</span>
          </span>
        </button>
      </h3>
      {open && (
        <Rows rows={file.rows} lengthOf={({ text }) => text.length}>
          {(rows) => (
            <div className="document-lines">
              {rows.map((row, index) => (
                <Line key={index} row={row} />
              ))}
            </div>
          )}
        </Rows>
      )}
    </>
  );
}

function FileName({ before, after }: DiffFile) {
  const cut = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);
  if (before === null || after === null || before === after) {
    return (
      <>
        <Marks text={cut(after ?? before ?? '')} />
        {before === null && <span className="caption"> new file</span>}
        {after === null && <span className="caption"> deleted</span>}
      </>
    );
  }
  return (
    <>
      <Marks text={cut(before)} /> → <Marks text={cut(after)} />
    </>
  );
}

const SIGNS: Readonly<Partial<Record<DiffRow['kind'], readonly [sign: string, voice: string]>>> = {
  add: ['+', 'added '],
  remove: ['−', 'removed '],
};

function Line({ row: { kind, text, before, after } }: { readonly row: DiffRow }) {
  const [sign, voice] = SIGNS[kind] ?? [];
  return (
    <div className={`document-line ${kind}`} data-number={after ?? before ?? ''}>
      {sign !== undefined && (
        <>
          <span className="document-sign" aria-hidden="true">
            {sign}
          </span>
          <span className="unseen">{voice}</span>
        </>
      )}
      <LineText text={text} />
    </div>
  );
}
