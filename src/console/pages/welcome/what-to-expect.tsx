/** Beside the guide: how the request will look, and what the likely refusals mean. */

import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { TEMPLATES, type Template } from '../../lib/templates';
import { Fact } from '../../ui/fact';
import { KeysLeft } from '../../ui/keys-left';
import { VisibleText } from '../../ui/visible-text';

export function WhatToExpect({ template }: { readonly template: Template | null }) {
  const me = useMe();
  const { title, example } = template ?? TEMPLATES[0]!;
  return (
    <aside className="beside stack" aria-label="What to expect">
      <section className="card" aria-labelledby="comes-in">
        <h2 id="comes-in">It comes in like this</h2>
        <div className="sample">
          <p>
            <span className="operation-kind">{title}</span> <strong>{example}</strong>
          </p>
          <div className="sample-line">
            <span className="muted">
              <VisibleText text={me.name} />
            </span>
            <KeysLeft turned={0} quorum={1} groups="" />
          </div>
        </div>
      </section>
      <section className="card" aria-labelledby="no-answer">
        <h2 id="no-answer">No answer?</h2>
        <dl className="stacked-facts">
          <Fact name={<code>401</code>}>The key was not copied completely.</Fact>
          <Fact name={<code>422</code>}>The answer names the param that is wrong.</Fact>
        </dl>
        <p>
          <Link to="/keys">Make another key</Link>
        </p>
      </section>
    </aside>
  );
}
