/** Where messages about requests are posted in addition to mail: one incoming webhook, and a test message. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { Button } from '../../ui/button';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Choice, Field } from '../../ui/form';
import { Ago, Instant } from '../../ui/instant';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

type Format = Schemas['ChatFormat'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['discord', 'Discord'],
];
const nameOf = (format: Format): string => FORMATS.find(([known]) => known === format)?.[1] ?? format;

const CHAT = ['chat'];

export function Chat() {
  const chat = useQuery({ queryKey: CHAT, queryFn: () => answer(api.GET('/api/chat')) });
  return (
    <section className="card stack" aria-labelledby="chat">
      <h2 id="chat">Chat</h2>
      <p className="secondary">
        A channel can be told who asks for what, what is unusual about it, when its time runs out, and when it was
        decided. A message never has a code, and nothing can be approved in a chat.
      </p>
      <Answered query={chat} what="the chat">
        {({ chat: known }) => {
          if (known !== null) return <Known chat={known} />;
          return (
            <div className="line">
              <SetChat label="Post messages to a chat…" />
            </div>
          );
        }}
      </Answered>
    </section>
  );
}

function Known({ chat }: { readonly chat: Schemas['Chat'] }) {
  const test = useEdit({ run: () => answer(api.POST('/api/chat/test', { body: {} })) });
  return (
    <div className="stack">
      <p>
        Messages go to {nameOf(chat.format)} at <VisibleText text={chat.host} />, set <Ago ms={chat.set_at} />.
      </p>
      {chat.failing !== null && (
        <p className="notice bad">
          No message has arrived since <Instant ms={chat.failing.since} />. <VisibleText text={chat.failing.problem} />
        </p>
      )}
      <div className="line">
        <Button className="button small" onPress={test.send} isDisabled={test.isPending}>
          Send a test message
        </Button>
        <SetChat label="Change the URL…" />
        <ConfirmButton
          label="Remove"
          spoken="Remove the chat"
          small
          danger
          title="Remove the chat?"
          confirm="Remove the chat"
          run={() => answer(api.DELETE('/api/chat'))}
          stale={[CHAT]}
        >
          <p>No messages are posted any more, and the URL is forgotten. Mails go on as before.</p>
        </ConfirmButton>
      </div>
      <output>
        {test.made !== null &&
          (test.made.taken ? 'The chat took the message.' : <VisibleText text={test.made.problem ?? ''} />)}
      </output>
      <Problem error={test.error} />
    </div>
  );
}

function SetChat({ label }: { readonly label: string }) {
  return <DialogButton label={label} dialog={(onClose) => <ChatForm onClose={onClose} />} />;
}

function ChatForm({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState<Format>('slack');
  const [url, setUrl] = useState('');
  const set = useEdit({
    run: () => answer(api.PUT('/api/chat', { body: { format, url: url.trim() } })),
    stale: [CHAT],
    onMade: onClose,
  });
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
