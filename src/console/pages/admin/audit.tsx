/** The audit log: shown in words, filtered, verified in this browser, and saved. */

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { NameOf } from '../../../protocol/words';
import { ApiProblem, answer, api, type Schemas } from '../../lib/api';
import { verifyChain } from '../../lib/audit-chain';
import { factsOf, TOPICS } from '../../lib/audit-log';
import { serverNow } from '../../lib/clock';
import { download } from '../../lib/download';
import { formatCount, formatDay } from '../../lib/format';
import { useNamesOfThings } from '../../lib/names';
import { Link } from '../../lib/router';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { Choice, Field } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { Page } from '../../ui/page';
import { More } from '../../ui/pager';
import { Answered, Empty, Problem } from '../../ui/states';
import { MainCell, Table } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';
import { Said, ToldBy } from '../../ui/words';
import './audit.css';

type Entry = Schemas['AuditEntry'];

export default function Audit() {
  const nameOf = useNamesOfThings();
  const [topic, setTopic] = useState('');
  const [who, setWho] = useState('');
  const pages = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => readBack(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });
  return (
    <Page title="Audit log">
      <div className="stack">
        <Verify />
        <div className="form-row">
          <Choice label="Topic" value={topic} onChange={setTopic} options={[['', 'Everything'], ...TOPICS]} />
          <Field label="Person, request or key" type="search" value={who} onChange={setWho} />
        </div>
        <Answered query={pages} what="the audit log">
          {({ pages: loaded }) => (
            <Entries
              entries={loaded.flatMap((page) => page.entries).filter((entry) => isAbout(entry, topic, who, nameOf))}
              filtered={topic !== '' || who.trim() !== ''}
              nameOf={nameOf}
            />
          )}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}

function isAbout(entry: Entry, topic: string, search: string, nameOf: NameOf): boolean {
  if (!entry.kind.startsWith(topic)) return false;
  // The turned keys of operators and API keys have only the word in common.
  if (topic === 'key.' && /^key\.(turned|withdrawn)$/.test(entry.kind)) return false;
  const wanted = search.trim().toLowerCase();
  const { who, what, detail } = entry.told;
  const things = [who, ...what, ...detail].filter((piece) => piece !== null && typeof piece === 'object');
  const names = things.map((thing) => ('id' in thing ? nameOf(thing) : ''));
  const held = [entry.actor, entry.subject, ...names];
  return wanted === '' || held.some((each) => each.toLowerCase().includes(wanted));
}

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly filtered: boolean;
  readonly nameOf: NameOf;
}

function Entries({ entries, filtered, nameOf }: EntriesProps) {
  if (entries.length === 0) {
    return filtered ? (
      <Empty title="No loaded entry matches">
        <p>Load older entries below, or change the filter.</p>
      </Empty>
    ) : (
      <Empty title="Nothing is recorded yet" />
    );
  }
  return (
    <Table label="Audit log" columns={['What happened', 'When', 'Entry']}>
      {entries.map((entry, index) => {
        const day = formatDay(entry.at);
        const before = entries[index - 1];
        return (
          <Fragment key={entry.seq}>
            {(before === undefined || formatDay(before.at) !== day) && (
              <tr className="log-day">
                <th colSpan={3} scope="rowgroup">
                  {day === formatDay(serverNow()) ? `Today, ${day}` : day}
                </th>
              </tr>
            )}
            <Row entry={entry} nameOf={nameOf} />
          </Fragment>
        );
      })}
    </Table>
  );
}

function Row({ entry, nameOf }: { readonly entry: Entry; readonly nameOf: NameOf }) {
  const { seq, at, kind, subject, data, hash, told } = entry;
  return (
    <tr className="log">
      <MainCell
        title={
          <>
            <span>
              <ToldBy told={told} nameOf={nameOf} />
              {subject.startsWith('req_') && (
                <span className="log-link">
                  {' · '}
                  <Link to={`/requests/${subject}`}>open request</Link>
                </span>
              )}
            </span>
            <details>
              <summary className="caption">
                Details<span className="unseen"> of entry {seq}</span>
              </summary>
              <dl className="facts small">
                {[['kind', kind], ['subject', subject], ['actor', entry.actor], ...factsOf(data), ['hash', hash]].map(
                  ([key = '', value = '']) => (
                    <Fact key={key} name={key}>
                      <VisibleText text={value} mono />
                    </Fact>
                  ),
                )}
              </dl>
            </details>
          </>
        }
        detail={told.detail.length === 0 ? undefined : <Said words={told.detail} nameOf={nameOf} />}
      />
      <td className="nowrap secondary">
        <Ago ms={at} />
      </td>
      <td className="caption" data-label="Entry">
        {seq}
      </td>
    </tr>
  );
}

const PAGE = 50;

/**
 * The chain is read from its beginning, but people want the newest entries first. `from` is the last entry of the page.
 */
async function readBack(from: number | null) {
  const last = from ?? (await lastEntry());
  if (last === 0) return { entries: [], before: null };
  const after = Math.max(0, last - PAGE);
  const { entries } = await answer(api.GET('/api/audit', { params: { query: { after, limit: last - after } } }));
  return { entries: entries.toReversed(), before: after === 0 ? null : after };
}

/** The place of the last entry. 0 if no head is published yet, which lasts at most a minute after the first entry. */
async function lastEntry(): Promise<number> {
  try {
    return (await answer(api.GET('/api/audit/head'))).chain_seq;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return 0;
    throw error;
  }
}

function Verify() {
  const verify = useMutation({
    mutationFn: async () => {
      // The head is read first, because by the time of the second read the chain can only have grown.
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
      <div>
        <h2 id="verify">Verify audit log</h2>
        <p className="muted">
          Every entry contains the hash of the entry before it, and the last hash is signed. Keep a signed head outside
          the service: it proves later that no earlier entry was changed or removed.
        </p>
      </div>
      <div className="form-actions">
        <Button className="button primary" isDisabled={verify.isPending} onPress={() => verify.mutate()}>
          {verify.isPending ? 'Verifying…' : 'Verify in this browser'}
        </Button>
        <Button className="button" isDisabled={save.isPending} onPress={() => save.mutate()}>
          Save the log
        </Button>
        <Button className="button" isDisabled={saveHead.isPending} onPress={() => saveHead.mutate()}>
          Save the signed head
        </Button>
      </div>
      <Problem error={verify.error ?? save.error ?? saveHead.error} />
      {verify.data?.sound === true && (
        <p className="notice good" role="status">
          {verify.data.entries === 1 ? '1 entry' : `${formatCount(verify.data.entries)} entries`}: complete, in order,
          and signed
          {verify.data.sinceHead > 0 && ` except for the last ${formatCount(verify.data.sinceHead)}`}. The last hash is{' '}
          <code className="wrap">{verify.data.fingerprint}</code>.
        </p>
      )}
      {verify.data?.sound === false && (
        <p className="notice bad" role="alert">
          The audit log is not intact. {verify.data.why}
        </p>
      )}
    </section>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The complete log, in parts. */
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
