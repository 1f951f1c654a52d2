/** What is approved: every param as it was sent, compared with the last approved request, and the reason of the requester. */

import type { ReactNode } from 'react';
import { evidenceParam } from '../../../protocol/evidence';
import { visibleText } from '../../../protocol/visible-text';
import type { RequestWithView, Schemas } from '../../lib/api';
import { useOperatorNames } from '../../lib/names';
import { isFolded, ownOf, shownParam } from '../../lib/params';
import type { RequestAnswer } from '../../lib/requests';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Fact } from '../../ui/card';
import { DisplayLines, Folded } from '../../ui/display';
import { Ago } from '../../ui/instant';
import { LineValue } from '../../ui/value';
import { VisibleText } from '../../ui/visible-text';
import { INTENT_PARAM } from './technical';
import { whatTitle } from './titles';

interface Props {
  readonly answer: RequestAnswer;
  readonly last: RequestWithView | undefined | null;
}

export function Approved({ answer: { request, view }, last: approved }: Props) {
  const isMine = useMe().id === request.requester;
  const last = approved?.request;
  return (
    <section aria-labelledby="approved" className="card">
      <div className="card-head">
        <h2 id="approved">{whatTitle(view, isMine)}</h2>
        {last !== undefined && (
          <span className="caption">
            Compared with the <Link to={`/requests/${last.id}`}>last approved request</Link>,{' '}
            <Ago ms={last.created_at} />
          </span>
        )}
      </div>
      {view.shown === null ? (
        <Params params={paramsToShow(request.params, view)} last={last && paramsToShow(last.params, view)} />
      ) : (
        <ShownLines request={request} lines={withoutDocuments(view.shown.lines, view)} last={approved ?? undefined} />
      )}
      {view.summary !== null && <Why summary={view.summary} by={isMine ? null : view.requester_name} />}
    </section>
  );
}

/** This is a claim and not a fact. It is shown separately, with the name of its author. */
function Why({ summary, by }: { readonly summary: string; readonly by: string | null }) {
  return (
    <div className="why">
      <p className="caption">{by === null ? 'Your reason' : <WhoseWords by={by} />}</p>
      <p>
        <VisibleText text={summary} />
      </p>
    </div>
  );
}

function WhoseWords({ by }: { readonly by: string }) {
  return (
    <>
      Why, in the words of <VisibleText text={by} />
    </>
  );
}

/** A declared document is shown as a document, with its digest. */
export function withoutDocuments<T extends { readonly param: string }>(
  lines: readonly T[],
  { evidence }: Pick<RequestAnswer['view'], 'evidence'>,
): T[] {
  const params = new Set<string>(
    evidence.filter(({ digest }) => digest !== null).map(({ name }) => evidenceParam(name)),
  );
  return lines.filter(({ param }) => !params.has(param));
}

interface LinesProps extends Pick<RequestWithView, 'request'>, Pick<Schemas['Shown'], 'lines'> {
  readonly last?: RequestWithView | undefined;
}

/** The lines of a display. If a param had another value in the last approved request, the earlier value is shown beside it. */
export function ShownLines({ request, lines, last }: LinesProps) {
  const nameOf = useOperatorNames();
  const before = new Map(
    lines
      .filter(({ param }) => last !== undefined && ownOf(last.request.params, param) !== ownOf(request.params, param))
      .map(({ param }): [string, ReactNode] => [param, <InLast key={param} {...last!} param={param} />]),
  );
  const gone = Object.keys(last?.request.params ?? {}).filter((key) => !lines.some(({ param }) => param === key));
  return (
    <>
      <DisplayLines lines={lines} nameOf={nameOf} before={before} />
      {gone.map((param) => (
        <p key={param} className="caption">
          Not in this request; last approved:{' '}
          <bdi>
            {visibleText(param)}: <InLast {...last!} param={param} />
          </bdi>
        </p>
      ))}
    </>
  );
}

/** By its own display, which may be another version. */
function InLast({ request, view, param }: RequestWithView & { readonly param: string }) {
  const line = view.shown?.lines.find((each) => each.param === param);
  if (line !== undefined) return <LineValue line={line} />;
  const sent = ownOf(request.params, param);
  return sent === undefined ? 'none' : <Sent param={param} value={sent} />;
}

type ParamMap = Readonly<Record<string, string>>;

/** Without the digest of a sealed call, which has its name among the technical details. */
export function paramsToShow(params: ParamMap, { has_intent }: Pick<RequestAnswer['view'], 'has_intent'>): ParamMap {
  const { [INTENT_PARAM]: intent = '', ...others } = params;
  return has_intent && isFolded(INTENT_PARAM, intent) ? others : params;
}

interface ParamsProps {
  readonly params: ParamMap;
  readonly last?: ParamMap | undefined;
}

export function Params({ params, last }: ParamsProps) {
  const entries = Object.entries(params);
  const digests = entries.filter((entry) => isFolded(...entry));
  const gone = Object.entries(last ?? {}).filter(([key]) => ownOf(params, key) === undefined);
  if (entries.length === 0 && gone.length === 0) return <p className="muted">No params.</p>;
  const before = (key: string) => last !== undefined && <Difference {...{ param: key, params, last }} />;
  return (
    <>
      <dl className="facts">
        {entries
          .filter((entry) => !digests.includes(entry))
          .map(([key, value]) => (
            <Fact key={key} name={<VisibleText text={key} />}>
              <Sent param={key} value={value} />
              {before(key)}
            </Fact>
          ))}
        {gone.map(([key, value]) => (
          <Fact key={`last ${key}`} name={<VisibleText text={key} />}>
            <span className="was">
              not in this request; last approved: <Sent param={key} value={value} />
            </span>
          </Fact>
        ))}
      </dl>
      {digests.length > 0 && (
        <Folded digests={digests.map(([key]) => key)}>
          {digests.map(([key, value]) => (
            <li key={key}>
              <VisibleText text={key} mono /> = <Sent param={key} value={value} />
              {before(key)}
            </li>
          ))}
        </Folded>
      )}
    </>
  );
}

const Sent = ({ param, value }: { readonly param: string; readonly value: string }) => (
  <span className="value">
    <VisibleText text={shownParam(param, value)} />
  </span>
);

interface DifferenceProps extends Required<ParamsProps> {
  readonly param: string;
}

function Difference({ param, params, last }: DifferenceProps) {
  const before = ownOf(last ?? {}, param);
  if (before === params[param]) return null;
  return (
    <span className="was">
      {' '}
      {before === undefined ? (
        'new: not in the last approved'
      ) : (
        <>
          last approved: <Sent param={param} value={before} />
        </>
      )}
    </span>
  );
}
