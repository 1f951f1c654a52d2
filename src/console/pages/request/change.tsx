/**
 * A change of the configuration, shown with the same care as a payment: what it means, every field before and after,
 * past requests, and the key that it made.
 */

import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldAlert, ShieldCheck, Users } from '../../../../generated/icons';
import { ADMIN_ACTION, DOCUMENT_PARAM, TITLE_PARAM } from '../../../protocol/change-request';
import { EFFECT_TEXTS } from '../../../protocol/shown/effects';
import { type Line, lineText } from '../../../protocol/words';
import { answer, api, type Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { useEdit } from '../../lib/edit';
import { formatCount } from '../../lib/format';
import { usePolicyNames } from '../../lib/names';
import { changeKey, type RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Change, Changes, Exactly, StatedLines } from '../../ui/lines';
import { NewlyAlone } from '../../ui/powers';
import { KeyToken } from '../../ui/secret-once';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Backtested } from '../admin/differences';
import { whatTitle } from './titles';

type Detail = Schemas['ChangeDetail'];

/** `again`: also when it is drawn, because it may have been edited since. */
export function useChange({ request: { id, state } }: RequestAnswer, isChange: boolean, { again = false } = {}) {
  return useQuery({
    refetchOnMount: again,
    queryKey: changeKey(id, state),
    enabled: isChange,
    queryFn: async () => (await answer(api.GET('/api/changes/{id}', { params: { path: { id } } }))).change,
    // Only in case the console does not hear of a change (`lib/watch.ts`).
    refetchInterval: 60_000,
  });
}

const ICONS: Readonly<Record<Schemas['ChangeEffect'], typeof Users>> = {
  lowers: ShieldAlert,
  changes_who: Users,
  gives_access: KeyRound,
  raises: ShieldCheck,
};

/** What the change means for approvals, before anything else: on its page, and in the dialog of a key. */
export function Meaning(answer: RequestAnswer) {
  const { data, isError } = useChange(answer, true);
  return (
    <>
      {isError && data === undefined && (
        <p className="notice warn">Not known: whether this was edited since the change was requested.</p>
      )}
      {answer.view.decided === null && <NewlyAlone change={answer.request.id} />}
      <Effect change={data} effect={answer.view.change?.effect ?? null} />
    </>
  );
}

interface EffectProps {
  readonly change: Detail | undefined;
  readonly effect: Schemas['ChangeEffect'] | null;
}

function Effect({ change, effect }: EffectProps) {
  if (change?.base_moved === true) {
    return (
      <p className="notice">
        What this changes was edited since, or the change was made. So only the new values are shown.
      </p>
    );
  }
  if (effect === null) return null;
  const [title, text] = EFFECT_TEXTS[effect];
  return (
    <section className={`effect ${effect}`} aria-label="What the change means">
      <Icon of={ICONS[effect]} />
      <p>
        <strong>{title}</strong>
        <span className="small">{text}</span>
      </p>
    </section>
  );
}

export function WhatChanges({ request, view }: RequestAnswer) {
  const change = useChange({ request, view } as RequestAnswer, true);
  const isMine = useMe().id === request.requester;
  return (
    <section aria-labelledby="approved" className="card">
      <div className="card-head">
        <h2 id="approved">{whatTitle(view, isMine)}</h2>
        <span className="caption">
          <VisibleText text={request.params[TITLE_PARAM] ?? ''} />
        </span>
      </div>
      <Answered query={change} what="the change">
        {(detail) => <What detail={detail} params={request.params} />}
      </Answered>
    </section>
  );
}

interface WhatProps {
  readonly detail: Detail;
  readonly params: RequestAnswer['request']['params'];
}

function What({ detail, params }: WhatProps) {
  const nameOf = usePolicyNames();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="table-scroll" aria-label="Every change" tabIndex={0}>
        <Changes lines={approvedLines(detail.fields, params)} nameOf={nameOf} />
      </section>
      {detail.policy.length > 0 && (
        <details>
          <summary className="caption">The whole policy after it</summary>
          <StatedLines lines={detail.policy} nameOf={nameOf} />
        </details>
      )}
    </>
  );
}

/**
 * The params, which the operation hash covers. The service says how they are put together: a line with another text is
 * not shown.
 */
function approvedLines(fields: Detail['fields'], params: WhatProps['params']): Line[] {
  const { [TITLE_PARAM]: _title, [DOCUMENT_PARAM]: _document, ...approved } = params;
  return Object.entries(approved).map(
    ([field, text]) =>
      fields.find((line) => line.field === field && lineText(line) === text) ?? { field, before: null, after: [text] },
  );
}

