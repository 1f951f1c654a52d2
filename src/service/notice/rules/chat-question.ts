/** What a chat is told about a question: that there is one, and from whom. */
import { visibleText } from '../../../protocol/visible-text';
import type { PendingEntry } from '../../audit/rules/chain';
import type { ChatPost } from '../../chat/rules/post';
import type { Letterhead } from '../../mail/rules';

export function questionPost(
  { kind, actor, subject }: PendingEntry,
  names: Letterhead['names'],
  consoleUrl: string,
): ChatPost {
  const name = visibleText(names.get(actor as never) ?? actor);
  const isAnswer = kind === 'question.answered';
  return {
    heading: isAnswer ? 'A question was answered' : 'A question about a request',
    lines: [
      `${name} ${isAnswer ? 'answered' : 'asks the requester something'}. Only the console shows the text.`,
      `Request ${subject}`,
    ],
    link: `${consoleUrl}/requests/${subject}`,
  };
}
