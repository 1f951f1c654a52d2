/** A policy to read, for operators: they cannot edit one, so they get no form. */

import type { Schemas } from '../../lib/api';
import { usePolicyNames } from '../../lib/names';
import { policyLines } from '../../lib/policy-text';
import { Fact } from '../../ui/fact';
import { Shown } from '../../ui/shown';

export function PolicySummary({ action }: { readonly action: Schemas['Action'] }) {
  const lines = policyLines(action, usePolicyNames());
  return (
    <section className="card" aria-labelledby="policy">
      <div className="card-head">
        <h2 id="policy">Policy</h2>
        <span className="caption">Version {action.version}. Only an admin can change it.</span>
      </div>
      <dl className="facts">
        {lines.map(({ label, text }) => (
          <Fact key={label} name={label}>
            <Shown text={text} />
          </Fact>
        ))}
      </dl>
    </section>
  );
}
