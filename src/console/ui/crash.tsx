/** If a page fails to render, it says so, and the rest of the console keeps working. */
import { Component, type ReactNode } from 'react';

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
