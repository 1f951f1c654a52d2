/** Before a policy is saved: what changes in it, and what it would have changed for past requests. */

import type { Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { usePolicyNames } from '../../lib/names';
import { changesOf } from '../../lib/policy-text';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { Shown } from '../../ui/shown';
import { Backtested } from './differences';

interface Props {
  readonly action: Schemas['Action'];
  readonly policy: Schemas['PolicyBody'];
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function SavePolicy({ action, policy, saving, onSave, onClose }: Props) {
  const changes = changesOf(action, policy, usePolicyNames());
  const backtest = useBacktest(action.id, JSON.stringify(policy), changes.length > 0);
  return (
    <Ask title={`Save version ${action.version + 1}?`} onClose={onClose} locked={saving} wide>
      <section className="stack" aria-label="Changes">
        {changes.length === 0 ? <p>You changed nothing.</p> : <Changes changes={changes} />}
      </section>
      {changes.length > 0 && (
        <section className="form-section" aria-labelledby="backtest">
          <h3 id="backtest">Effect on the requests of the last 30 days</h3>
          <Backtested backtest={backtest} />
        </section>
      )}
      <p className="muted">Open requests keep the version that they were made under.</p>
      <div className="dialog-actions">
        <Button className="button" onPress={onClose} isDisabled={saving}>
          Back to the policy
        </Button>
        <Button
          className="button primary"
          onPress={onSave}
          isDisabled={saving || changes.length === 0 || (backtest.isPending && !backtest.isError)}
        >
          {saving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </Ask>
  );
}

function Changes({ changes }: { readonly changes: ReturnType<typeof changesOf> }) {
  return (
    <dl className="diff">
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="unseen">was </span>
            <del>
              <Shown text={before} />
            </del>
          </dd>
          <dd>
            <span className="unseen">becomes </span>
            <ins>
              <Shown text={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
