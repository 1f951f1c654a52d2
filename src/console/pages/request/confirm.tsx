/**
 * The last question before a key is turned or the request ends: the operation, for whom, what follows, and a reason to
 * stop.
 */

import { useState } from 'react';
import { Info, TriangleAlert } from '../../../../generated/icons';
import { LIMITS } from '../../../../generated/limits';
import { ADMIN_ACTION } from '../../../protocol/change-request';
import { afterLastKey } from '../../../protocol/last-key';
import { runnerOf } from '../../../protocol/shown/request';
import { sentence } from '../../lib/format';
import { type Command, type RequestAnswer, useRemarks } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { Ask } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { Ago } from '../../ui/instant';
import { Operation } from '../../ui/operation';
import { OutcomeReasons } from '../../ui/outcome-reasons';
import { VisibleText } from '../../ui/visible-text';
import { Params, paramsToShow, ShownLines, withoutDocuments } from './approved';
import { BackTestFact, ChangeFacts, Meaning } from './change';
import { EvidenceFacts, type EvidenceOnPage } from './evidence';
import { AfterYours, LastKey } from './last-key';
import { UnansweredQuestion } from './questions';
import { RemarkText, readFirst } from './remarks';
import { NotSigned, useSigning, WhatYouSign } from './signing';
import { WhatStopChanges } from './stopped';

interface Props {
  readonly answer: RequestAnswer;
  readonly command: Command;
  readonly evidence: readonly EvidenceOnPage[];
  readonly pending: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (command: Command) => void;
}

