/** What is approved: every param as it was sent, compared with the last approved request, and the reason of the requester. */

import { lineRest, valueText } from '../../../protocol/display/text';
import { evidenceParam } from '../../../protocol/evidence';
import { visibleText } from '../../../protocol/visible-text';
import type { RequestWithView, Schemas } from '../../lib/api';
import { useOperatorNames } from '../../lib/names';
import { ownOf, shownParam } from '../../lib/params';
import type { RequestAnswer } from '../../lib/requests';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { Fact } from '../../ui/card';
import { DisplayLines } from '../../ui/display';
import { Ago } from '../../ui/instant';
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
        <Params
          params={paramsToShow(request.params, view)}
          last={last === undefined ? null : paramsToShow(last.params, view)}
        />
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
      .map(({ param }) => [param, beforeText(last!, param)] as const),
  );
  const gone = Object.keys(last?.request.params ?? {}).filter((key) => !lines.some(({ param }) => param === key));
  return (
    <>
      <DisplayLines lines={lines} nameOf={nameOf} before={before} />
      {gone.map((param) => (
        <p key={param} className="caption">
          Not in this request; last approved:{' '}
          <bdi>
            {visibleText(param)}: {beforeText(last!, param)}
          </bdi>
        </p>
      ))}
    </>
  );
}

/** By its own display, which may be another version. */
function beforeText({ request, view }: RequestWithView, param: string): string {
  const line = view.shown?.lines.find((each) => each.param === param);
  if (line !== undefined) return `${valueText(line.value)}${lineRest(line)}`;
  const sent = ownOf(request.params, param);
  return sent === undefined ? 'none' : visibleText(sent);
}

type ParamMap = Readonly<Record<string, string>>;

/** Without the digest of a sealed call, which is among the technical details, because people do not read hashes. */
export function paramsToShow(params: ParamMap, { has_intent }: Pick<RequestAnswer['view'], 'has_intent'>): ParamMap {
  if (!has_intent) return params;
  const { [INTENT_PARAM]: _digest, ...shown } = params;
  return shown;
}

export function Params({ params, last = null }: { readonly params: ParamMap; readonly last?: ParamMap | null }) {
  const entries = Object.entries(params);
  const gone = last === null ? [] : Object.entries(last).filter(([key]) => ownOf(params, key) === undefined);
  if (entries.length === 0 && gone.length === 0) return <p className="muted">No params.</p>;
  return (
    <dl className="facts">
      {entries.map(([key, value]) => (
        <Fact key={key} name={<VisibleText text={key} />}>
          <span className="param">
            <VisibleText text={shownParam(key, value)} />
          </span>
          {last !== null && <Difference param={key} now={value} before={ownOf(last, key)} />}
        </Fact>
      ))}
      {gone.map(([key, value]) => (
        <Fact key={`last ${key}`} name={<VisibleText text={key} />}>
          <span className="was">
            not in this request; last approved: <VisibleText text={shownParam(key, value)} />
          </span>
        </Fact>
      ))}
    </dl>
  );
}

interface DifferenceProps {
  readonly param: string;
  readonly now: string;
  readonly before: string | undefined;
}

function Difference({ param, now, before }: DifferenceProps) {
  if (before === now) return null;
  return (
    <span className="was">
      {' '}
      {before === undefined ? (
        'new: not in the last approved'
      ) : (
        <>
          last approved: <VisibleText text={shownParam(param, before)} />
        </>
      )}
    </span>
  );
}
