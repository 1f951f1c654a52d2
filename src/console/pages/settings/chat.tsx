/** Where messages about requests are posted in addition to mail: one incoming webhook, and a test message. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { Button } from '../../ui/button';
import { Ask, DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Choice, Field } from '../../ui/form';
import { Ago, Instant } from '../../ui/instant';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Setting } from './setting';

type Format = Schemas['ChatFormat'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['discord', 'Discord'],
];
const nameOf = (format: Format): string => FORMATS.find(([known]) => known === format)?.[1] ?? format;

const CHAT = ['chat'];

export function Chat() {
  const query = useQuery({ queryKey: CHAT, queryFn: () => answer(api.GET('/api/chat')) });
  const known = query.data?.chat;
  return (
    <Setting
      title="Chat"
      action={
        known === null ? (
          <SetChat label="Post messages to a chat…" />
        ) : (
          known && (
            <DialogButton label="Change it…" dialog={(onClose) => <KnownChat chat={known} onClose={onClose} />} />
          )
        )
      }
    >
      <Answered query={query} what="the chat">
        {({ chat }) => (chat === null ? 'None. Messages go by mail alone.' : <Where {...chat} />)}
      </Answered>
    </Setting>
  );
}

function Where({ format, host, set_at, failing }: Schemas['Chat']) {
  return (
    <>
      {nameOf(format)} at <VisibleText text={host} />{' '}
      <span className="caption">
        set <Ago ms={set_at} />
      </span>
      {failing !== null && (
        <p className="bad-text">
          No message has arrived since <Instant ms={failing.since} />. <VisibleText text={failing.problem} />
        </p>
      )}
    </>
  );
}

const TOLD =
  'A channel can be told who asks for what, what is unusual about it, when its time runs out, and when it was decided. A message never has a code, and nothing can be approved in a chat.';

function KnownChat({ chat, onClose }: { readonly chat: Schemas['Chat']; readonly onClose: () => void }) {
  const test = useEdit({ run: () => answer(api.POST('/api/chat/test', { body: {} })) });
  return (
    <Ask title="Chat" onClose={onClose} question={false}>
      <p>
        <Where {...chat} />
      </p>
      <p className="muted">{TOLD}</p>
      <div className="line">
        <Button className="button small" onPress={test.send} isDisabled={test.isPending}>
          Send a test message
        </Button>
        <SetChat label="Change the URL…" />
        <ConfirmButton
          label="Remove the chat…"
          small
          danger
          title="Remove the chat?"
          confirm="Remove the chat"
          run={() => answer(api.DELETE('/api/chat'))}
          stale={[CHAT]}
          onMade={onClose}
        >
          <p>No messages are posted any more, and the URL is forgotten. Mails go on as before.</p>
        </ConfirmButton>
      </div>
      <output>
        {test.made !== null &&
          (test.made.taken ? 'The chat took the message.' : <VisibleText text={test.made.problem ?? ''} />)}
      </output>
      <Problem error={test.error} />
      <div className="dialog-actions">
        <Button className="button primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Ask>
  );
}

function SetChat({ label }: { readonly label: `${string}…` }) {
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
      <p className="muted">{TOLD}</p>
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
