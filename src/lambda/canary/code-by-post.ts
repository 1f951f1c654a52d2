/**
 * The canary turns its key with a code, as people do. It cannot read mail, so its code is posted to its receiver: to the
 * mailbox to which the events of the same request are posted. Every other message is a mail.
 */
import { type Mailer, type MailMessage, MailNotSent } from '../../service/notice/ports';
import type { WebhookSender } from '../../service/receiver/ports';
import type { RequestStore } from '../../service/request/ports';
import { CANARY_OPERATOR, CANARY_ORG } from './names';

export interface CodeByPostDeps {
  readonly mailer: Mailer;
  readonly requests: Pick<RequestStore, 'load'>;
  readonly sender: Pick<WebhookSender, 'post'>;
  /** The canary's receiver; empty where the deployment has no canary. */
  readonly receiver: string;
}

/** The type of this post, where an event has the type of the event. */
export const CODE_POST = 'canary.code';

/** The code of one operator of one organization, and of nobody else, whatever the callback of a request says. */
const isForCanary = ({ org, to, code }: MailMessage): boolean =>
  org === CANARY_ORG && to.operator === CANARY_OPERATOR && code !== null;

export function codeByPost({ mailer, requests, sender, receiver }: CodeByPostDeps): Mailer {
  return {
    ...mailer,
    send: async (message, nowMs) => {
      if (receiver === '' || !isForCanary(message)) return mailer.send(message, nowMs);
      const loaded = message.requestId === null ? null : await requests.load(message.org, message.requestId);
      const url = loaded?.request.callback?.url;
      // Somebody else has the canary's API key, and gets no code by it.
      if (url === undefined || !url.startsWith(`${receiver}/`)) return;
      const outcome = await sender.post({
        url,
        headers: { 'content-type': 'application/json', 'service-event-type': CODE_POST },
        body: JSON.stringify({ request: message.requestId, code: message.code }),
      });
      if (outcome.kind !== 'answered' || outcome.status !== 200)
        throw new MailNotSent(
          `the canary's receiver did not take the code: ${outcome.kind === 'answered' ? outcome.status : outcome.kind}`,
        );
    },
  };
}
