/** What happens at the last key, directly above the button that turns it and in the dialog that asks. */
import { Bot, Package, Settings2, Zap } from 'lucide-react';
import { atLastKey, type Runner, runnerOf } from '../../lib/last-key';
import type { RequestAnswer } from '../../lib/requests';
import { Icon } from '../../ui/icon';

const ICONS: Readonly<Record<Runner, typeof Zap>> = {
  service: Settings2,
  integration: Zap,
  worker: Package,
  program: Bot,
};

interface Props {
  readonly answer: RequestAnswer;
  /** The reader's own key is the last one, and is not turned yet. */
  readonly isMine: boolean;
  /** What is said below the sentence. */
  readonly then?: string;
}

export function LastKey({ answer, isMine, then }: Props) {
  return (
    <div className={isMine ? 'last-key mine' : 'last-key'}>
      <Icon of={ICONS[runnerOf(answer)]} />
      <p>
        {isMine ? (
          <strong>Yours is the last key. {atLastKey(answer)}</strong>
        ) : (
          <>
            What happens at the last key: <strong>{atLastKey(answer)}</strong>
          </>
        )}
        {then !== undefined && <span className="last-key-then">{then}</span>}
      </p>
    </div>
  );
}
