/** A policy to read, for operators: they cannot edit one, so they get no form. */

import type { ReadAction } from '../../lib/actions';
import { usePolicyNames } from '../../lib/names';
import { StatedLines } from '../../ui/lines';

export function PolicySummary({ action }: { readonly action: ReadAction }) {
  const nameOf = usePolicyNames();
  return (
    <section className="card" aria-labelledby="policy">
      <div className="card-head">
        <h2 id="policy">Policy</h2>
        <span className="caption">Version {action.version}. Only an admin can change it.</span>
      </div>
      <StatedLines lines={action.lines} nameOf={nameOf} />
    </section>
  );
}
