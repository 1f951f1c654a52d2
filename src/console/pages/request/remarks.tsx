/** What is unusual, at the top, in words. */

import { Info, TriangleAlert } from '../../../../generated/icons';
import { visibleText } from '../../../protocol/visible-text';
import { counted } from '../../lib/format';
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
  if (!open) return <Closed remarks={remarks} />;
  const warnings = remarks.filter(({ level }) => level === 'warn');
  const notes = remarks.filter((each) => !warnings.includes(each));
  return (
    <>
      {warnings.length > 0 && (
        <section aria-labelledby="remarks" className="card remarks grave">
          <h2 id="remarks">
            <Icon of={TriangleAlert} /> Unusual for this action
          </h2>
          <RemarkList remarks={warnings} />
        </section>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="notes" className="card remarks">
          <h2 id="notes">
            <Icon of={Info} /> Good to know
          </h2>
          <RemarkList remarks={notes} />
        </section>
      )}
    </>
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
