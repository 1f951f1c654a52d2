/** What happens when the last key is turned. It is shown directly above the button and in the dialog. */

import { Bot, Package, Settings2, Zap } from '../../../../generated/icons';
import { lastKeySentence } from '../../../protocol/last-key';
import { type Runner, runnerOf } from '../../../protocol/shown/request';
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
  /** Whether the reader's own key is the last one and is not turned yet. */
  readonly isMine: boolean;
  /** The text below the sentence. */
  readonly then?: string;
}

export function LastKey({ answer, isMine, then }: Props) {
  const runner = runnerOf(answer);
  const sentence = lastKeySentence(runner, answer.view.integration);
  return (
    <div className={isMine ? 'last-key mine' : 'last-key'}>
      <Icon of={ICONS[runner]} />
      <p>
        {isMine ? (
          <strong>Yours is the last key. {sentence}</strong>
        ) : (
          <>
            What happens at the last key: <strong>{sentence}</strong>
          </>
        )}
        {then !== undefined && <span className="last-key-then">{then}</span>}
      </p>
    </div>
  );
}
