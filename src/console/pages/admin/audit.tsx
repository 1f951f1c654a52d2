/** The audit chain: read, verified in this browser, saved. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { verifyChain } from '../../lib/audit-chain';
import { download } from '../../lib/download';
import { factsOf, kindLabel } from '../../lib/history-text';
import { Link } from '../../lib/router';
import { Instant } from '../../ui/instant';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Empty, Problem } from '../../ui/states';

export default function Audit() {
  const pages = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => readBack(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });
  return (
    <Page title="Audit">
      <div className="stack">
        <Verify />
        <Answered query={pages} what="the chain">
          {({ pages: loaded }) => {
            const entries = loaded.flatMap((page) => page.entries);
            return entries.length === 0 ? (
              <Empty title="Nothing is recorded yet" />
            ) : (
              <section className="card" aria-label="Entries">
                <ol className="timeline">
                  {entries.map((entry) => (
                    <Entry key={entry.seq} entry={entry} />
                  ))}
                </ol>
              </section>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}

const PAGE = 50;

/** The chain is read from its beginning; what happened last is wanted first. `from` is the last entry of the page. */
async function readBack(from: number | null) {
  const last = from ?? (await answer(api.GET('/api/audit/head'))).seq;
  if (last === 0) return { entries: [], before: null };
  const after = Math.max(0, last - PAGE);
  const { entries } = await answer(api.GET('/api/audit', { params: { query: { after, limit: last - after } } }));
  return { entries: entries.toReversed(), before: after === 0 ? null : after };
}

function Entry({ entry }: { readonly entry: Schemas['AuditEntry'] }) {
  const { seq, at, kind, subject, actor, data, hash } = entry;
  return (
    <li>
      <span className="timeline-when">
        <span className="mono">{seq}</span> · <Instant ms={at} />
      </span>
      <span className="timeline-what">
        <strong>{kindLabel(kind)}</strong>{' '}
        {subject.startsWith('req_') ? (
          <Link to={`/requests/${subject}`} className="mono">
            {subject}
          </Link>
        ) : (
          <Shown text={subject} mono />
        )}{' '}
        <span className="muted">
          by <Shown text={actor} mono />
        </span>
        <details>
          <summary>Facts and hash</summary>
          {factsOf(data).map(([key, value]) => (
            <span key={key} className="fact">
              <span className="muted">{key}</span> <Shown text={value} mono />
            </span>
          ))}
          <code className="wrap fact">{hash}</code>
        </details>
      </span>
    </li>
  );
}

function Verify() {
  const verify = useMutation({
    mutationFn: async () => {
      // The head first: the chain may only have grown by the time it is read.
      const head = await answer(api.GET('/api/audit/head'));
      return verifyChain(head, linesOf(await readExport()));
    },
  });
  const save = useMutation({
    mutationFn: async () => download('audit.ndjson', 'application/x-ndjson', await readExport()),
  });
  const saveHead = useMutation({
    mutationFn: async () => {
      const head = await answer(api.GET('/api/audit/head'));
      download('audit-head.json', 'application/json', `${JSON.stringify(head, null, 2)}\n`);
    },
  });
  return (
    <section className="card form" aria-labelledby="verify">
      <h2 id="verify">Is it whole?</h2>
      <p className="muted">
        Every entry holds the hash of the one before; the last is signed. Keep a signed head outside the service: it
        proves later that nothing before it was changed or cut off.
      </p>
      <div className="form-actions">
        <Button className="button primary" isDisabled={verify.isPending} onPress={() => verify.mutate()}>
          {verify.isPending ? 'Verifying…' : 'Verify in this browser'}
        </Button>
        <Button className="button" isDisabled={save.isPending} onPress={() => save.mutate()}>
          Save the chain
        </Button>
        <Button className="button" isDisabled={saveHead.isPending} onPress={() => saveHead.mutate()}>
          Save the signed head
        </Button>
      </div>
      <Problem error={verify.error ?? save.error ?? saveHead.error} />
      {verify.data?.sound === true && (
        <p className="notice good" role="status">
          ✓ {verify.data.entries === 1 ? '1 entry' : `${verify.data.entries} entries`}: whole, in order, and signed
          {verify.data.sinceHead > 0 && ` up to ${verify.data.sinceHead} before the last`}. The last hash is{' '}
          <code className="wrap">{verify.data.fingerprint}</code>.
        </p>
      )}
      {verify.data?.sound === false && (
        <p className="notice bad" role="alert">
          ✕ The chain does not hold. {verify.data.why}
        </p>
      )}
    </section>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The whole chain, part after part. */
async function readExport(): Promise<string> {
  let text = '';
  let after: number | null = 0;
  while (after !== null) {
    const part: ExportPart = await readPart(after);
    text += part.text;
    after = part.continueAfter;
  }
  return text;
}

interface ExportPart {
  readonly text: string;
  readonly continueAfter: number | null;
}

async function readPart(after: number): Promise<ExportPart> {
  let next: string | null = null;
  const call = api.GET('/api/audit/export', { params: { query: { after } }, parseAs: 'text' }).then((fetched) => {
    next = fetched.response.headers.get('audit-continue-after');
    return fetched;
  });
  const text = await answer(call);
  return { text, continueAfter: next === null ? null : Number(next) };
}
