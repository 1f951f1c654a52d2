/** The open requests of a page. Several can be ticked and stopped together; none is approved here. */

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { TriangleAlert } from '../../../../generated/icons';
import { EFFECT_TEXTS, isWarned } from '../../../protocol/shown/effects';
import { deadlineOf } from '../../../protocol/shown/request';
import { counted, formatLeftRoughly } from '../../lib/format';
import { progressText } from '../../lib/groups';
import type { OpenRequest } from '../../lib/inbox';
import { operationText } from '../../lib/params';
import { Link } from '../../lib/router';
import type { Schemas } from '../../lib/schemas';
import { useRowKeys } from '../../lib/shortcuts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { urgencyOf } from '../../ui/instant';
import { KeysLeft, Meter } from '../../ui/meter';
import { Operation, ParamLine } from '../../ui/operation';
import { Person } from '../../ui/person';
import { LinkRow, MainCell, Table } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

const StopSelected = lazy(() => import('./stop-selected'));

interface Props {
  readonly requests: readonly OpenRequest[];
  readonly now: number;
  /** On a phone the boxes are there only while somebody selects. */
  readonly selecting: boolean;
  /** In their place if there are none. */
  readonly children: ReactNode;
}

/** Also drawn without requests, because an open dialog stays when the last request has left the list. */
export function Rows({ requests, now, selecting, children }: Props) {
  const list = useRef<HTMLTableElement>(null);
  useRowKeys(list);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [stopping, setStopping] = useState<'refuse' | 'abort' | null>(null);
  // A request that left the page is no longer selected, so that only visible requests are stopped.
  const chosen = requests.filter(({ request }) => ticked.has(request.id));
  const tick = (id: string, isTicked: boolean) =>
    setTicked(new Set(isTicked ? [...ticked, id] : [...ticked].filter((each) => each !== id)));
  const tickAll = (isTicked: boolean) => setTicked(new Set(isTicked ? requests.map(({ request }) => request.id) : []));
  return (
    <>
      {requests.length === 0 ? (
        children
      ) : (
        <>
          <Table
            label="Requests"
            columns={chosen.length === 0 ? COLUMNS : []}
            head={
              <Head count={chosen.length} of={requests.length} tickAll={tickAll}>
                <Bar count={chosen.length} stop={setStopping} clear={() => tickAll(false)} />
              </Head>
            }
            list={list}
            dense
            selecting={selecting || chosen.length > 0}
          >
            {requests.map((entry) => (
              <Row key={entry.request.id} entry={entry} now={now} isTicked={ticked.has(entry.request.id)} tick={tick} />
            ))}
          </Table>
          <p className="caption keys-hint">
            <kbd>j</kbd> / <kbd>k</kbd> to move · <kbd>Enter</kbd> to open · <kbd>?</kbd> for all shortcuts
          </p>
        </>
      )}
      <Suspense fallback={null}>
        {stopping !== null && (
          <StopSelected
            how={stopping}
            requests={chosen}
            onClose={(stopped) => {
              setStopping(null);
              if (stopped) setTicked(new Set());
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const COLUMNS = ['Operation', 'Requested by', 'Keys', 'Time left', ''];

interface HeadProps {
  readonly count: number;
  readonly of: number;
  readonly tickAll: (isTicked: boolean) => void;
  /** In the place of the names of the columns while requests are selected. */
  readonly children: ReactNode;
}

function Head({ count, of, tickAll, children }: HeadProps) {
  return (
    <>
      <Tick label="Select all on this page" isTicked={count === of} isPartly={count > 0 && count < of} tick={tickAll} />
      {count > 0 && <td colSpan={COLUMNS.length}>{children}</td>}
    </>
  );
}

interface TickProps {
  readonly label: string;
  readonly isTicked: boolean;
  readonly isPartly?: boolean;
  readonly tick: (isTicked: boolean) => void;
}

function Tick({ label, isTicked, isPartly = false, tick }: TickProps) {
  return (
    <td className="cell-tick">
      <label className="tick-room">
        <input
          type="checkbox"
          className="tick"
          aria-label={label}
          checked={isTicked}
          ref={(box) => {
            if (box !== null) box.indeterminate = isPartly;
          }}
          onChange={(event) => tick(event.target.checked)}
        />
      </label>
    </td>
  );
}

interface BarProps {
  readonly count: number;
  readonly stop: (how: 'refuse' | 'abort') => void;
  readonly clear: () => void;
}

/** As high as the names of the columns that it replaces, so that nothing moves. */
function Bar({ count, stop, clear }: BarProps) {
  return (
    <div className="selection">
      <strong role="status" className="nowrap">
        {count} selected
      </strong>
      <Button className="button small danger-quiet" onPress={() => stop('refuse')}>
        Refuse…
      </Button>
      <Button className="button small" onPress={() => stop('abort')}>
        Abort…
      </Button>
      <Button className="button small quiet" onPress={clear}>
        Clear
      </Button>
      <span className="selection-why">Approving stays one at a time, on the request’s own page.</span>
    </div>
  );
}

interface RowProps {
  readonly entry: OpenRequest;
  readonly now: number;
  readonly isTicked: boolean;
  readonly tick: (id: string, isTicked: boolean) => void;
}

function Row({ entry, now, isTicked, tick }: RowProps) {
  const { request, view } = entry;
  return (
    <LinkRow isSelected={isTicked}>
      <Tick label={`Select ${operationText(entry)}`} isTicked={isTicked} tick={(next) => tick(request.id, next)} />
      <MainCell
        title={
          <>
            <Link to={`/requests/${request.id}`} className="stretched">
              <Operation {...entry} />
            </Link>
            <Effect of={view.change?.effect} />
            <Sign entry={entry} />
          </>
        }
        detail={
          <>
            {view.summary !== null && (
              <span className="row-summary">
                “<VisibleText text={view.summary} />”
              </span>
            )}
            {(view.summary === null || view.shown === null) && (
              <span className={paramsClass(view)}>
                <ParamLine params={request.params} shown={view.shown} />
              </span>
            )}
          </>
        }
      />
      <td className="cell-who">
        <Person id={request.requester} name={view.requester_name} />
      </td>
      <td className="cell-keys">
        <KeysLeft turned={view.turned} quorum={view.quorum} groups={progressText(view.requirements)} />
      </td>
      <TimeLeft entry={entry} now={now} />
    </LinkRow>
  );
}

/** If the title has no values, a phone shows them in place of the words. */
const paramsClass = ({ shown, summary }: OpenRequest['view']): string | undefined =>
  shown !== null ? undefined : summary === null ? 'params' : 'params below-words';

/** What a change of the configuration means, if people should know it before they open it. */
function Effect({ of }: { readonly of: Schemas['ChangeEffect'] | null | undefined }) {
  if (!isWarned(of)) return null;
  return (
    <span className="badge warn">
      <Icon of={TriangleAlert} tiny /> {EFFECT_TEXTS[of][0]}
    </span>
  );
}

/** The most serious remark; without one, whether identical requests are open. */
function Sign({ entry: { remarks, same } }: { readonly entry: OpenRequest }) {
  const worst = remarks.find(({ short }) => short !== null);
  const warnings = remarks.filter(({ level }) => level === 'warn').length;
  if (worst?.short != null) {
    return worst.level === 'warn' ? (
      <span className="badge warn">
        <Icon of={TriangleAlert} tiny /> <span className="unseen">{counted(warnings, 'warning')}: </span>
        {worst.short}
      </span>
    ) : (
      <span className="badge idle">{worst.short}</span>
    );
  }
  return same === 0 || same === null ? null : <span className="badge idle">same as {counted(same, 'other')}</span>;
}

function TimeLeft({ entry, now }: { readonly entry: OpenRequest; readonly now: number }) {
  const until = deadlineOf(entry);
  const left = until - now;
  const urgency = urgencyOf(left);
  return (
    <td className="cell-time">
      <span className={`time-left ${urgency}`}>{formatLeftRoughly(left)}</span>
      <Meter part={left / Math.max(1, until - entry.request.created_at)} tone={urgency} />
    </td>
  );
}
