/** Where messages about requests are posted in addition to mail: one incoming webhook, and a test message. */
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import type { Schemas } from '../lib/api';
import { useEdit } from '../lib/edit';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { DialogButton } from '../ui/dialog-button';
import { EditDialog } from '../ui/edit-dialog';
import { Choice, Field } from '../ui/form';
import { Ago } from '../ui/instant';
import { Shown } from '../ui/shown';
import { Answered, Problem } from '../ui/states';

type Format = Schemas['ChatFormat'];

/** Whose chat it is: the organization's, the operator's own, or for an admin another operator's. */
export interface ChatCalls {
  readonly queryKey: QueryKey;
  readonly read: () => Promise<Schemas['ChatAnswer']>;
  readonly remove: () => Promise<unknown>;
  /** Absent: only the owner sets and tests it. */
  readonly set?: (chat: Schemas['NewChat']) => Promise<unknown>;
  readonly test?: () => Promise<Schemas['ChatTestAnswer']>;
}

interface Props {
  readonly calls: ChatCalls;
  readonly none: string;
  /** An additional sentence in the question before it is removed. */
  readonly children: ReactNode;
}

const FORMATS: readonly (readonly [Format, string])[] = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['discord', 'Discord'],
];
const nameOf = (format: Format): string => FORMATS.find(([known]) => known === format)?.[1] ?? format;

export function Chat({ calls, none, children }: Props) {
  const chat = useQuery({ queryKey: calls.queryKey, queryFn: calls.read });
  return (
    <Answered query={chat} what="the chat">
      {({ chat: known }) => {
        if (known !== null) return <Known chat={known} calls={calls} removed={children} />;
        return (
          <>
            {none !== '' && <p className="muted">{none}</p>}
            <div className="line">
              <SetChat calls={calls} label="Post messages to a chat…" />
            </div>
          </>
        );
      }}
    </Answered>
  );
}

function Known({
  chat,
  calls,
  removed,
}: {
  readonly chat: Schemas['Chat'];
  readonly calls: ChatCalls;
  readonly removed: ReactNode;
}) {
  const { test: send } = calls;
  const test = useEdit({ run: () => (send === undefined ? Promise.reject(new Error()) : send()) });
  return (
    <div className="stack">
      <p>
        Messages go to {nameOf(chat.format)} at <Shown text={chat.host} />, set <Ago ms={chat.set_at} />.
      </p>
      <div className="line">
        {send !== undefined && (
          <Button className="button small" onPress={test.send} isDisabled={test.isPending}>
            Send a test message
          </Button>
        )}
        <SetChat calls={calls} label="Change the URL…" />
        <ConfirmButton
          label="Remove"
          spoken="Remove the chat"
          small
          danger
          title="Remove the chat?"
          confirm="Remove the chat"
          run={calls.remove}
          stale={[calls.queryKey]}
        >
          <p>No messages are posted any more, and the URL is forgotten. {removed}</p>
        </ConfirmButton>
      </div>
      {send !== undefined && (
        <output>
          {test.made !== null &&
            (test.made.taken ? 'The chat took the message.' : <Shown text={test.made.problem ?? ''} />)}
        </output>
      )}
      <Problem error={test.error} />
    </div>
  );
}

function SetChat({ calls: { set, queryKey }, label }: { readonly calls: ChatCalls; readonly label: string }) {
  if (set === undefined) return null;
  return <DialogButton label={label} dialog={(onClose) => <ChatForm {...{ set, queryKey, onClose }} />} />;
}

type FormProps = Required<Pick<ChatCalls, 'set' | 'queryKey'>> & { readonly onClose: () => void };

function ChatForm({ set: save, queryKey, onClose }: FormProps) {
  const [format, setFormat] = useState<Format>('slack');
  const [url, setUrl] = useState('');
  const set = useEdit({ run: () => save({ format, url: url.trim() }), stale: [queryKey], onMade: onClose });
  return (
    <EditDialog title="Post messages to a chat" edit={set} onClose={onClose} submit="Post messages there">
      <Choice label="Chat" value={format} onChange={setFormat} options={FORMATS} />
      <Field
        label="Incoming-webhook URL"
        type="url"
        value={url}
        onChange={setUrl}
        required
        maxLength={LIMITS.endpointUrl.max}
        hint="Anybody who has this URL can post to the channel, so it is stored encrypted and not shown again."
      />
    </EditDialog>
  );
}
