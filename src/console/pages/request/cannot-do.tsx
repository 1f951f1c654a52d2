/** What the operator cannot do with a request and why, in one sentence each. */
import type { Schemas } from '../../lib/api';
import { sentence } from '../../lib/format';

type Action = Schemas['OptionView']['action'];
export type Options = ReadonlyMap<Action, Schemas['OptionView']>;

export function WhyNot({ option }: { readonly option: Schemas['OptionView'] | undefined }) {
  if (option?.why == null) return null;
  return <p className="notice">{sentence(option.why)}</p>;
}

const DOING: Readonly<Record<Action, string>> = {
  turn: 'Turn a key',
  refuse: 'Refuse',
  abort: 'Abort',
  withdraw: 'Take back a key',
  restart: 'Restart the round',
  stop: 'Stop',
  reissue: 'Send a new code',
};

interface Props {
  readonly options: Options;
  readonly turned: boolean;
  readonly isRequester: boolean;
  readonly hasRounds: boolean;
}

export function CannotDo({ options, turned, isRequester, hasRounds }: Props) {
  // Turning has its own sentence above. Before a key is turned none can be taken back, most requests have no rounds, and
  // nothing can be stopped before the verdict.
  const shown = (action: Action) =>
    action !== 'stop' &&
    (action !== 'turn' || isRequester) &&
    (action !== 'withdraw' || turned) &&
    (action !== 'restart' || hasRounds);
  const closed = [...options.values()].filter(({ allowed, why, action }) => !allowed && why !== null && shown(action));
  if (closed.length === 0) return null;
  return (
    <details className="small">
      <summary>What you cannot do, and why</summary>
      <ul className="plain">
        {closed.map(({ action, why }) => (
          <li key={action}>
            <strong>{DOING[action]}:</strong> {reasonAlone(why ?? '')}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The answer of the service begins with what cannot be done. The page has already said that, so it is removed. */
function reasonAlone(why: string): string {
  const [, reason = why] = /^(?:You cannot [^.]*|This code cannot be re-issued)\. (.+)$/.exec(why) ?? [];
  const [first = reason] = reason.split(/(?<=\.) /);
  return sentence(first);
}
