/** Where messages to the operator are posted besides by mail. */
import { answer, api } from '../lib/api';
import { Chat, type ChatCalls } from './chat';

const CALLS: ChatCalls = {
  queryKey: ['own-chat'],
  read: () => answer(api.GET('/api/own-chat')),
  set: (body) => answer(api.PUT('/api/own-chat', { body })),
  remove: () => answer(api.DELETE('/api/own-chat')),
  test: () => answer(api.POST('/api/own-chat/test', { body: {} })),
};

export function OwnChat() {
  return (
    <section className="card" aria-labelledby="chat">
      <h2 id="chat">Chat</h2>
      <div className="stack">
        <p className="secondary">
          What you are told by mail can be posted to a channel of yours too: who asks for what, what is unusual about
          it, and when its time runs out. Codes come by mail alone, and nothing can be approved in a chat.
        </p>
        <Chat calls={CALLS} none="">
          Mails go on as before.
        </Chat>
      </div>
    </section>
  );
}
