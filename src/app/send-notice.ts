/** Messages to operators: each at most once for its cause (docs/design.md#messages-to-operators). */
import type { Operator } from '../core/config/config';
import { isStillTrue, type Notice, noticeName } from '../core/notice/notices';
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
  type Random,
  type RequestStore,
} from './ports';

export interface SendNoticeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly requests: RequestStore;
  readonly config: ConfigStore;
  readonly codeKeys: CodeKeys;
  readonly notices: NoticeStore;
  readonly mailer: Mailer;
  /** The address of the console, for links. */
  readonly consoleUrl: string;
}

/**
 * One after the other, so that a roster of fifty does not overload the mailer. A failure does not hold up the others.
 * Then the queue delivers the message again, and notices that were taken are not sent twice.
 */
export async function sendNotices(deps: SendNoticeDeps, { org, request_id, notices }: NoticeMessage): Promise<void> {
  const loaded = await deps.requests.load(org, request_id);
  if (loaded === null) return;
  let failure: { readonly error: unknown } | null = null;
  for (const notice of notices) {
    try {
      await sendNotice(deps, loaded.request, notice);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
}

/**
 * A notice is taken before it is sent. A crash in between loses the message, which the reminder covers, but never sends
 * it twice. It is released only if the mailer has certainly sent nothing.
 */
async function sendNotice(deps: SendNoticeDeps, request: Request, notice: Notice): Promise<void> {
  // The round has ended or the request was decided, so the code would not work.
  if (!isStillTrue(notice, request)) return;
  const operator = await deps.config.operator(request.org, notice.operator);
  if (operator === null) return;
  const cause = noticeName(notice);
  const message = await compose(deps, request, operator, notice);
  const own = deps.random.hex(12);
  if (!(await deps.notices.take(request.org, request.id, cause, own, deps.clock.nowMs()))) return;
  // Mark it as taken even if the operator is disabled; otherwise the check sends it again.
  if (!operator.enabled) return;
  try {
    await deps.mailer.send(message, deps.clock.nowMs());
  } catch (error) {
    if (error instanceof MailNotSent) await deps.notices.release(request.org, request.id, cause, own);
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
