/** A policy to read, for operators: they cannot edit one, so they get no form. */

import type { Line } from '../../../protocol/words';
import type { ReadAction } from '../../lib/actions';
import type { NameOf } from '../../lib/name-of';
import { usePolicyNames } from '../../lib/names';
import { Fact } from '../../ui/fact';
import { Exactly } from '../../ui/lines';

export function PolicySummary({ action }: { readonly action: ReadAction }) {
  const nameOf = usePolicyNames();
  return (
    <section className="card" aria-labelledby="policy">
      <div className="card-head">
        <h2 id="policy">Policy</h2>
        <span className="caption">Version {action.version}. Only an admin can change it.</span>
      </div>
      <PolicyFacts lines={action.lines} nameOf={nameOf} />
    </section>
  );
}

interface FactsProps {
  readonly lines: readonly Line[];
  readonly nameOf: NameOf;
}

export function PolicyFacts({ lines, nameOf }: FactsProps) {
  return (
    <dl className="facts">
      {lines.map(({ field, after }) => (
        <Fact key={field} name={field}>
          <Exactly words={after} nameOf={nameOf} />
        </Fact>
      ))}
    </dl>
  );
}
