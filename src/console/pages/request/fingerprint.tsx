/** The fingerprint of what is on this page, computed here, against the one that the service keeps. */
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Schemas } from '../../lib/api';
import { operationHash, shortFingerprint } from '../../lib/hash';
import { Icon } from '../../ui/icon';

export type Fingerprint =
  | { readonly state: 'computing' }
  | { readonly state: 'same' | 'different'; readonly here: string }
  | { readonly state: 'unable' };

export function useFingerprint(request: Schemas['AuthorizationRequest']): Fingerprint {
  const [fingerprint, setFingerprint] = useState<Fingerprint>({ state: 'computing' });
  // A poll brings an equal request in a new object.
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

export function FingerprintLine({ hash, found }: { readonly hash: string; readonly found: Fingerprint }) {
  return (
    <div className="fingerprint">
      <code className="fingerprint-short">{shortFingerprint(hash)}</code>
      <Verdict found={found} />
      <details>
        <summary className="caption">Complete fingerprint</summary>
        <code className="wrap">{hash}</code>
        {found.state === 'different' && (
          <p>
            Computed in this browser: <code className="wrap">{found.here}</code>
          </p>
        )}
      </details>
    </div>
  );
}

function Verdict({ found }: { readonly found: Fingerprint }) {
  switch (found.state) {
    case 'computing':
      return <span className="muted">Computing…</span>;
    case 'same':
      return (
        <span className="badge good" title="Computed again in this browser from what this page shows">
          <Icon of={Check} tiny /> matches what you see
        </span>
      );
    case 'different':
      return (
        <p className="bad-text" role="alert">
          This is not the fingerprint of what you see. Do not turn your key. Refuse the request and tell an admin.
        </p>
      );
    case 'unable':
      return <p className="muted">This browser could not compute it. Compare it with the requester.</p>;
  }
}
