/** The fingerprint of what is on this page, computed here, against the one that the service keeps. */
import { useEffect, useState } from 'react';
import type { Schemas } from '../../lib/api';
import { operationHash, shortFingerprint } from '../../lib/hash';

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
      <p
        className={found.state === 'different' ? 'bad-text' : 'muted'}
        role={found.state === 'different' ? 'alert' : undefined}
      >
        {SAYS[found.state]}
      </p>
      <details>
        <summary>Whole fingerprint</summary>
        <code className="wrap">{hash}</code>
        {found.state === 'different' && (
          <p>
            Computed here: <code className="wrap">{found.here}</code>
          </p>
        )}
      </details>
    </div>
  );
}

const SAYS: Readonly<Record<Fingerprint['state'], string>> = {
  computing: 'Comparing with what this page shows…',
  same: '✓ Computed again in this browser: it is the fingerprint of what you see.',
  different: '✕ This is not the fingerprint of what you see. Do not turn a key: refuse, and tell an admin.',
  unable: 'It could not be computed in this browser. Compare it with the requester.',
};
