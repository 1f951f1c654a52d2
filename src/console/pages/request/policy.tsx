/** The policy of the request, and the rule that decided how many keys are needed. */

import { ADMIN_ACTION } from '../../../protocol/change-request';
import { CONDITIONS } from '../../../protocol/shown/conditions';
import type { Schemas } from '../../lib/api';
import { counted } from '../../lib/format';
import { shownParam } from '../../lib/params';
import { conditionValueText, MODES } from '../../lib/policy-words';
import { type RequestAnswer, useAction } from '../../lib/requests';
import { Link } from '../../lib/router';
import { Part } from '../../ui/part';
import { VisibleText } from '../../ui/visible-text';

export function Policy({ request, view }: RequestAnswer) {
  const action = useAction(request.action);
  const current = action.data?.version === view.policy_version ? action.data : null;
  const rule = view.rule === null ? undefined : current?.param_rules[view.rule];
  return (
    <Part id="policy" title="Policy" inShort={counted(view.quorum, 'key')}>
      <p className="secondary">
        {request.action === ADMIN_ACTION ? (
          'The service’s own policy: an admin who did not request the change turns a key'
        ) : (
          <>
            <Link to={`/actions/${encodeURIComponent(request.action)}`}>
              <VisibleText text={view.title} />
            </Link>
            , version {view.policy_version}
          </>
        )}
        {action.data !== undefined && current === null && ` (now version ${action.data.version})`}
        {' · '}
        {view.quorum === 1 ? '1 key' : `${view.quorum} keys of different operators`}
        {view.requirements.length > 0 && (
          <>
            {', with '}
            <VisibleText text={view.requirements.map(({ name, keys }) => `${keys} of ${name}`).join(' and ')} />
          </>
        )}
        {view.decided !== null &&
          MODES[view.mode].hasRounds &&
          `, turned within ${view.coincidence_seconds} s of the first`}
        {view.rule !== null && (
          <>
            {' · '}
            {rule === undefined ? `rule ${view.rule + 1} decides` : <RuleText rule={rule} />}
          </>
        )}
        {view.eligible.includes(request.requester) && ' · the requester holds one of the keys'}
      </p>
    </Part>
  );
}

export function RuleText({ rule }: { readonly rule: Schemas['ParamRule'] }) {
  return (
    <span>
      {rule.when.map(({ param, op, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the conditions of one rule never move
        <span key={index}>
          {index > 0 && ' and '}
          <VisibleText text={param} /> {CONDITIONS[op].sign}
          {value !== undefined && (
            <>
              {' '}
              <VisibleText text={shownParam(param, conditionValueText(value))} />
            </>
          )}
        </span>
      ))}
      {': '}
      {counted(rule.quorum, 'key')}
    </span>
  );
}
