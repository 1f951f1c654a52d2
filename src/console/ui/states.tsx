/** What a page shows when it has no content: loading, empty, failed, crashed. */

import { Component, type ReactNode } from 'react';
import { problemIn } from '../lib/api';
import { sentence } from '../lib/format';
import { Button } from './button';
import { SignInAgain } from './sign-in-again';

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
      <p>{sentence(problem.message)}</p>
      {problem.problems.length > 1 && (
        <ul>
          {problem.problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <SignInAgain problem={problem} />
      {problem.unreachable && retry !== undefined && <p>The console retries by itself.</p>}
      {retry !== undefined && (
        <Button className="button" onPress={retry}>
          Retry now
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

/** The last good answer of a query, even while the service does not answer. Otherwise the reason why there is none. */
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

/** Why a command failed. Nothing if it succeeded. */
export function Problem({ error }: { readonly error: unknown }) {
  return error == null ? null : <Failure error={error} />;
}

/** If a page fails to render, it says so, and the rest of the console keeps working. */
export class Crash extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="notice bad" role="alert">
        <p>This page could not be shown. Nothing was decided.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
