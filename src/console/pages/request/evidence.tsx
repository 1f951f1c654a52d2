/** The documents beside the decision. Each is checked in this browser against its digest, which stays visible. */

import { useQueries } from '@tanstack/react-query';
import { CircleX, TriangleAlert } from '../../../../generated/icons';
import { shortFingerprint } from '../../../protocol/operation-fingerprint';
import { ApiProblem, answer, api, type Schemas } from '../../lib/api';
import { sha256HexOf } from '../../lib/bytes';
import type { Document } from '../../lib/evidence/document';
import type { RequestAnswer } from '../../lib/requests';
import { Fact } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Failure, Loading } from '../../ui/states';

type View = Schemas['EvidenceView'];
type Found = { readonly state: 'missing' | 'expired' | 'changed' } | ReadDocument;

/** With the component that draws it, which is loaded only for requests with a document. */
interface ReadDocument extends Pick<typeof import('./evidence-viewer'), 'EvidenceDocument'> {
  readonly state: 'read';
  readonly document: Document;
}

export type EvidenceOnPage = { readonly view: View } & (
  | Found
  | { readonly state: 'absent' }
  | { readonly state: 'loading' }
  /** The service does not answer, or this browser cannot compute a digest. */
  | { readonly state: 'unread'; readonly error: unknown; readonly retry: () => void }
);

const AGAIN_MS = 10_000;

export function useEvidence({ request, view }: RequestAnswer): readonly EvidenceOnPage[] {
  const queries = useQueries({
    queries: view.evidence.map((each) => ({
      queryKey: ['evidence', request.id, each.name, each.digest],
      enabled: each.state === 'stored' || each.state === 'unknown',
      queryFn: () => read(request.id, each),
      // A digest belongs to one document only. A missing document may still be stored.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state: { data } }: { state: { data?: Found } }) => data?.state !== 'read' && AGAIN_MS,
      refetchOnWindowFocus: false,
      structuralSharing: false,
    })),
  });
  return view.evidence.map((each, index): EvidenceOnPage => {
    const { data, error, refetch: retry } = queries[index]!;
    if (each.state !== 'stored' && each.state !== 'unknown') return { view: each, state: each.state };
    if (data !== undefined) return { view: each, ...data };
    return error === null ? { view: each, state: 'loading' } : { view: each, state: 'unread', error, retry };
  });
}

async function read(id: string, { name, kind, digest }: View): Promise<Found> {
  const viewer = import('./evidence-viewer');
  const path = '/api/requests/{id}/evidence/{name}';
  try {
    const body = await answer(api.GET(path, { params: { path: { id, name } }, parseAs: 'arrayBuffer' }));
    const bytes = new Uint8Array(body as unknown as ArrayBuffer);
    const hex = await sha256HexOf(bytes).catch(() => {
      throw new Error('This browser cannot check the document, so it is not shown.');
    });
    if (`sha256:${hex}` !== digest) return { state: 'changed' };
    const { readDocument, EvidenceDocument } = await viewer;
    return { state: 'read', document: readDocument(kind, bytes), EvidenceDocument };
  } catch (error) {
    const problem = error instanceof ApiProblem ? error.kind : null;
    if (problem === 'evidence_missing') return { state: 'missing' };
    if (problem === 'evidence_expired') return { state: 'expired' };
    throw error;
  }
}

interface Props {
  readonly evidence: readonly EvidenceOnPage[];
  readonly open: boolean;
}

export function EvidenceCards({ evidence, open }: Props) {
  return evidence.map((each) => each.state !== 'absent' && <Card key={each.view.name} of={each} open={open} />);
}

interface OneProps {
  readonly of: Exclude<EvidenceOnPage, { state: 'absent' }>;
  readonly open: boolean;
}

function Card({ of, open }: OneProps) {
  const { name, digest } = of.view;
  const id = `evidence-${name}`;
  return (
    <section aria-labelledby={id} className="card evidence">
      <div className="card-head">
        <h2 id={id}>Evidence: {name}</h2>
        {of.state === 'read' && <span className="caption">{of.document.size}</span>}
      </div>
      <Content of={of} open={open} />
      <p className="caption">
        {of.state === 'read' &&
          'Part of the fingerprint, and checked in this browser: with another document, the keys of this request would not count. '}
        <code className="wrap">{digest}</code>
      </p>
    </section>
  );
}

function Content({ of, open }: OneProps) {
  switch (of.state) {
    case 'loading':
      return <Loading what="the document" />;
    case 'unread':
      return <Failure error={of.error} retry={of.retry} />;
    case 'read':
      return <of.EvidenceDocument document={of.document} />;
    default: {
      const isBad = of.state === 'changed';
      return (
        <p className={isBad ? 'notice bad' : 'notice warn'} role={isBad ? 'alert' : undefined}>
          <Icon of={isBad ? CircleX : TriangleAlert} tiny /> This document {IS[of.state]}. {open && THEN[of.state]}
        </p>
      );
    }
  }
}

const IS: Readonly<Record<Exclude<EvidenceOnPage['state'], 'read' | 'absent'>, string>> = {
  loading: 'is not loaded yet',
  unread: 'could not be loaded',
  missing: 'is not stored yet',
  expired: 'is not kept any more; its digest still says which one it was',
  changed: 'is not the one that was requested, so it is not shown',
};

const THEN: Readonly<Record<'missing' | 'expired' | 'changed', string>> = {
  missing: 'Nobody can read it, so no key can be turned. The requester has to store it.',
  expired: 'Nobody can read it, so no key can be turned. The requester can store it again.',
  changed: 'Do not turn your key. Refuse the request and tell an admin.',
};

/** In the dialog: the documents that are approved with the request, and those that the operator could not read. */
export function EvidenceFacts({ evidence }: Pick<Props, 'evidence'>) {
  const attached = evidence.filter(({ state }) => state !== 'absent');
  if (attached.length === 0) return null;
  return (
    <Fact name="Evidence">
      {attached.map(({ view, state }) => (
        <div key={view.name}>
          {view.name}{' '}
          {state === 'read' || state === 'absent' ? (
            <code>{shortFingerprint(view.digest ?? '')}</code>
          ) : (
            <strong className="bad-text">{IS[state]}. You have not read it.</strong>
          )}
        </div>
      ))}
    </Fact>
  );
}
