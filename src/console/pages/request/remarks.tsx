/** What is unusual, at the top, in words. */

import type { ReactNode } from 'react';
import { Info, TriangleAlert } from '../../../../generated/icons';
import { visibleText } from '../../../protocol/visible-text';
import { counted } from '../../lib/format';
import { useNarrow } from '../../lib/narrow';
import type { Remark } from '../../lib/requests';
import { Link } from '../../lib/router';
import { Icon } from '../../ui/icon';
import { Key } from '../../ui/value';
import { VisibleText } from '../../ui/visible-text';

/**
 * Warnings in a box of their own. Notes stand below it, so that the box has nothing that is only good to know. After the
 * verdict nobody decides by them: they are one closed line.
 */
export function Remarks({ remarks, open }: { readonly remarks: readonly Remark[]; readonly open: boolean }) {
  const narrow = useNarrow();
  if (!open) return <Closed remarks={remarks} />;
  const warnings = remarks.filter(({ level }) => level === 'warn');
  const notes = remarks.filter((each) => !warnings.includes(each));
  if (narrow) return <Gravest remarks={remarks} />;
  return (
    <>
      {warnings.length > 0 && (
        <Box grave>
          <RemarkList remarks={warnings} />
        </Box>
      )}
      {notes.length > 0 && (
        <Box>
          <RemarkList remarks={notes} />
        </Box>
      )}
    </>
  );
}

/** What is read before a decision, in any room that there is: the gravest warning, and what is always said. */
export function readFirst(remarks: readonly Remark[]): Remark[] {
  const gravest = remarks.find(({ level }) => level === 'warn');
  return remarks.filter((remark) => remark === gravest || remark.always);
}

/** On a narrow screen what is approved must not be below a long list. */
function Gravest({ remarks }: { readonly remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  const toRead = readFirst(remarks);
  const first = toRead.length > 0 ? toRead : remarks.slice(0, 1);
  const others = remarks.filter((remark) => !first.includes(remark));
  return (
    <Box grave={remarks.some(({ level }) => level === 'warn')}>
      <RemarkList remarks={first} />
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'more remark')}</summary>
          <RemarkList remarks={others} />
        </details>
      )}
    </Box>
  );
}

function Box({ grave = false, children }: { readonly grave?: boolean; readonly children: ReactNode }) {
  const id = grave ? 'remarks' : 'notes';
  return (
    <section aria-labelledby={id} className={grave ? 'card remarks grave' : 'card remarks'}>
      <h2 id={id}>
        <Icon of={grave ? TriangleAlert : Info} /> {grave ? 'Unusual for this action' : 'Good to know'}
      </h2>
      {children}
    </section>
  );
}

function Closed({ remarks }: { readonly remarks: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <details className="card technical" aria-label="Remarks">
      <summary>
        <span>Remarks</span>
        <span className="caption">{counted(remarks.length, 'remark')}</span>
      </summary>
      <RemarkList remarks={remarks} />
    </details>
  );
}

const RemarkList = ({ remarks }: { readonly remarks: readonly Remark[] }) => (
  <ul className="remarks-list">
    {remarks.map((remark) => (
      <li key={`${remark.about} ${remark.text}`} className={remark.level}>
        <RemarkText remark={remark} />
      </li>
    ))}
  </ul>
);

export function RemarkText({ remark: { text, about, link } }: { readonly remark: Remark }) {
  return (
    <>
      {about !== null && (
        <>
          <About text={about} />{' '}
        </>
      )}
      {text}
      {link !== null && (
        <>
          {' '}
          <Link to={`/requests/${link.request}`}>{link.request}</Link>. {link.next}
        </>
      )}
    </>
  );
}

/** What a remark is about: a line, by its label and its key, or something else, by its name. */
function About({ text }: { readonly text: string }) {
  const [, label, key] = /^(.+ )?(«[^«»]+»)$/.exec(visibleText(text)) ?? [];
  if (key === undefined) return <VisibleText text={text} strong />;
  return (
    <>
      {label}
      <Key text={key} />
    </>
  );
}
