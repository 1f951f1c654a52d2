/** The notices queue. */
import { sendCombinedMail } from '../../app/notice/send-combined-mail';
import { type SendNoticeDeps, sendNotices } from '../../app/notice/send-notice';
import type { CombinedMailMessage, NoticeMessage } from '../../app/ports/notice';
import type { Log } from '../../app/ports/system';
import { allOf } from '../../core/support/all-of';
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
