/** What the parts of the page are called. Only who has a key of the request reads of a decision. */
import type { RequestAnswer } from '../../lib/requests';

type View = Pick<RequestAnswer['view'], 'decided' | 'you'>;

export function whatTitle({ decided, you }: View, isMine: boolean): string {
  if (decided !== null) return 'What was requested';
  if (you.seat) return 'What you approve';
  return isMine ? 'What you requested' : 'What is asked';
}

export function decisionTitle({ decided, you }: View, isMine: boolean): string {
  if (decided !== null) return 'Result';
  if (you.seat) return 'Your decision';
  return isMine ? 'Your request' : 'Decision';
}
