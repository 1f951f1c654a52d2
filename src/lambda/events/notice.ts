/** The notices queue. */
import { sendDigest } from '../../app/notice/send-digest';
import { type SendNoticeDeps, sendNotices } from '../../app/notice/send-notice';
import type { DigestMessage, Log, NoticeMessage } from '../../app/ports';
import { allOf } from '../../core/support/all-of';
import { eachMessage, type SqsHandler } from './batch';

/** `besides` also tells people in other ways than by mail. */
export function createNoticeHandler(
  deps: SendNoticeDeps & { readonly log: Log },
  besides: readonly Tell[] = [],
): SqsHandler {
  return eachMessage<NoticeMessage | DigestMessage>(deps.log, (message) =>
    'digest_for' in message
      ? sendDigest(deps, message)
      : // A failed mail does not delay the chat, nor a failed post the mail. What was sent is not sent again.
        allOf([sendNotices(deps, message), ...besides.map((tell) => tell(message))]),
  );
}

type Tell = (message: NoticeMessage) => Promise<void>;
