/** The notices queue. */

import type { CombinedMailMessage, NoticeMessage } from '../../service/notice/ports';
import { sendCombinedMail } from '../../service/notice/use-cases/send-combined-mail';
import { type SendNoticeDeps, sendNotices } from '../../service/notice/use-cases/send-notice';
import { allOf } from '../../service/support/failures';
import type { Log } from '../../service/system/ports';
import { eachMessage, type SqsHandler } from './batch';

/** `besides` also tells people in other ways than by mail. */
export function createNoticeHandler(
  deps: SendNoticeDeps & { readonly log: Log },
  besides: readonly Tell[] = [],
): SqsHandler {
  return eachMessage<NoticeMessage | CombinedMailMessage>(deps.log, (message) =>
    'combined_for' in message
      ? sendCombinedMail(deps, message)
      : // A failed mail does not delay the chat, nor a failed post the mail. What was sent is not sent again.
        allOf([sendNotices(deps, message), ...besides.map((tell) => tell(message))]),
  );
}

type Tell = (message: NoticeMessage) => Promise<void>;
