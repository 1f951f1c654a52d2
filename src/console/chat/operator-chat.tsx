/** The chat of another operator. An admin can only remove it. */
import { answer, api, type Schemas } from '../lib/api';
import { Shown } from '../ui/shown';
import { Chat, type ChatCalls } from './chat';

const callsFor = (id: string): ChatCalls => ({
  queryKey: ['operator-chat', id],
  read: () => answer(api.GET('/api/operators/{id}/chat', { params: { path: { id } } })),
  remove: () => answer(api.DELETE('/api/operators/{id}/chat', { params: { path: { id } } })),
});

export function OperatorChat({ operator: { id, name } }: { readonly operator: Schemas['Operator'] }) {
  return (
    <section className="form-section" aria-label={`Chat of ${name}`}>
      <h3>Chat</h3>
      <Chat calls={callsFor(id)} none="No chat. They are told by mail alone.">
        Only <Shown text={name} /> can set a chat again. Mails go on as before.
      </Chat>
    </section>
  );
}
