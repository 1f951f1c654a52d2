/** What stands where there is nothing to show: on its way, nothing there, failed. */
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { problemIn } from '../lib/api';

export function Loading({ what }: { readonly what: string }) {
  return (
    <div className="placeholder" role="status">
      <span className="unseen">Loading {what}</span>
      <div className="bone" />
      <div className="bone" />
      <div className="bone short" />
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Failure({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const problem = problemIn(error);
  return (
    <div className="notice bad" role="alert">
      <p>{problem.message}</p>
      {problem.problems.length > 1 && (
        <ul>
          {problem.problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {problem.unreachable && retry !== undefined && <p>It is tried again by itself.</p>}
      {retry !== undefined && (
        <Button className="button" onPress={retry}>
          Try again now
        </Button>
      )}
    </div>
  );
}

interface Read<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** What a query has: the last good answer even while the service is silent, else the reason why there is none. */
export function Answered<T>({
  query,
  what,
  children,
}: {
  readonly query: Read<T>;
  readonly what: string;
  readonly children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error != null) return <Failure error={query.error} retry={() => query.refetch()} />;
  return <Loading what={what} />;
}

/** Why what was asked for was not done; nothing where it was. */
export function Problem({ error }: { readonly error: unknown }) {
  return error == null ? null : <Failure error={error} />;
}
