/** The notices queue. */

import type { CombinedMailMessage, NoticeMessage } from '../../service/notice/ports';
import { sendCombinedMail } from '../../service/notice/use-cases/send-combined-mail';
import { type SendNoticeDeps, sendNotices } from '../../service/notice/use-cases/send-notice';
import { sendPushTask } from '../../service/notice/use-cases/send-push-task';
import type { PublishPushKey, PushTask } from '../../service/push/ports';
import { publishPushKey } from '../../service/push/use-cases/send-push';
import { allOf } from '../../service/support/failures';
import { eachMessage, type SqsHandler } from './batch';

/** Every message of the notices queue. */
export type NoticesMessage = NoticeMessage | CombinedMailMessage | PushTask | PublishPushKey;

/** `besides` also tells people in other ways than by mail. */
export function createNoticeHandler(deps: SendNoticeDeps, besides: readonly Tell[] = []): SqsHandler {
  return eachMessage<NoticesMessage>(deps.log, (message) => {
    if ('combined_for' in message) return sendCombinedMail(deps, message);
    if ('push' in message) return sendPushTask(deps, message);
    if ('publish_push_key' in message) return publishPushKey(deps);
    // A failed mail does not delay the chat, nor a failed post the mail. What was sent is not sent again.
    return allOf([sendNotices(deps, message), ...besides.map((tell) => tell(message))]);
  });
}

type Tell = (message: NoticeMessage) => Promise<void>;
