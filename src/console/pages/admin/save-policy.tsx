/** Before a policy is saved: what changes in it, and what it would have changed for past requests. */

import type { Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { usePolicyNames } from '../../lib/names';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { Changes } from '../../ui/lines';
import { Backtested } from './differences';

interface Props {
  readonly action: Schemas['Action'];
  readonly policy: Schemas['PolicyBody'];
  readonly isChanged: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function SavePolicy({ action, policy, isChanged, saving, onSave, onClose }: Props) {
  const nameOf = usePolicyNames();
  const backtest = useBacktest(action.id, JSON.stringify(policy), isChanged);
  return (
    <Ask title={`Save version ${action.version + 1}?`} onClose={onClose} locked={saving} wide>
      <section className="stack" aria-label="Changes">
        {!isChanged && <p>You changed nothing.</p>}
        {backtest.data !== undefined && <Changes lines={backtest.data.lines} nameOf={nameOf} />}
      </section>
      {isChanged && (
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
          isDisabled={saving || !isChanged || (backtest.isPending && !backtest.isError)}
        >
          {saving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </Ask>
  );
}
