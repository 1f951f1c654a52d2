/** Where messages about requests are posted besides by mail: one incoming webhook, and a test message. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { queryClient } from '../../lib/session';
import { ConfirmButton } from '../../ui/confirm-button';
import { Ask } from '../../ui/dialog';
import { Choice, Field } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { Shown } from '../../ui/shown';
import { Answered, Problem } from '../../ui/states';

const CHAT = ['chat'] as const;
type Format = Schemas['ChatFormat'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['discord', 'Discord'],
];
const nameOf = (format: Format): string => FORMATS.find(([known]) => known === format)?.[1] ?? format;

export function Chat() {
  const chat = useQuery({ queryKey: CHAT, queryFn: () => answer(api.GET('/api/chat')) });
  return (
    <section className="card stack" aria-labelledby="chat">
      <h2 id="chat">Chat</h2>
      <p className="secondary">
        A channel can be told who asks for what, what is unusual about it, and when it was decided. A message never has
        a code, and nothing can be approved in a chat.
      </p>
      <Answered query={chat} what="the chat">
        {({ chat: known }) => (known === null ? <SetChat label="Post messages to a chat…" /> : <Known chat={known} />)}
      </Answered>
    </section>
  );
}

function Known({ chat }: { readonly chat: Schemas['Chat'] }) {
  const test = useMutation({ mutationFn: () => answer(api.POST('/api/chat/test', { body: {} })) });
  return (
    <div className="stack">
      <p>
        Messages go to {nameOf(chat.format)} at <Shown text={chat.host} />, set <Ago ms={chat.set_at} />.
      </p>
      <div className="line">
        <Button className="button small" onPress={() => test.mutate()} isDisabled={test.isPending}>
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
          onDone={() => queryClient.invalidateQueries({ queryKey: CHAT })}
        >
          <p>No messages are posted any more, and the URL is forgotten. Mails go on as before.</p>
        </ConfirmButton>
      </div>
      <output>
        {test.data !== undefined &&
          (test.data.taken ? 'The chat took the message.' : <Shown text={test.data.problem ?? ''} />)}
      </output>
      <Problem error={test.error} />
    </div>
  );
}

function SetChat({ label }: { readonly label: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button className="button small" onPress={() => setAsking(true)}>
        {label}
      </Button>
      {asking && <ChatForm onClose={() => setAsking(false)} />}
    </>
  );
}

function ChatForm({ onClose }: { readonly onClose: () => void }) {
  const [format, setFormat] = useState<Format>('slack');
  const [url, setUrl] = useState('');
  const set = useMutation({
    mutationFn: () => answer(api.PUT('/api/chat', { body: { format, url: url.trim() } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: CHAT });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!set.isPending) set.mutate();
  };
  return (
    <Ask title="Post messages to a chat" onClose={onClose} question={false} locked={set.isPending}>
      <form className="form" onSubmit={submit}>
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
        <Problem error={set.error} />
        <div className="dialog-actions">
          <Button className="button" onPress={onClose} isDisabled={set.isPending}>
            Cancel
          </Button>
          <Button type="submit" className="button primary" isDisabled={set.isPending}>
            Post messages there
          </Button>
        </div>
      </form>
    </Ask>
  );
}
