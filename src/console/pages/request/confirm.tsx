/** The last look: what exactly, for whom, and what follows, before a key is turned or the request is stopped. */
import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { LIMITS } from '../../../../generated/limits';
import { shortFingerprint } from '../../lib/hash';
import { sentence } from '../../lib/plain-time';
import type { Command, RequestAnswer } from '../../lib/requests';
import { Ask } from '../../ui/dialog';
import { Shown } from '../../ui/shown';
import { Params } from './approved';
import { useSigning, WhatYouSign } from './signing';

interface Props {
  readonly answer: RequestAnswer;
  readonly command: Command;
  readonly pending: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: (command: Command) => void;
}

export function Confirm({ answer, command, pending, onCancel, onConfirm }: Props) {
  const { request, view } = answer;
  const [note, setNote] = useState('');
  const { title, button, danger } = WORDS[command.name];
  const option = view.you.options.find(({ action }) => action === command.name);
  const closed = option?.allowed === true ? null : (option?.why ?? 'this is not possible any more');
  const takesNote = command.name === 'refuse' || command.name === 'abort';
  const signing = useSigning(answer, command);
  const busy = pending || signing.busy;
  const confirm = async () => {
    const signature = await signing.sign();
    if (signature === null) return;
    const signed = signature === 'none' ? {} : { signature };
    if (command.name === 'turn') onConfirm({ ...command, ...signed });
    else onConfirm(takesNote ? { name: command.name, note, ...signed } : command);
  };
  const blocked = closed !== null || (!signing.optional && signing.wanted && signing.prepared === null);
  return (
    <Ask title={title} onClose={onCancel} locked={busy}>
      <p className="confirm-what">
        <strong>
          <Shown text={view.title} />
        </strong>
        , requested by <Shown text={view.requester_name} />
      </p>
      <div className="confirm-params">
        <Params params={request.params} />
      </div>
      <p className="muted">
        Fingerprint <code>{shortFingerprint(request.operation_hash)}</code>
      </p>
      <p className={command.name === 'turn' && view.needed === 1 ? 'consequence last' : 'consequence'}>
        {consequence(command, answer)}
      </p>
      {takesNote && (
        <TextField value={note} onChange={setNote} maxLength={LIMITS.stopNote.max} className="field">
          <Label>Reason, for the history (optional)</Label>
          <Input className="input" autoComplete="off" />
        </TextField>
      )}
      <WhatYouSign answer={answer} command={command} signing={signing} />
      {closed !== null && (
        <p className="bad-text" role="alert">
          {sentence(closed)}
        </p>
      )}
      <div className="dialog-actions">
        <Button className="button" onPress={onCancel} isDisabled={busy}>
          Cancel
        </Button>
        <Button className={danger ? 'button danger' : 'button primary'} onPress={confirm} isDisabled={busy || blocked}>
          {pending ? 'Sending…' : signing.wanted && !signing.optional ? 'Sign and turn my key' : button}
        </Button>
      </div>
    </Ask>
  );
}

const WORDS: Readonly<Record<Command['name'], { title: string; button: string; danger: boolean }>> = {
  turn: { title: 'Turn your key?', button: 'Turn my key', danger: false },
  refuse: { title: 'Refuse this request?', button: 'Refuse it', danger: true },
  abort: { title: 'Abort this request?', button: 'Abort it', danger: true },
  withdraw: { title: 'Take back your key?', button: 'Take it back', danger: false },
  restart: { title: 'Restart the round?', button: 'Restart it', danger: true },
};

function consequence(command: Command, { view }: RequestAnswer): string {
  switch (command.name) {
    case 'turn':
      if (view.needed === 1)
        return 'This is the last key. The request is authorized at once and cannot be called back.';
      return view.needed === 2
        ? 'After your key, 1 more is needed.'
        : `After your key, ${view.needed - 1} more are needed.`;
    case 'refuse':
      return 'The request ends as denied for everybody. Nothing runs.';
    case 'abort':
      return 'The request ends as aborted for everybody. Nothing runs.';
    case 'withdraw':
      return 'Your key no longer counts. You can turn it again while there is time.';
    case 'restart':
      return 'The request ends as aborted for everybody and must be requested again.';
  }
}
