/** What happens when the last key is turned. It is shown directly above the button and in the dialog. */

import type { ReactNode } from 'react';
import { Bot, Package, Settings2, Zap } from '../../../../generated/icons';
import { lastKeySentence } from '../../../protocol/last-key';
import { type Runner, runnerOf } from '../../../protocol/shown/request';
import { counted } from '../../lib/format';
import type { RequestAnswer } from '../../lib/requests';
import type { Schemas } from '../../lib/schemas';
import { Icon } from '../../ui/icon';
import { VisibleText } from '../../ui/visible-text';

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
  readonly then?: ReactNode;
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

/** Whose keys are missing after the reader's. Nothing if theirs is the last one, or if they have none to turn. */
export function AfterYours({ view: { you } }: Pick<RequestAnswer, 'view'>) {
  const { needed_after: missing, requirements_after: groups } = you;
  if (missing === null || missing === 0) return null;
  if (groups.length === 0) return `After yours, it ${neededText(missing)}.`;
  return (
    <>
      After yours: <Missing missing={missing} groups={groups} />.
    </>
  );
}

interface MissingProps {
  readonly missing: number;
  readonly groups: readonly Schemas['RequirementView'][];
}

/** "Finance 2 of 2, Security 0 of 1", and the keys that no group must turn. */
export function Missing({ missing, groups }: MissingProps) {
  const anybody = missing - groups.reduce((sum, { keys, turned }) => sum + keys - turned, 0);
  return (
    <>
      {groups.map(({ group, name, turned, keys }, index) => (
        <span key={group}>
          {index > 0 && ', '}
          <VisibleText text={name} />{' '}
          <span className="nowrap">
            {turned} of {keys}
          </span>
        </span>
      ))}
      {anybody > 0 && `, and ${counted(anybody, 'more key')}`}
    </>
  );
}

export const neededText = (keys: number): string => `needs ${counted(keys, 'more key')}`;
