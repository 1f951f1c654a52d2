/** The documents beside the decision. Each is part of the fingerprint by its digest, which stays visible. */
import { useQuery } from '@tanstack/react-query';
import { CircleX, TriangleAlert } from 'lucide-react';
import { counted } from '../../lib/count';
import type { Document } from '../../lib/evidence/document';
import type { Evidence } from '../../lib/evidence/read';
import { shortFingerprint } from '../../lib/hash';
import { Icon } from '../../ui/icon';
import { Failure, Loading } from '../../ui/states';

/** The part that draws documents, for the requests that have one. */
export function useViewer(isWanted: boolean) {
  return useQuery({
    queryKey: ['evidence-viewer'],
    queryFn: () => import('./evidence-viewer'),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

type Shown = Exclude<Evidence, { state: 'absent' }>;

interface Props {
  readonly evidence: readonly Evidence[];
  readonly open: boolean;
}

export function EvidenceCards({ evidence, open }: Props) {
  const absent = evidence.filter(({ state }) => state === 'absent');
  return (
    <>
      {evidence.map((each) => each.state !== 'absent' && <Card key={each.view.name} of={each} open={open} />)}
      {absent.length > 0 && (
        <section aria-labelledby="no-evidence" className="card evidence">
          <h2 id="no-evidence">Evidence: {absent.map(({ view }) => view.name).join(', ')}</h2>
          <p className="muted">The requester attached no such document.</p>
        </section>
      )}
    </>
  );
}

function Card({ of, open }: { readonly of: Shown; readonly open: boolean }) {
  const { name, digest } = of.view;
  const id = `evidence-${name}`;
  return (
    <section aria-labelledby={id} className="card evidence">
      <div className="card-head">
        <h2 id={id}>Evidence: {name}</h2>
        {of.state === 'read' && <span className="caption">{sizeText(of.document)}</span>}
      </div>
      <Content of={of} open={open} />
      {digest !== null && (
        <p className="caption evidence-digest">
          {of.state === 'read' &&
            'Part of the fingerprint, and checked in this browser: with another document, the keys of this request would not count. '}
          <code className="wrap">{digest}</code>
        </p>
      )}
    </section>
  );
}

function Content({ of, open }: { readonly of: Shown; readonly open: boolean }) {
  const viewer = useViewer(of.state === 'read');
  switch (of.state) {
    case 'loading':
      return <Loading what="the document" />;
    case 'unread':
      return <Failure error={of.error} retry={of.retry} />;
    case 'read':
      return viewer.data === undefined ? (
        <Loading what="the document" />
      ) : (
        <viewer.data.EvidenceDocument document={of.document} />
      );
    default:
      return <NotShown state={of.state} open={open} />;
  }
}

type NotRead = Exclude<Shown['state'], 'loading' | 'unread' | 'read'>;

const WORDS: Readonly<Record<NotRead, readonly [what: string, open: string]>> = {
  missing: [
    'This document is not stored yet.',
    'Nobody can read it, so no key can be turned. The requester has to store it.',
  ],
  expired: [
    'This document is not kept any more. Its digest still says which one it was.',
    'Nobody can read it, so no key can be turned. The requester can store it again.',
  ],
  changed: [
    'What is stored is not the document that was requested, so it is not shown.',
    'Do not turn your key. Refuse the request and tell an admin.',
  ],
};

function NotShown({ state, open }: { readonly state: NotRead; readonly open: boolean }) {
  const [what, then] = WORDS[state];
  const isBad = state === 'changed';
  return (
    <div className={isBad ? 'notice bad' : 'notice warn'} role={isBad ? 'alert' : undefined}>
      <p>
        <Icon of={isBad ? CircleX : TriangleAlert} tiny /> {what} {open && then}
      </p>
    </div>
  );
}

/** In the dialog: the documents that were read, and are approved with the request. */
export function EvidenceFacts({ evidence }: Pick<Props, 'evidence'>) {
  const read = evidence.filter(({ state }) => state === 'read');
  if (read.length === 0) return null;
  return (
    <div>
      <dt>Evidence</dt>
      <dd>
        {read.map(({ view }) => (
          <div key={view.name}>
            {view.name} <code>{shortFingerprint(view.digest ?? '')}</code>
          </div>
        ))}
      </dd>
    </div>
  );
}

const UNREAD: Readonly<Record<Exclude<Evidence['state'], 'read' | 'absent'>, string>> = {
  loading: 'is not loaded yet',
  unread: 'could not be loaded',
  missing: 'is not stored yet',
  expired: 'is not kept any more',
  changed: 'is not the one that was requested',
};

/** In the dialog: the documents that the operator could not read, and would approve anyway. */
export function UnreadEvidence({ evidence }: Pick<Props, 'evidence'>) {
  const unread = evidence.flatMap(({ view, state }) =>
    state === 'read' || state === 'absent' ? [] : [`The document ${view.name} ${UNREAD[state]}.`],
  );
  if (unread.length === 0) return null;
  return (
    <div className="notice warn stop-reasons">
      <Icon of={TriangleAlert} />
      <p>{unread.join(' ')} You have not read it.</p>
    </div>
  );
}

function sizeText(document: Document): string {
  switch (document.kind) {
    case 'text':
      return counted(document.lines.length, 'line');
    case 'json':
      return counted(document.rows.length, 'value');
    case 'markdown':
      return counted(document.rows.length, 'line');
    case 'diff': {
      const sum = (of: 'added' | 'removed') => document.files.reduce((total, file) => total + file[of], 0);
      return `${counted(document.files.length, 'file')}, ${sum('added')} added, ${sum('removed')} removed`;
    }
  }
}
