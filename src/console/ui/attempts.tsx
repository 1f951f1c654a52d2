/** The attempts of a delivery, each with exactly what it posted. */

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { visibleText } from '../../protocol/visible-text';
import { answer, api, type Schemas } from '../lib/api';
import { formatProgramTime } from '../lib/format';
import { Ago } from './instant';
import { Answered } from './states';
import { Disclosure } from './table';
import { VisibleText } from './visible-text';

type Delivery = Schemas['Delivery'];
type Attempt = Schemas['DeliveryTry'];

export function Attempts({ of: { id, tries, receiver } }: { readonly of: Delivery }) {
  if (tries.length === 0) {
    return (
      <>
        <p className="muted">No attempt yet.</p>
        {receiver !== 'integration' && <Post delivery={id} attempt={null} />}
      </>
    );
  }
  return (
    <ol className="attempts" aria-label="Attempts">
      {tries.map((each) => (
        <OneAttempt key={each.n} delivery={id} attempt={each} />
      ))}
    </ol>
  );
}

const OUTCOMES: Readonly<Record<Attempt['outcome'], string>> = {
  delivered: 'Delivered',
  refused: 'Answered with an error',
  refused_address: 'Address not allowed',
  unreachable: 'Not reachable',
  timed_out: 'Timed out',
  not_sent: 'Not sent',
};

const TRIGGERS: Readonly<Record<Attempt['trigger'], string>> = {
  first: 'First attempt',
  retry: 'Retry',
  manual: 'Sent by hand',
  recover: 'Recovered',
  test: 'Test',
};

function OneAttempt({ delivery, attempt }: { readonly delivery: string; readonly attempt: Attempt }) {
  const { n, started_at, finished_at, status, outcome, error, trigger } = attempt;
  const [open, setOpen] = useState(false);
  const shownIn = useId();
  return (
    <li>
      <div className="line">
        <span>
          <strong>
            {OUTCOMES[outcome]}
            {status !== null && ` (${status})`}
          </strong>
          {error !== null && (
            <>
              {': '}
              <VisibleText text={error} />
            </>
          )}
        </span>
        <span className="caption">
          {TRIGGERS[trigger]} · <Ago ms={started_at} /> · took {formatProgramTime(finished_at - started_at)}
        </span>
        {outcome !== 'not_sent' && (
          <span className="push">
            <Disclosure
              isOpen={open}
              onToggle={setOpen}
              controls={shownIn}
              spoken={`Payload and headers of attempt ${n}`}
            >
              Payload
            </Disclosure>
          </span>
        )}
      </div>
      {open && (
        <div id={shownIn}>
          <Post delivery={delivery} attempt={n} />
        </div>
      )}
    </li>
  );
}

/** Read when it is opened, because most attempts are never looked at. */
function Post({ delivery: id, attempt }: { readonly delivery: string; readonly attempt: number | null }) {
  const post = useQuery({
    queryKey: ['delivery post', id, attempt],
    // What was posted never changes.
    staleTime: attempt === null ? 0 : Number.POSITIVE_INFINITY,
    queryFn: () => {
      const query = attempt === null ? {} : { attempt };
      return answer(api.GET('/api/deliveries/{id}/post', { params: { path: { id }, query } }));
    },
  });
  return (
    <Answered query={post} what="the payload">
      {({ posted, headers, body }) => (
        <>
          {!posted && (
            <p className="muted">
              {attempt === null
                ? 'The first attempt posts this'
                : 'No copy of this post was kept. A new attempt posts this'}
              , with a signature of its own.
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
          <pre tabIndex={0}>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${visibleText(value)}`)
              .join('\n')}
            {'\n\n'}
            {indented(body)}
          </pre>
        </>
      )}
    </Answered>
  );
}

/**
 * Indented for people; the posted text has no extra blanks. Invisible characters are written out, except blanks at the
 * start.
 */
function indented(body: string): string {
  const lines = JSON.stringify(JSON.parse(body), null, 2).split('\n');
  return lines.map((line) => line.replace(/\S.*/, visibleText)).join('\n');
}
