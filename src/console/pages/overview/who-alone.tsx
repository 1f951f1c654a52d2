/** Who alone can make which action happen: the weakest actions, and the people who can do most of them. */

import { counted, formatCount } from '../../lib/format';
import type { NameOfId } from '../../lib/name-of';
import { useOperatorNames } from '../../lib/names';
import { usePowers, weakestOf } from '../../lib/powers';
import { Link } from '../../lib/router';
import { Answered } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

/** Its place is kept until its answer is there, which is the dearest one to compute. */
export function WhoAlone() {
  const powers = usePowers(undefined, { isLate: true });
  // Read with the page, so that the columns have their names at once.
  const nameOf = useOperatorNames();
  const found = powers.data === undefined ? null : weakestOf(powers.data.actions);
  return (
    <section className="card who-alone" aria-labelledby="who-alone">
      <div className="card-head">
        <h2 id="who-alone">Who alone can make it happen</h2>
        {found !== null && <Counted {...found} />}
      </div>
      <Answered query={powers} what="who alone can">
        {({ actions }) => <Matrix {...weakestOf(actions)} nameOf={nameOf} />}
      </Answered>
    </section>
  );
}

type Found = ReturnType<typeof weakestOf>;

function Counted({ rows, people, counts }: Found) {
  return (
    <span className="caption">
      {`${rows.length < counts.actions ? `The ${rows.length} weakest of ` : ''}${counted(counts.actions, 'action')} · `}
      <span className={counts.alone > 0 ? 'look-twice' : undefined}>{formatCount(counts.alone)} with one person</span>
      {people.length < counts.people && ` · ${people.length} of ${counts.people} people`}
    </span>
  );
}

function Matrix({ rows, people, counts, nameOf }: Found & { readonly nameOf: NameOfId }) {
  const more = counts.people > people.length;
  return (
    <>
      <table className="matrix" aria-labelledby="who-alone">
        <thead>
          <tr>
            <th scope="col">Action</th>
            {people.map((person) => (
              <th key={person} scope="col" className="person-head">
                <VisibleText text={nameOf(person)} />
              </th>
            ))}
            {more && <th scope="col">More</th>}
            <th scope="col">Pairs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ action, title, alone, pairs }) => {
            const others = alone.filter((person) => !people.includes(person)).length;
            return (
              <tr key={action}>
                <th scope="row">
                  <Link to={`/actions/${encodeURIComponent(action)}`}>
                    <VisibleText text={title} />
                  </Link>
                </th>
                {people.map((person) => (
                  <td key={person}>
                    {alone.includes(person) && (
                      <>
                        <span className="dot full" aria-hidden="true" />
                        <span className="unseen">alone</span>
                      </>
                    )}
                  </td>
                ))}
                {more && <td>{others > 0 && `+ ${others}`}</td>}
                <td className="secondary">{pairs === 0 ? '–' : formatCount(pairs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className="muted">There is no action yet.</p>}
    </>
  );
}
