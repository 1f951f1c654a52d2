/** Saves what the history shows, and all that follows: reads the pages, says how far it is, and stops when somebody wants. */

import { useEffect, useRef, useState } from 'react';
import { answer, api } from '../../lib/api';
import { download } from '../../lib/download';
import { beginIn, type Format, fileOf, isEverything, MOST_CALLS, mayReadOn, type Walk } from '../../lib/export';
import { counted, formatClock, formatCount, formatDay } from '../../lib/format';
import { isNarrowed, type Search } from '../../lib/search';
import { readOn } from '../../lib/walk';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { Choice, Form } from '../../ui/form';
import { Meter } from '../../ui/meter';
import { Problem } from '../../ui/states';

const FORMATS = [
  ['csv', 'CSV, for a spreadsheet'],
  ['ndjson', 'NDJSON, a line of JSON for each request'],
] as const;

interface Props {
  readonly search: Search;
  readonly onClose: () => void;
}

export function ExportDialog({ search, onClose }: Props) {
  const [format, setFormat] = useState<Format>('csv');
  const { walk, waitsUntil, isReading, error, read, stop } = useWalk(search);
  const isFiltered = isNarrowed(search);
  const save = () => {
    const { name, type, content } = fileOf(walk ?? beginIn(format), isFiltered);
    download(name, type, content);
    onClose();
  };
  return (
    <Ask title="Export the history" onClose={onClose} locked={isReading} question={false}>
      <Form onSubmit={() => (walk === null ? read(beginIn(format)) : save())}>
        {walk === null ? (
          <>
            <p>
              Every request{isFiltered && ' that matches the filter'}, newest first, as the service’s API names its
              fields: at most {formatCount(MOST_CALLS)} pages of 100.
            </p>
            <Choice label="Format" value={format} onChange={setFormat} options={FORMATS} />
          </>
        ) : (
          <Progress walk={walk} waitsUntil={waitsUntil} isReading={isReading} />
        )}
        <div className="dialog-actions">
          <Problem error={error} />
          {isReading ? (
            <Button className="button" onPress={stop}>
              Stop
            </Button>
          ) : (
            <>
              <Button className="button" onPress={onClose}>
                Cancel
              </Button>
              {walk !== null && mayReadOn(walk) && (
                <Button className="button" onPress={() => read(walk)}>
                  Read on
                </Button>
              )}
              <Button type="submit" className="button primary" isDisabled={walk?.rows.length === 0}>
                {walk === null ? 'Read the requests' : saveLabel(walk)}
              </Button>
            </>
          )}
        </div>
      </Form>
    </Ask>
  );
}

const saveLabel = (walk: Walk): string =>
  isEverything(walk)
    ? `Save everything (${counted(walk.rows.length, 'request')})`
    : `Save the newest ${formatCount(walk.rows.length)}`;

interface ProgressProps {
  readonly walk: Walk;
  readonly waitsUntil: number | null;
  readonly isReading: boolean;
}

function Progress({ walk, waitsUntil, isReading }: ProgressProps) {
  const { rows, calls, backTo } = walk;
  return (
    <div className="stack">
      <p role="status">
        <strong>{counted(rows.length, 'request')}</strong>
        {isEverything(walk) ? ': everything was read.' : backTo !== null && `, read back to ${formatDay(backTo)}.`}
        {waitsUntil !== null && ` The service wants a pause. Goes on at ${formatClock(waitsUntil)}.`}
      </p>
      <Meter part={isEverything(walk) ? 1 : calls / MOST_CALLS} />
      {!isEverything(walk) && (
        <p className="caption">
          Page {formatCount(calls)} of at most {formatCount(MOST_CALLS)}.
          {!isReading && mayReadOn(walk) && ' Older requests are not read yet.'}
          {!mayReadOn(walk) && ' For older requests, choose an earlier end under “When” and export again.'}
        </p>
      )}
    </div>
  );
}

/** Stops when the dialog is left. */
function useWalk(search: Search) {
  const [told, setTold] = useState<{ readonly walk: Walk; readonly waitsUntil: number | null } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isReading, setReading] = useState(false);
  const gone = useRef(new AbortController());
  const stop = () => gone.current.abort();
  useEffect(() => () => gone.current.abort(), []);
  const read = async (from: Walk) => {
    gone.current = new AbortController();
    setTold({ walk: from, waitsUntil: null });
    setError(null);
    setReading(true);
    const readPage = (page: object, signal: AbortSignal) =>
      answer(api.GET('/api/requests', { params: { query: { ...search, ...page } }, signal }));
    const tell = (walk: Walk, waitsUntil: number | null) => setTold({ walk, waitsUntil });
    await readOn(from, readPage, tell, gone.current.signal).catch(setError);
    setReading(false);
  };
  return { walk: told?.walk ?? null, waitsUntil: told?.waitsUntil ?? null, isReading, error, read, stop };
}
