/** Whose keys are turned, and whose are waited for. */
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { problemIn, type Schemas } from '../../lib/api';
import { type RequestAnswer, useCommand } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Ask } from '../../ui/dialog';
import { Ago } from '../../ui/instant';
import { KeysLeft } from '../../ui/keys-left';
import { Shown } from '../../ui/shown';

const SEATS: Readonly<Record<Schemas['SeatView']['state'], readonly [sign: string, label: string]>> = {
  asked: ['○', 'Not turned'],
  turned: ['●', 'Turned'],
  locked: ['✕', 'Locked after 5 wrong codes'],
  out: ['–', 'Disabled since'],
};

export function Keys({ request, view }: RequestAnswer) {
  const me = useMe();
  const reissue = view.you.options.find(({ action }) => action === 'reissue');
  const canReissue = (seat: Schemas['SeatView']) =>
    reissue?.allowed === true && (seat.state === 'asked' || seat.state === 'locked');
  return (
    <section aria-labelledby="keys" className="card">
      <h2 id="keys">Keys</h2>
      <p>
        <KeysLeft turned={view.turned} quorum={view.quorum} />
        {view.mode === 'coincident' && <span className="muted"> · round {view.round}</span>}
      </p>
      <ul className="seats">
        {view.seats.map((seat) => (
          <li key={seat.operator} className={seat.state}>
            <span aria-hidden="true" className="sign">
              {SEATS[seat.state][0]}
            </span>
            <span>
              <span className="seat-name">
                <Shown text={seat.name} />
                {seat.operator === me.id && ' (you)'}
              </span>{' '}
              <span className="muted">
                {view.decided !== null && seat.state === 'asked' ? 'Not turned' : SEATS[seat.state][1]}
                {seat.turned_at !== null && (
                  <>
                    {' '}
                    <Ago ms={seat.turned_at} />
                  </>
                )}
              </span>
            </span>
            {canReissue(seat) && <Reissue id={request.id} seat={seat} why={reissue?.why ?? null} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reissue({
  id,
  seat,
  why,
}: {
  readonly id: string;
  readonly seat: Schemas['SeatView'];
  readonly why: string | null;
}) {
  const [asking, setAsking] = useState(false);
  const command = useCommand(id);
  return (
    <>
      <Button className="button small" onPress={() => setAsking(true)} aria-label={`Send ${seat.name} a new code`}>
        New code
      </Button>
      {asking && (
        <Ask title="Send a new code?" onClose={() => setAsking(false)} locked={command.isPending}>
          <p>
            <Shown text={seat.name} /> is sent a new code; the old one is dead, and the seat is unlocked.
          </p>
          {why !== null && <p className="bad-text">{why}.</p>}
          {command.error !== null && (
            <p className="bad-text" role="alert">
              {problemIn(command.error).message}
            </p>
          )}
          <div className="dialog-actions">
            <Button className="button" onPress={() => setAsking(false)} isDisabled={command.isPending}>
              Cancel
            </Button>
            <Button
              className="button primary"
              isDisabled={command.isPending}
              onPress={() =>
                command.mutate({ name: 'reissue', operator: seat.operator }, { onSuccess: () => setAsking(false) })
              }
            >
              Send a new code
            </Button>
          </div>
        </Ask>
      )}
    </>
  );
}