/** What the policy would have changed for past requests. Only admins can try a policy. */
export function BackTest({ change }: { readonly change: Detail | undefined }) {
  const backtest = useChangeBacktest(change);
  if (backtest === null) return null;
  return (
    <section aria-labelledby="backtest" className="card">
      <h2 id="backtest">The last 30 days under the new policy</h2>
      <Backtested backtest={backtest} />
    </section>
  );
}

/** Null if the change is of no stored policy, or if the reader cannot try one. */
function useChangeBacktest(change: Detail | undefined) {
  const isAdmin = useMe().role === 'admin';
  const policy = change?.after ?? null;
  const wanted = isAdmin && policy !== null && change?.before != null;
  const backtest = useBacktest(change?.action ?? '', JSON.stringify(policy), wanted);
  return wanted ? backtest : null;
}

/** In the question before a key: the heaviest field as it is and as it will be, and the others as lines. */
export function ChangeFacts({ request, view }: RequestAnswer) {
  const { data } = useChange({ request, view } as RequestAnswer, true, { again: true });
  const nameOf = usePolicyNames();
  const lines = approvedLines(data?.fields ?? [], request.params);
  const heaviest = lines.find(({ field, before }) => before !== null && field === data?.heaviest?.field);
  const others = lines.filter((line) => line !== heaviest);
  return (
    <>
      {heaviest?.before != null && (
        <dl className="now-after">
          <Fact name={`${capital(data?.heaviest?.called ?? '')} now`}>
            <Exactly words={heaviest.before} nameOf={nameOf} />
          </Fact>
          <Fact name="after this">
            <Exactly words={heaviest.after} nameOf={nameOf} />
          </Fact>
        </dl>
      )}
      {others.length > 0 && (
        <dl className="facts compared">
          {others.map((line) => (
            <Fact key={line.field} name={<VisibleText text={line.field} />}>
              <Change {...line} nameOf={nameOf} />
            </Fact>
          ))}
        </dl>
      )}
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The back-test in one line. The page has the requests. */
export function BackTestFact({ request, view }: RequestAnswer) {
  const { data: change } = useChange({ request, view } as RequestAnswer, request.action === ADMIN_ACTION);
  const backtest = useChangeBacktest(change);
  if (backtest === null) return null;
  const { data, isError } = backtest;
  return (
    <Fact name="In the last 30 days">
      {data !== undefined ? (
        <InOneLine {...data} />
      ) : isError ? (
        'Not known: the back-test failed'
      ) : (
        'Judging past requests again…'
      )}
    </Fact>
  );
}

function InOneLine({ looked_at, truncated, different }: Schemas['Backtest']) {
  if (looked_at === 0) return 'No request was made.';
  const easier = different.filter(({ was, would_be, refusal }) => refusal === null && would_be.quorum < was.quorum);
  const refused = easier.filter(({ outcome }) => outcome === 'denied').length;
  return (
    <>
      <strong>{`${formatCount(different.length)} of ${truncated ? 'the newest ' : ''}${formatCount(looked_at)}`}</strong>
      {' would have been asked differently'}
      {easier.length > 0 && `, ${formatCount(easier.length)} with fewer keys`}
      {refused > 0 && (
        <>
          {'; '}
          <strong className="bad-text">{`${formatCount(refused)} of them ${refused === 1 ? 'was' : 'were'} refused`}</strong>
        </>
      )}
    </>
  );
}

/** The token of an approved API key, for the admin who requested it. */
export function CollectKey({ request, view: { change } }: RequestAnswer) {
  const me = useMe();
  const path = { id: request.id };
  const collect = useEdit({
    run: () => answer(api.POST('/api/changes/{id}/key', { params: { path }, body: {} })),
    stale: [['keys']],
  });
  const isCollected = change?.kind === 'create_key' || change?.kind === 'rotate_key';
  if (!isCollected || request.requester !== me.id || request.state !== 'succeeded') return null;
  return (
    <section className="card" aria-labelledby="collect">
      <h2 id="collect">Your API key</h2>
      <p>You can collect the token once, within 24 hours after the approval. It works from then on.</p>
      <Problem error={collect.error} />
      <Button className="button primary" onPress={collect.send} isDisabled={collect.isPending}>
        Collect the token
      </Button>
      {collect.made !== null && <KeyToken made={collect.made} onClose={collect.reset} />}
    </section>
  );
}
