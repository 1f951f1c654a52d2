/** What is unusual, at the top, in words. */
import type { Remark } from '../../lib/unusual';
import { Shown } from '../../ui/shown';

export function Remarks({ remarks, open }: { readonly remarks: readonly Remark[]; readonly open: boolean }) {
  if (remarks.length === 0) return null;
  return (
    <section
      aria-labelledby="remarks"
      className={remarks.some(({ level }) => level === 'warn') ? 'card remarks grave' : 'card remarks'}
    >
      <h2 id="remarks">{open ? 'Look at this first' : 'What was unusual'}</h2>
      <ul>
        {remarks.map(({ level, text, about }) => (
          <li key={`${about} ${text}`} className={level}>
            <span aria-hidden="true" className="sign">
              {level === 'warn' ? '▲' : 'i'}
            </span>
            <span>
              <span className="unseen">{level === 'warn' ? 'Warning: ' : 'Note: '}</span>
              {about !== undefined && (
                <>
                  <strong>
                    <Shown text={about} />
                  </strong>{' '}
                </>
              )}
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
