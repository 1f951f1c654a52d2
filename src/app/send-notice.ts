/** One message to one operator: at most once for its cause (design: ceremony; "telling people"). */
import type { Operator } from '../core/config/config';
import { isStillTrue, type Notice, noticeCause } from '../core/notice/notices';
import { noticeText } from '../core/notice/text';
import type { Request } from '../core/request/request';
import { operatorCode } from '../protocol/operator-code';
import {
  type Clock,
  type CodeKeys,
  type ConfigStore,
  type Mailer,
  MailNotSent,
  type NoticeMessage,
  type NoticeStore,
  type RequestStore,
} from './ports';

export interface SendNoticeDeps {
  readonly clock: Clock;
  readonly requests: RequestStore;
  readonly config: ConfigStore;
  readonly codeKeys: CodeKeys;
  readonly notices: NoticeStore;
  readonly mailer: Mailer;
  /** Where operators open the console, for links. */
  readonly consoleUrl: string;
}

/**
 * Taken before it is sent: a crash in between loses the message (the reminder is the net), it never doubles it. Only a
 * mailer that is certain to have sent nothing gives it back.
 */
export async function sendNotice(deps: SendNoticeDeps, { org, request_id, notice }: NoticeMessage): Promise<void> {
  const [loaded, operator] = await Promise.all([
    deps.requests.load(org, request_id),
    deps.config.operator(org, notice.operator),
  ]);
  if (loaded === null || operator === null) return;
  // The round has moved on, or the request was decided: the code would be dead on arrival.
  if (!isStillTrue(notice, loaded.request)) return;
  const cause = noticeCause(notice);
  const message = await compose(deps, loaded.request, operator, notice);
  if (!(await deps.notices.take(org, request_id, cause, deps.clock.nowMs()))) return;
  // Taken all the same: what is owed to nobody any more must not look forgotten.
  if (!operator.enabled) return;
  try {
    await deps.mailer.send(message, deps.clock.nowMs());
  } catch (error) {
    if (error instanceof MailNotSent) await deps.notices.release(org, request_id, cause);
    throw error;
  }
}

async function compose(deps: SendNoticeDeps, request: Request, operator: Operator, notice: Notice) {
  const code = notice.withCode ? await codeOf(deps, request, notice) : null;
  const { subject, text } = noticeText(request, notice, { name: operator.name, code, consoleUrl: deps.consoleUrl });
  return {
    org: request.org,
    to: { operator: operator.id, name: operator.name, email: operator.email },
    requestId: request.id,
    kind: notice.kind,
    round: request.round,
    code,
    subject,
    text,
  };
}

async function codeOf(deps: SendNoticeDeps, request: Request, notice: Notice): Promise<string> {
  const secret = await deps.codeKeys.secret(request.codeKeyId);
  const { round, issue, operator } = notice;
  return operatorCode({ secret, org: request.org, requestId: request.id, round, issue, operator });
}
