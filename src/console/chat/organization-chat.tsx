/** Where messages about the organization's requests are posted besides by mail. */
import { answer, api } from '../lib/api';
import { Chat, type ChatCalls } from './chat';

const CALLS: ChatCalls = {
  queryKey: ['chat'],
  read: () => answer(api.GET('/api/chat')),
  set: (body) => answer(api.PUT('/api/chat', { body })),
  remove: () => answer(api.DELETE('/api/chat')),
  test: () => answer(api.POST('/api/chat/test', { body: {} })),
};

export function OrganizationChat() {
  return (
    <section className="card stack" aria-labelledby="chat">
      <h2 id="chat">Chat</h2>
      <p className="secondary">
        A channel can be told who asks for what, what is unusual about it, when its time runs out, and when it was
        decided. A message never has a code, and nothing can be approved in a chat.
      </p>
      <Chat calls={CALLS} none="">
        Mails go on as before.
      </Chat>
    </section>
  );
}
