/** What is unusual, at the top, in words. */

import { Info, TriangleAlert } from '../../../../generated/icons';
import type { Remark } from '../../lib/remarks';
import { Link } from '../../lib/router';
import { Icon } from '../../ui/icon';
import { VisibleText } from '../../ui/visible-text';

export function Remarks({ remarks, open }: { readonly remarks: readonly Remark[]; readonly open: boolean }) {
  if (remarks.length === 0) return null;
  const grave = remarks.some(({ level }) => level === 'warn');
  return (
    <section aria-labelledby="remarks" className={grave ? 'card remarks grave' : 'card remarks'}>
      <h2 id="remarks">
        <Icon of={grave ? TriangleAlert : Info} /> {titleOf(grave, open)}
      </h2>
      <ul>
        {remarks.map((remark) => (
          <li key={`${remark.about} ${remark.text}`} className={remark.level}>
            {grave && <span className="unseen">{remark.level === 'warn' ? 'Warning: ' : 'Note: '}</span>}
            <RemarkText remark={remark} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function RemarkText({ remark: { text, about, link } }: { readonly remark: Remark }) {
  return (
    <>
      {about !== null && (
        <>
          <VisibleText text={about} strong />{' '}
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

function titleOf(grave: boolean, open: boolean): string {
  if (!grave) return 'Good to know';
  return open ? 'Unusual for this action' : 'This was unusual';
}
