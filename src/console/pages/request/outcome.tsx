/** The verdict in one sentence, read out when it arrives. */
import { ownOf } from '../../lib/own';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Ago } from '../../ui/instant';
import { Shown } from '../../ui/shown';

type Verdict = NonNullable<RequestAnswer['request']['outcome']>;

const OUTCOMES: Readonly<Record<Verdict, readonly [text: string, tone: 'good' | 'bad' | 'idle']>> = {
  authorized: ['Authorized', 'good'],
  denied: ['Denied', 'bad'],
  expired: ['Expired with too few keys', 'idle'],
  aborted: ['Aborted', 'idle'],
};

const REASONS: Readonly<Record<string, string>> = {
  round_restarted: 'the round was restarted',
  roster_too_short: 'too few operators were left to turn the keys',
  code_not_needed: 'the other request was decided, or the seat has turned its key or was removed',
  base_moved: 'somebody else changed this in the meantime; make the change again from the current version',
  no_longer_valid: 'the change is not valid any more; make it again from the current configuration',
  last_admin: 'the change would leave no enabled admin',
  id_taken: 'the operator id is already used',
  operator_disabled: 'the operator is disabled',
  document_changed: 'the stored change is not the one that was approved',
};

const NOTHING_RUNS = 'Nothing runs.';

export function Outcome({ request, view }: RequestAnswer) {
  const me = useMe();
  const { decided } = view;
  if (decided === null) return null;
  const outcome = request.outcome ?? 'authorized';
  const [text, tone] = OUTCOMES[outcome];
  const others = decided.by.filter((operator) => operator !== me.id);
  return (
    <div className={`notice ${tone}`} role="status">
      <p>
        <strong>
          {text}
          {decided.by.length > 0 && ' by '}
          {[...others, ...(others.length < decided.by.length ? [me.id] : [])].map((operator, index, all) => (
            <span key={operator}>
              {index > 0 && (index === all.length - 1 ? ' and ' : ', ')}
              {operator === me.id ? 'you' : <Shown text={nameOf(view, operator)} />}
            </span>
          ))}
        </strong>
        , <Ago ms={decided.at} />.{outcome !== 'authorized' && ` ${NOTHING_RUNS}`}
      </p>
      {decided.reason !== null && (
        <p>
          Reason: <Shown text={ownOf(REASONS, decided.reason) ?? decided.reason} />
        </p>
      )}
    </div>
  );
}

function nameOf(view: RequestAnswer['view'], operator: string): string {
  return view.seats.find((seat) => seat.operator === operator)?.name ?? operator;
}
