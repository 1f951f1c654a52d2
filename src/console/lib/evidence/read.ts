/** The documents of a request, read from the service and checked here: nothing is shown that does not have its digest. */
import { useQueries } from '@tanstack/react-query';
import { ApiProblem, answer, api, type Schemas } from '../api';
import { sha256HexOf } from '../hash';
import type { RequestAnswer } from '../requests';
import type { Document } from './document';

export type EvidenceView = Schemas['EvidenceView'];

export type Evidence = { readonly view: EvidenceView } & (
  | { readonly state: 'absent' }
  | { readonly state: 'loading' | 'missing' | 'expired' }
  /** What is stored has another digest, as the service or this browser found. */
  | { readonly state: 'changed' }
  /** The service does not answer, or this browser cannot compute a digest. */
  | { readonly state: 'unread'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'read'; readonly document: Document }
);

const AGAIN_MS = 10_000;

export function useEvidence({ request, view }: RequestAnswer): readonly Evidence[] {
  const queries = useQueries({
    queries: view.evidence.map(({ name, kind, digest, state }) => ({
      queryKey: ['evidence', request.id, name, digest],
      enabled: digest !== null && (state === 'stored' || state === 'unknown'),
      queryFn: () => read(request.id, name, kind, digest ?? ''),
      // A digest belongs to one document only. A missing document may still be stored.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state: { data } }: { state: { data?: Found } }) =>
        data?.state === 'read' ? false : AGAIN_MS,
      refetchOnWindowFocus: false,
      structuralSharing: false,
    })),
  });
  return view.evidence.map((each, index) => {
    const { data, error, refetch } = queries[index]!;
    if (each.state !== 'stored' && each.state !== 'unknown') return { view: each, state: each.state };
    if (data !== undefined) return { view: each, ...data };
    return error === null ? { view: each, state: 'loading' } : { view: each, state: 'unread', error, retry: refetch };
  });
}

type Found =
  | { readonly state: 'missing' | 'expired' | 'changed' }
  | { readonly state: 'read'; readonly document: Document };

async function read(id: string, name: string, kind: EvidenceView['kind'], digest: string): Promise<Found> {
  const path = { id, name };
  const parsers = import('./document');
  try {
    const body = await answer(
      api.GET('/api/requests/{id}/evidence/{name}', { params: { path }, parseAs: 'arrayBuffer' }),
    );
    const bytes = new Uint8Array(body as unknown as ArrayBuffer);
    if (`sha256:${await checked(bytes)}` !== digest) return { state: 'changed' };
    return { state: 'read', document: (await parsers).readDocument(kind, bytes) };
  } catch (error) {
    const state = error instanceof ApiProblem ? STATES[error.kind ?? ''] : undefined;
    if (state === undefined) throw error;
    return { state };
  }
}

function checked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return sha256HexOf(bytes).catch(() => {
    throw new Error('This browser cannot check the document, so it is not shown.');
  });
}

const STATES: Readonly<Record<string, 'missing' | 'expired'>> = {
  evidence_missing: 'missing',
  evidence_expired: 'expired',
};
