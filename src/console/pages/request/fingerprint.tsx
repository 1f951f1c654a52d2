/** Compares the fingerprint of what this page shows, computed here, with the one that the service stores. */

import { useEffect, useState } from 'react';
import { Check } from '../../../../generated/icons';
import type { Schemas } from '../../lib/api';
import { operationHash } from '../../lib/hash';
import { Icon } from '../../ui/icon';

export type Fingerprint =
  | { readonly state: 'computing' }
  | { readonly state: 'same' | 'different'; readonly here: string }
  | { readonly state: 'unable' };

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
