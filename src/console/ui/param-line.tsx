/** The first params of a request in a line, to tell one from another in a list; the whole is on its page. */
import { Shown } from './shown';

const SHOWN = 3;

export function ParamLine({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const entries = Object.entries(params);
  if (entries.length === 0) return null;
  return (
    <p className="param-line">
      {entries.slice(0, SHOWN).map(([key, value], index) => (
        <span key={key}>
          {index > 0 && ' · '}
          <span className="muted">
            <Shown text={key} mono />
          </span>{' '}
          <Shown text={value} mono />
        </span>
      ))}
      {entries.length > SHOWN && <span className="muted"> · {entries.length - SHOWN} more</span>}
    </p>
  );
}
