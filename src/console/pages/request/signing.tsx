/** The signature of a decision: what is signed, in words, and the passkey that signs it. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyRound } from '../../../../generated/icons';
import { shortFingerprint } from '../../../protocol/operation-fingerprint';
import type { Decision } from '../../../protocol/statements/texts';
import { answer, api, problemIn, type Schemas } from '../../lib/api';
import { PasskeyProblem, signStatement } from '../../lib/passkey';
import type { Command, RequestAnswer } from '../../lib/requests';
import { useSession } from '../../lib/session';
import type { Prepared } from '../../lib/to-be-signed';
import { Fact } from '../../ui/card';
import { Icon } from '../../ui/icon';

const DECISION_OF: Readonly<Partial<Record<Command['name'], Decision>>> = {
  turn: 'authorize',
  refuse: 'refuse',
  abort: 'abort',
};

interface SigningState {
  /** Whether this command must be signed. */
  readonly wanted: boolean;
  /** A decision that needs no signature can be sent without one after signing failed. */
  readonly optional: boolean;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly prepared: Prepared | null;
  /** The signature; `none` to send without one; null if it was not signed and nothing may be sent. */
  sign(): Promise<Schemas['Signature'] | 'none' | null>;
}

export function useSigning(shown: RequestAnswer, command: Command): SigningState {
  const { data: session } = useSession();
  const decision = DECISION_OF[command.name];
  const signs = shown.view.turn === 'code_and_passkey' && shown.view.you.seat;
  const wanted = signs && decision !== undefined && session != null;
  const optional = command.name !== 'turn';
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { id } = shown.request;
  const { round } = shown.view;
  const query = useQuery({
    queryKey: ['statement', id, decision, round],
    queryFn: async () => {
      const params = { path: { id }, query: { decision: decision! } };
      // Not before: most pages sign nothing, and the renderer's tables are a tenth of what a request page would load.
      const [{ prepare }, service] = await Promise.all([
        import('../../lib/statement'),
        answer(api.GET('/api/requests/{id}/statement', { params })),
      ]);
      return prepare({ shown, org: session!.org, operator: session!.operator.id, decision: decision! }, service);
    },
    enabled: wanted,
    // A code may have been re-issued in the meantime, so a statement is read for each dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const prepared = query.data ?? null;
  const problem = failure ?? (query.error === null ? null : problemIn(query.error).message);
  const sign: SigningState['sign'] = async () => {
    if (!wanted || (optional && (problem !== null || prepared?.passkeys.length === 0))) return 'none';
    if (prepared === null) return null;
    setBusy(true);
    setFailure(null);
    try {
      return await signStatement(prepared);
    } catch (cause) {
      setFailure(cause instanceof PasskeyProblem ? cause.message : 'Your passkey did not sign, so nothing was sent.');
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { wanted, optional, busy: busy || (wanted && query.isPending), problem, prepared, sign };
}

interface Props {
  readonly answer: RequestAnswer;
  readonly command: Command;
  readonly signing: SigningState;
}

const WORDS: Readonly<Record<Decision, string>> = { authorize: 'Turn my key', refuse: 'Refuse', abort: 'Abort' };

/** Rendered from what this page shows, like the statement. Without a signature, the fingerprint alone. */
export function WhatYouSign({ answer: { request, view }, command, signing }: Props) {
  const decision = DECISION_OF[command.name];
  const fingerprint = <code className="wrap">{shortFingerprint(request.operation_hash)}</code>;
  if (!signing.wanted || decision === undefined)
    return <p className="caption">Fingerprint {fingerprint}, the same as on the page</p>;
  const keys = `${view.quorum} of ${view.seats.length} keys`;
  return (
    <section className="what-you-sign" aria-label="What your passkey signs">
      <p className="small">
        <Icon of={KeyRound} tiny /> {signing.optional ? 'Your passkey can sign this:' : 'Your passkey signs this:'}
      </p>
      <dl className="facts">
        <Fact name="Decision">{WORDS[decision]}</Fact>
        <Fact name="Request">
          <code className="wrap">{request.id}</code>
        </Fact>
        <Fact name="Fingerprint">{fingerprint}, the same as on the page</Fact>
        {view.shown !== null && (
          <Fact name="Text">The title and the lines above, with every key, and « and » around every value</Fact>
        )}
        <Fact name="Policy">{`${request.action}, version ${view.policy_version}: ${keys}`}</Fact>
        <Fact name="Round">{view.round}</Fact>
      </dl>
      {signing.prepared !== null && (
        <details className="small">
          <summary>The exact text</summary>
          <code className="wrap">{signing.prepared.statement}</code>
        </details>
      )}
    </section>
  );
}

/** Beside the button, so that nobody who pressed it has to look for it. */
export function NotSigned({ signing: { problem, optional } }: Pick<Props, 'signing'>) {
  if (problem === null) return null;
  return (
    <p className="bad-text" role="alert">
      {problem}
      {optional && ' You can go on without a signature.'}
    </p>
  );
}
