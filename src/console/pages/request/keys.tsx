/** Which keys are turned, and which are still needed. */

import type { Schemas } from '../../lib/api';
import { counted, sentence } from '../../lib/format';
import { MODES } from '../../lib/policy-words';
import { type RequestAnswer, sendNewCode, staleAfter } from '../../lib/requests';
import { useMe } from '../../lib/session';
import type { Tone } from '../../lib/standing';
import { Badge } from '../../ui/badge';
import { ConfirmButton } from '../../ui/edit-dialog';
import { Ago } from '../../ui/instant';
import { Dots } from '../../ui/meter';
import { Part } from '../../ui/part';
import { Avatar } from '../../ui/person';
import { VisibleText } from '../../ui/visible-text';

type Seat = Schemas['SeatView'];

export function Keys({ request, view }: RequestAnswer) {
  const me = useMe();
  const reissue = view.you.options.find(({ action }) => action === 'reissue');
  const canReissue = (seat: Seat) => reissue?.allowed === true && (seat.state === 'asked' || seat.state === 'locked');
  return (
    <Part
      id="keys"
      title="Keys"
      beside={`${view.turned} of ${counted(view.quorum, 'key')} turned${MODES[view.mode].hasRounds ? ` · round ${view.round}` : ''}`}
      isWanted={view.seats.some((seat) => seat.state === 'locked' && canReissue(seat))}
    >
      {partsOf(view).map(({ required, seats }) => (
        <div key={required?.group ?? 'others'} className="seats-part">
          {required === null ? (
            view.requirements.length > 0 && <h3 className="card-head">Others</h3>
          ) : (
            <Progress {...required} />
          )}
          <ul className="seats plain-list">
            {seats.map((seat) => (
              <li key={seat.operator}>
                <span className="person" title={seat.operator}>
                  <Avatar name={seat.name} />
                  <span>
                    <VisibleText text={seat.name} />
                    {seat.operator === me.id && ' (you)'}
                    <Groups seat={seat} groups={view.groups} under={required} />
                  </span>
                </span>
                <Standing seat={seat} request={request} view={view} />
                {canReissue(seat) && <Reissue id={request.id} seat={seat} why={reissue?.why ?? null} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Part>
  );
}

type Required = Schemas['RequirementView'];

interface Seats {
  readonly required: Required | null;
  readonly seats: readonly Seat[];
}

/** The seats below the requirement for which they can count. Who can count for several stands below the first. */
function partsOf({ requirements, seats }: RequestAnswer['view']): Seats[] {
  const ofSeat = ({ groups }: Seat) => requirements.find(({ group }) => groups.includes(group)) ?? null;
  const others = seats.filter((seat) => ofSeat(seat) === null);
  return [
    ...requirements.map((required) => ({ required, seats: seats.filter((seat) => ofSeat(seat) === required) })),
    ...(others.length > 0 ? [{ required: null, seats: others }] : []),
  ];
}

const Progress = ({ name, turned, keys }: Required) => (
  <h3 className="card-head">
    <span>
      <VisibleText text={name} /> <span className="caption">{`${turned} of ${keys}`}</span>
    </span>
    <Dots full={turned} of={keys} />
  </h3>
);

interface GroupsProps extends Pick<RequestAnswer['view'], 'groups'> {
  readonly seat: Seat;
  readonly under: Required | null;
}

/** One person counts for one requirement, so it matters in which other groups they are. */
function Groups({ seat, groups, under }: GroupsProps) {
  const names = groups.filter(({ id }) => seat.groups.includes(id) && id !== under?.group).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <span className="seat-groups secondary">
      {under !== null && 'also in '}
      <VisibleText text={names.join(', ')} />
    </span>
  );
}

/** After the verdict no key is needed any more. */
const NEVER_TURNED: Readonly<Record<NonNullable<RequestAnswer['request']['outcome']>, string>> = {
  authorized: 'not needed',
  denied: 'not needed',
  aborted: 'not needed',
  expired: 'did not turn',
};

function Standing({ seat, request, view }: { readonly seat: Seat } & Pick<RequestAnswer, 'request' | 'view'>) {
  if (seat.state === 'turned' && seat.turned_at !== null) {
    return (
      <span className="badge good">
        turned <Ago ms={seat.turned_at} />
      </span>
    );
  }
  const [label, tone] = seatStanding(seat, request, view);
  return <Badge tone={tone}>{label}</Badge>;
}

function seatStanding(
  { state, operator }: Seat,
  { outcome }: RequestAnswer['request'],
  { decided }: RequestAnswer['view'],
): [string, Tone] {
  if (state === 'turned') return ['turned', 'good'];
  if (state === 'out') return ['disabled', 'idle'];
  if (outcome !== null && decided !== null) {
    if (outcome === 'denied' && decided.by.includes(operator)) return ['refused', 'bad'];
    if (outcome === 'aborted' && decided.by.includes(operator)) return ['aborted', 'idle'];
    return [NEVER_TURNED[outcome], 'idle'];
  }
  return state === 'locked' ? ['locked after 5 wrong codes', 'bad'] : ['not yet', 'idle'];
}

interface ReissueProps {
  readonly id: string;
  readonly seat: Seat;
  readonly why: string | null;
}

function Reissue({ id, seat: { operator, name }, why }: ReissueProps) {
  return (
    <ConfirmButton
      label="New code…"
      spoken={`Send ${name} a new code`}
      small
      title="Send a new code?"
      confirm="Send a new code"
      run={() => sendNewCode(id, operator)}
      stale={staleAfter(id)}
    >
      <p>
        <VisibleText text={name} /> is sent a new code. The old code stops working, and a locked seat is unlocked.
      </p>
      {why !== null && <p className="bad-text">{sentence(why)}</p>}
    </ConfirmButton>
  );
}
