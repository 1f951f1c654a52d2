/**
 * A change of the configuration, shown with the same care as a payment: what it means, every field before and after,
 * past requests, and the key that it made.
 */

import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldAlert, ShieldCheck, Users } from '../../../../generated/icons';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../../protocol/change-request';
import { EFFECT_TEXTS } from '../../../protocol/shown/effects';
import { type Line, lineText } from '../../../protocol/words';
import { answer, api, type Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { useEdit } from '../../lib/edit';
import { usePolicyNames } from '../../lib/names';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Changes, StatedLines } from '../../ui/lines';
import { NewlyAlone } from '../../ui/powers';
import { KeyToken } from '../../ui/secret-once';
import { Answered, Problem } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Backtested } from '../admin/differences';
import { whatTitle } from './titles';

type Detail = Schemas['ChangeDetail'];

export function useChange({ request: { id, state } }: RequestAnswer, isChange: boolean) {
  return useQuery({
    // What the change is compared with is different after it was made.
    queryKey: ['change', id, state],
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
        <Changes lines={approvedLines(detail, params)} nameOf={nameOf} />
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
function approvedLines({ fields }: Detail, params: WhatProps['params']): Line[] {
  const { [TITLE_PARAM]: _title, [DOCUMENT_PARAM]: _document, ...approved } = params;
  return Object.entries(approved).map(
    ([field, text]) =>
      fields.find((line) => line.field === field && lineText(line) === text) ?? { field, before: null, after: [text] },
  );
}

/** What the policy would have changed for past requests. Only admins can try a policy. */
export function BackTest({ change }: { readonly change: Detail | undefined }) {
  const isAdmin = useMe().role === 'admin';
  const policy = change?.after ?? null;
  const id = change?.action ?? '';
  const wanted = isAdmin && policy !== null && change?.before != null;
  const backtest = useBacktest(id, JSON.stringify(policy), wanted);
  if (!wanted) return null;
  return (
    <section aria-labelledby="backtest" className="card">
      <h2 id="backtest">The last 30 days under the new policy</h2>
      <Backtested backtest={backtest} />
    </section>
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
