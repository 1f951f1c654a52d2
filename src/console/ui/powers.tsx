/** Who can make an action happen: beside the action, in a list, in the overview, and in the review of a change. */

import { ShieldAlert } from '../../../generated/icons';
import { LIMITS } from '../../../generated/limits';
import type { Schemas } from '../lib/api';
import { useOperatorNames } from '../lib/names';
import { caseText, missingTexts, orText, usePowers, weakestCase, whoInShort, whoText } from '../lib/powers';
import { Icon } from './icon';
import { VisibleText } from './visible-text';

/** Every case of one action, with the steps for admins. */
export function WhoCan({ action }: { readonly action: string }) {
  const { data } = usePowers();
  const found = data?.actions.find((each) => each.action === action);
  if (data === undefined || found === undefined) return null;
  const anybodys = data.keys_of_anybody.flatMap(({ name, actions }) =>
    actions === null || actions.includes(action) ? name : [],
  );
  return (
    <section className="card" aria-labelledby="who-can">
      <h2 id="who-can">Who can make it happen</h2>
      <div className="stack">
        {found.cases.map((each) => (
          <CaseOf key={each.rule ?? 'none'} found={each} named={found.cases.length > 1} />
        ))}
        {anybodys.length > 0 && (
          <p className="muted small">
            Anybody could have the API keys without a named holder: <VisibleText text={anybodys.join(', ')} />.
          </p>
        )}
        <p className="muted small">Not counted: {data.not_counted.join('; ')}.</p>
      </div>
    </section>
  );
}

function CaseOf({ found, named }: { readonly found: Schemas['PowersCase']; readonly named: boolean }) {
  const nameOf = useOperatorNames();
  const ways = [...found.alone, ...found.pairs].filter(({ steps }) => steps !== null);
  return (
    <div>
      {named && <h3>{caseText(found)}</h3>}
      <p className={found.alone.length > 0 ? 'look-twice' : undefined}>
        <VisibleText text={whoText(found, nameOf)} />
      </p>
      {missingTexts(found.missing, nameOf).map((text) => (
        <p key={text} className="muted small">
          <VisibleText text={text} />
        </p>
      ))}
      {found.missing.length === LIMITS.namedPairs.max && (
        <p className="muted small">Only the first {LIMITS.namedPairs.max} of these are named.</p>
      )}
      {ways.length > 0 && (
        <details>
          <summary>The steps</summary>
          <ul className="plain">
            {ways.map(({ people, steps }) => (
              <li key={people.join()}>
                <VisibleText text={steps ?? ''} />
              </li>
            ))}
            {found.pair_count > found.pairs.length && <li>And {found.pair_count - found.pairs.length} more pairs.</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

/** One line for a list of actions. */
export function WhoCanInList({ action }: { readonly action: string }) {
  const nameOf = useOperatorNames();
  const weakest = weakestCase(usePowers().data?.actions.find((each) => each.action === action)?.cases ?? []);
  if (weakest === undefined) return null;
  return (
    <span className={weakest.alone.length > 0 ? 'look-twice' : undefined}>
      <VisibleText text={whoInShort(weakest, nameOf)} />
    </span>
  );
}

/** Above a change that waits: who alone could make an action happen after it, and cannot now. */
export function NewlyAlone({ change }: { readonly change: string }) {
  const nameOf = useOperatorNames();
  const { data, isError } = usePowers(change);
  // No answer must not look like a good one: a key can be turned before it is there.
  if (data === undefined) {
    return (
      <p className="notice warn">Not known{isError ? '' : ' yet'}: whether one person is enough after this change.</p>
    );
  }
  const found = data.actions.flatMap(({ action, title, cases }) => {
    const people = new Set(cases.flatMap(({ newly_alone }) => newly_alone));
    const who = [...people].map(nameOf);
    return who.length === 0 ? [] : [{ action, title, who }];
  });
  return found.map(({ action, title, who }) => (
    <section key={action} className="effect one-person" aria-label="One person is enough">
      <Icon of={ShieldAlert} />
      <p>
        <strong>
          After this change, one person is enough: <VisibleText text={title} />
        </strong>
        <span className="small">
          <VisibleText text={orText(who)} /> alone can make it happen, and cannot now.
        </span>
      </p>
    </section>
  ));
}
