/** Refuses or aborts several requests for one reason, each with its own call. Several requests cannot be approved together. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import type { OutcomeReason } from '../../../protocol/outcome-reasons';
import { answer, api, problemIn } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { counted, sentence } from '../../lib/format';
import type { OpenRequest } from '../../lib/inbox';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { EditDialog } from '../../ui/edit-dialog';
import { LinesField } from '../../ui/form';
import { Operation } from '../../ui/operation';
import { OutcomeReasons } from '../../ui/outcome-reasons';

type How = 'refuse' | 'abort';

const WORDS = {
  refuse: { title: 'Refuse', done: 'refused', submit: 'Refuse them' },
  abort: { title: 'Abort', done: 'aborted', submit: 'Abort them' },
} as const;
const AT_ONCE = 4;

interface Props {
  readonly how: How;
  readonly requests: readonly OpenRequest[];
  readonly onClose: (stopped: boolean) => void;
}

interface Failed {
  readonly entry: OpenRequest;
  readonly why: string;
}

export default function StopSelected({ how, requests, onClose }: Props) {
  // The requests that were selected when the dialog opened, even if the list changes behind it.
  const [chosen] = useState(requests);
  const [note, setNote] = useState('');
  const [outcomeReason, setOutcomeReason] = useState<OutcomeReason | null>(null);
  const [done, setDone] = useState(0);
  const stop = useEdit({
    run: () => stopAll(chosen, { how, note: note.trim(), outcomeReason }, () => setDone((count) => count + 1)),
    stale: [['inbox']],
  });
  const words = WORDS[how];
  if (stop.made !== null) {
    return <Outcome how={how} count={chosen.length} failed={stop.made} onClose={() => onClose(true)} />;
  }
  return (
    <EditDialog
      title={`${words.title} ${counted(chosen.length, 'request')}?`}
      edit={stop}
      onClose={() => onClose(false)}
      submit={stop.isPending ? `${done} of ${chosen.length}…` : words.submit}
      danger
      question
      ready={note.trim() !== ''}
    >
      <ul className="plain-list">
        {chosen.map((entry) => (
          <li key={entry.request.id}>
            <Operation {...entry} />
          </li>
        ))}
      </ul>
      <LinesField
        label="Reason for all of them"
        value={note}
        onChange={setNote}
        maxLength={LIMITS.stopNote.max}
        hint="Everyone who was asked reads it. Nothing runs."
      />
      {how === 'refuse' && <OutcomeReasons value={outcomeReason} onChange={setOutcomeReason} />}
    </EditDialog>
  );
}

interface OutcomeProps {
  readonly how: How;
  readonly count: number;
  readonly failed: readonly Failed[];
  readonly onClose: () => void;
}

function Outcome({ how, count, failed, onClose }: OutcomeProps) {
  const stopped = count - failed.length;
  return (
    <Ask title={`${counted(stopped, 'request')} ${WORDS[how].done}`} onClose={onClose} question={false}>
      {failed.length > 0 && (
        <>
          <p>{counted(failed.length, 'request')} could not be:</p>
          <ul className="plain-list">
            {failed.map(({ entry, why }) => (
              <li key={entry.request.id}>
                <Operation {...entry} />
                <br />
                {sentence(why)}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="dialog-actions">
        <Button className="button primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </div>
    </Ask>
  );
}

interface Stop {
  readonly how: How;
  readonly note: string;
  readonly outcomeReason: OutcomeReason | null;
}

async function stopAll(
  requests: readonly OpenRequest[],
  { how, note, outcomeReason }: Stop,
  onDone: () => void,
): Promise<readonly Failed[]> {
  const left = [...requests];
  const failed: Failed[] = [];
  const work = async () => {
    for (let entry = left.shift(); entry !== undefined; entry = left.shift()) {
      const params = { path: { id: entry.request.id } };
      try {
        const told = outcomeReason === null ? {} : { outcome_reason: outcomeReason };
        await answer(
          how === 'refuse'
            ? api.POST('/api/requests/{id}/refuse', { params, body: { note, ...told } })
            : api.POST('/api/requests/{id}/abort', { params, body: { note } }),
        );
      } catch (error) {
        const { kind, message } = problemIn(error);
        // The service names operators by their ids.
        failed.push({ entry, why: kind === 'decided' ? 'It was decided before.' : message });
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}
