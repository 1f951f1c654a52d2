/** What can be compared, copied or saved: technical details, the fingerprint, the proof. */

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Check } from '../../../../generated/icons';
import { ADMIN_ACTION, DOCUMENT_PARAM } from '../../../protocol/change-request';
import { shortFingerprint } from '../../../protocol/operation-fingerprint';
import { answer, api, type Schemas } from '../../lib/api';
import { operationHash } from '../../lib/bytes';
import { download } from '../../lib/download';
import type { RequestAnswer } from '../../lib/requests';
import { tarOf } from '../../lib/tar';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { CopyId } from '../../ui/copy-id';
import { Icon } from '../../ui/icon';
import { Part } from '../../ui/part';
import { Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

interface TechnicalProps {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
}

/** The param that holds the digest of the sealed call. */
export const INTENT_PARAM = 'intent';

/**
 * Details that people compare or copy but do not need for a decision. They are collapsed, with the most important one
 * outside.
 */
export function Technical({ answer: { request, view }, fingerprint }: TechnicalProps) {
  const { [INTENT_PARAM]: intent, [DOCUMENT_PARAM]: document } = request.params;
  return (
    <details className="card technical" aria-label="Technical details">
      <summary>
        <span>Technical details</span>
        <span className="caption">
          Fingerprint <code className="in-short">{shortFingerprint(request.operation_hash)}</code>{' '}
          <FingerprintVerdict found={fingerprint} />
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
        {view.has_intent && view.shown === null && intent !== undefined && (
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

export type Fingerprint =
  | { readonly state: 'computing' }
  | { readonly state: 'same' | 'different'; readonly here: string }
  | { readonly state: 'unable' };

/** Compares the fingerprint of what this page shows, computed here, with the one that the service stores. */
export function useFingerprint(request: Schemas['AuthorizationRequest']): Fingerprint {
  const [fingerprint, setFingerprint] = useState<Fingerprint>({ state: 'computing' });
  // A poll returns an equal request in a new object.
  const operation = JSON.stringify([request.action, request.params]);
  const { operation_hash } = request;
  useEffect(() => {
    let current = true;
    const [action, params] = JSON.parse(operation) as [string, Record<string, string>];
    operationHash(action, params)
      .then((here): Fingerprint => ({ state: here === operation_hash ? 'same' : 'different', here }))
      .catch((): Fingerprint => ({ state: 'unable' }))
      .then((found) => {
        if (current) setFingerprint(found);
      });
    return () => {
      current = false;
    };
  }, [operation, operation_hash]);
  return fingerprint;
}

export function FingerprintVerdict({ found }: { readonly found: Fingerprint }) {
  switch (found.state) {
    case 'computing':
      return <span>is computed…</span>;
    case 'same':
      return (
        <span className="good-text" title="Computed again in this browser from what this page shows">
          <Icon of={Check} tiny /> matches what you see
        </span>
      );
    case 'different':
      return <span className="bad-text">does not match</span>;
    case 'unable':
      return <span>could not be computed in this browser. Compare it with the requester.</span>;
  }
}

/** The page shows something other than what would be approved. This is said first. */
export function FingerprintAlarm({ found }: { readonly found: Fingerprint }) {
  if (found.state !== 'different') return null;
  return (
    <p className="notice bad" role="alert">
      This is not the fingerprint of what you see. Do not turn your key. Refuse the request and tell an admin.
    </p>
  );
}

/** The proof of the verdict, to save. It can be verified without trusting this page or the service. */
export function Proof({ request, view }: RequestAnswer) {
  const { id } = request;
  const save = useMutation({
    mutationFn: async () => {
      const { proof, server_now } = await answer(api.GET('/api/requests/{id}/proof', { params: { path: { id } } }));
      const folder = `proof-${id}`;
      download(`${folder}.tar`, 'application/x-tar', tarOf(folder, proof.files, Math.floor(server_now / 1000)));
    },
  });
  return (
    <Part id="proof" title="Proof">
      <p className="secondary">
        {view.turn === 'code_and_passkey'
          ? 'Anybody can verify who signed this with ssh-keygen, offline and without this service: unpack the file and run your own copy of verify.sh in its folder.'
          : 'Turns of this action are not signed. The file has the verdict that the service signed.'}
      </p>
      <Problem error={save.error} />
      <div className="form-actions">
        <Button className="button" onPress={() => save.mutate()} isDisabled={save.isPending}>
          {save.isPending ? 'Reading…' : 'Save the proof'}
        </Button>
        {save.isSuccess && <span role="status">Saved.</span>}
      </div>
    </Part>
  );
}