export function Confirm({ answer, command, evidence, pending, onCancel, onConfirm }: Props) {
  const { request, view } = answer;
  const [note, setNote] = useState('note' in command ? command.note : '');
  const [outcomeReason, setOutcomeReason] = useState(command.name === 'refuse' ? command.outcomeReason : null);
  const me = useMe();
  const isCancel = command.name === 'abort' && me.id === request.requester;
  const isLast = command.name === 'turn' && view.you.needed_after === 0;
  const { title, button, danger } = wordsOf(command, { isLast, isCancel });
  const option = view.you.options.find(({ action }) => action === (command.name === 'misuse' ? 'abort' : command.name));
  const closed = option?.allowed === true ? null : (option?.why ?? 'this is not possible any more');
  const takesNote = command.name === 'refuse' || command.name === 'abort' || command.name === 'stop';
  const signing = useSigning(answer, command);
  const reasons = useRemarks(answer);
  const busy = pending || signing.busy;
  const confirm = async () => {
    const signature = await signing.sign();
    if (signature === null) return;
    const signed = signature === 'none' ? {} : { signature };
    if (command.name === 'turn') onConfirm({ ...command, ...signed });
    else if (command.name === 'refuse') onConfirm({ name: 'refuse', note, outcomeReason, ...signed });
    else onConfirm(takesNote ? { name: command.name, note, ...signed } : command);
  };
  const isEarly = command.name === 'turn' && !reasons.isReady;
  const blocked = isEarly || closed !== null || (!signing.optional && signing.wanted && signing.prepared === null);
  return (
    <Ask title={title} onClose={onCancel} locked={busy}>
      {command.name === 'turn' && <ReasonsToStop {...reasons} />}
      {command.name === 'turn' && request.action === ADMIN_ACTION && <Meaning {...answer} />}
      {command.name === 'turn' && <UnansweredQuestion id={request.id} />}
      <p className="confirm-what">
        <Operation {...answer} />
      </p>
      <Facts answer={answer} evidence={evidence} />
      {command.name === 'turn' ? (
        <LastKey
          answer={answer}
          isMine={isLast}
          then={isLast ? afterLastKey(runnerOf(answer)) : <AfterYours {...answer} />}
        />
      ) : command.name === 'stop' ? (
        <WhatStopChanges {...answer} />
      ) : (
        <p className="consequence">{CONSEQUENCES[command.name]}</p>
      )}
      {takesNote && (
        <label className="field">
          <span className="label">Reason, for the history (optional)</span>
          <input
            className="input"
            autoComplete="off"
            maxLength={LIMITS.stopNote.max}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
      )}
      {command.name === 'refuse' && <OutcomeReasons value={outcomeReason} onChange={setOutcomeReason} />}
      <WhatYouSign answer={answer} command={command} signing={signing} />
      <div className="dialog-actions">
        {closed !== null && (
          <p className="bad-text" role="alert">
            {sentence(closed)}
          </p>
        )}
        <NotSigned signing={signing} />
        <Button className="button" onPress={onCancel} isDisabled={busy}>
          {isCancel || command.name === 'misuse' ? 'Keep it' : 'Cancel'}
        </Button>
        <Button className={danger ? 'button danger' : 'button primary'} onPress={confirm} isDisabled={busy || blocked}>
          {pending ? 'Sending…' : signing.wanted && !signing.optional ? `Sign and ${lower(button)}` : button}
        </Button>
      </div>
    </Ask>
  );
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The gravest warning, what is always said, and with how many requests it was compared. The page has all others. */
function ReasonsToStop({ remarks, standing }: Pick<ReturnType<typeof useRemarks>, 'remarks' | 'standing'>) {
  const shown = [...new Set([...readFirst(remarks), standing])].filter((remark) => remark != null);
  // With how many it was compared is no warning, so it is not in the box of one.
  return (['warn', 'note'] as const).map((wanted) => {
    const some = shown.filter(({ level }) => level === wanted);
    if (some.length === 0) return null;
    return (
      <div key={wanted} className={wanted === 'note' ? 'notice stop-reasons' : 'notice warn stop-reasons'}>
        <Icon of={wanted === 'note' ? Info : TriangleAlert} />
        <div>
          {some.map((remark) => (
            <p key={`${remark.about} ${remark.text}`}>
              <RemarkText remark={remark} />
            </p>
          ))}
        </div>
      </div>
    );
  });
}

function Facts({ answer, evidence }: Pick<Props, 'answer' | 'evidence'>) {
  const { request, view } = answer;
  const isChange = request.action === ADMIN_ACTION;
  return (
    <section className="confirm-facts" aria-label="The request">
      {isChange ? (
        <ChangeFacts {...answer} />
      ) : view.shown === null ? (
        <Params params={paramsToShow(request.params, view)} />
      ) : (
        <ShownLines request={request} lines={withoutDocuments(view.shown.lines, view)} />
      )}
      <dl className="facts">
        {isChange && <BackTestFact {...answer} />}
        <EvidenceFacts evidence={evidence} />
        <Fact name="Requested by">
          <VisibleText text={view.requester_name} />, <Ago ms={request.created_at} />
        </Fact>
        {view.summary !== null && !isChange && (
          <Fact name="Why">
            <span className="secondary">
              “<VisibleText text={view.summary} />”
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface CommandWords {
  readonly title: string;
  readonly button: string;
  readonly danger: boolean;
}

const WORDS: Readonly<Record<Command['name'], CommandWords>> = {
  turn: { title: 'Turn your key?', button: 'Turn my key', danger: false },
  refuse: { title: 'Refuse this request?', button: 'Refuse it', danger: true },
  abort: { title: 'Abort this request?', button: 'Abort it', danger: true },
  withdraw: { title: 'Take back your key?', button: 'Take it back', danger: false },
  stop: { title: 'Stop what was approved?', button: 'Stop it', danger: true },
  misuse: { title: 'You did not request this?', button: 'End it and tell the admins', danger: true },
};

function wordsOf({ name }: Command, { isLast, isCancel }: { isLast: boolean; isCancel: boolean }): CommandWords {
  if (isLast) return { title: 'Turn the last key?', button: 'Turn the last key', danger: false };
  return isCancel ? { title: 'Cancel your request?', button: 'Cancel the request', danger: true } : WORDS[name];
}

const CONSEQUENCES: Readonly<Record<Exclude<Command['name'], 'turn' | 'stop'>, string>> = {
  refuse: 'The request ends as refused for everybody. Nothing runs.',
  abort: 'The request ends as aborted for everybody. Nothing runs.',
  withdraw: 'Your key no longer counts. You can turn it again while there is time.',
  misuse:
    'The request ends as aborted, and nothing runs. Every admin is told by mail which API key was used in your name.',
};
