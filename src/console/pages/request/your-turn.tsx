/** The message after a turn: when the operator turned their key, and what happens next. */
import { CircleCheck } from '../../../../generated/icons';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { formatClock } from '../../lib/time';
import { Icon } from '../../ui/icon';

export function YourTurn({ view }: RequestAnswer) {
  const me = useMe();
  const at = view.seats.find(({ operator }) => operator === me.id)?.turned_at ?? null;
  const more = view.needed === 1 ? '1 more key is needed' : `${view.needed} more keys are needed`;
  return (
    <div className="notice good turned" role="status">
      <Icon of={CircleCheck} />
      <p>
        <strong>You turned your key{at === null ? '' : ` at ${formatClock(at)}`}.</strong> {more}.
      </p>
    </div>
  );
}
