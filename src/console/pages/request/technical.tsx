/**
 * Details that people compare or copy but do not need for a decision. They are collapsed, with the most important one
 * outside.
 */

import { ADMIN_ACTION, DOCUMENT_PARAM } from '../../../protocol/change-request';
import { shortFingerprint } from '../../../protocol/operation-fingerprint';
import type { RequestAnswer } from '../../lib/requests';
import { CopyId } from '../../ui/copy-id';
import { Fact } from '../../ui/fact';
import { VisibleText } from '../../ui/visible-text';
import { type Fingerprint, FingerprintVerdict } from './fingerprint';

interface Props {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
}

/** The param that holds the digest of the sealed call. */
export const INTENT_PARAM = 'intent';

export function Technical({ answer: { request, view }, fingerprint }: Props) {
  const { [INTENT_PARAM]: intent, [DOCUMENT_PARAM]: document } = request.params;
  return (
    <details className="card technical" aria-label="Technical details">
      <summary>
        <span>Technical details</span>
        <span className="caption">
          Fingerprint <code>{shortFingerprint(request.operation_hash)}</code> <FingerprintVerdict found={fingerprint} />
        </span>
      </summary>
      <dl className="facts">
        <Fact name="Fingerprint">
          <code className="wrap">{request.operation_hash}</code>
          {fingerprint.state === 'different' && (
            <p>
              Computed in this browser: <code className="wrap">{fingerprint.here}</code>
            </p>
          )}
        </Fact>
        {view.has_intent && intent !== undefined && (
          <Fact name="Sealed call">
            <VisibleText text={intent} mono />
          </Fact>
        )}
        {request.action === ADMIN_ACTION && document !== undefined && (
          <Fact name="Complete change">
            <VisibleText text={document} mono />
          </Fact>
        )}
        <Fact name="Action">
          <CopyId id={request.action} what="the action" />
        </Fact>
        <Fact name="Request">
          <CopyId id={request.id} what="the request" />
        </Fact>
        <Fact name="Requester">
          <CopyId id={request.requester} what={view.requester_name} />
        </Fact>
      </dl>
    </details>
  );
}
