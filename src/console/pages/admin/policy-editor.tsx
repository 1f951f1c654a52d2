/**
 * The policy editor: what is edited on the left, what it means on the right. Saving names the version that the edit
 * started from. If somebody else has saved since, it is refused, not merged.
 */

import { type ComponentProps, type ReactNode, useState } from 'react';
import { type Around, actionIn } from '../../lib/actions';
import { answer, api, type Schemas } from '../../lib/api';
import { useBacktest } from '../../lib/backtest';
import { useEdit } from '../../lib/edit';
import { counted } from '../../lib/format';
import { usePolicyNames } from '../../lib/names';
import { draftOf, EMPTY_DRAFT, linesOf, type PolicyDraft, policyOfDraft } from '../../lib/policy-draft';
import { queryClient } from '../../lib/query-client';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Ask } from '../../ui/dialog';
import { Waits } from '../../ui/edit-dialog';
import { Form } from '../../ui/form';
import { Changes } from '../../ui/lines';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/states';
import { Backtested } from './differences';
import { DisplaySection } from './display-section';
import { PolicyBeside } from './policy-beside';
import { HowItReads, HowMany, Limits, Who } from './policy-sections';
import { Rules } from './rules';
import './policy-editor.css';

interface PolicyEditorProps {
  readonly id: string;
  /** Null for a new one. */
  readonly action: Schemas['Action'] | null;
  readonly around: Around;
  readonly onSaved: (action: Schemas['Action']) => void;
  /** The page around it. */
  readonly page: Omit<ComponentProps<typeof Page>, 'children'>;
  /** Above the columns. */
  readonly above?: ReactNode;
  /** Above the parts of the policy. */
  readonly first?: ReactNode;
}

/** Its buttons are at the top of the page. */
const FORM = 'policy-form';

export function PolicyEditor({ id, action, around, onSaved, page, above, first }: PolicyEditorProps) {
  const [base, setBase] = useState<PolicyDraft>(() => (action === null ? EMPTY_DRAFT : draftOf(action)));
  const [draft, setDraft] = useState(base);
  const [reviewing, setReviewing] = useState(false);
  const integration = declaredFor(id, around);
  // The id of a new action can change after its integration was chosen.
  const policy = policyOfDraft(integration === null ? { ...draft, integration: '' } : draft);
  const changes = action === null ? 0 : countDifferences(policyOfDraft(base), policy);
  const save = useEdit({
    run: () => {
      const body = { ...policy, if_version: action?.version ?? 0 };
      const saving = answer(api.PUT('/api/actions/{id}', { params: { path: { id } }, body }));
      // The mistakes are shown beside the fields that can be corrected.
      return saving.finally(() => setReviewing(false));
    },
    stale: [['changes'], ['actions'], ['action', id]],
    onMade: (made) => {
      const saved = actionIn(made);
      queryClient.setQueryData(['action', id], saved);
      const from = draftOf(saved);
      setBase(from);
      setDraft(from);
      onSaved(saved);
    },
  });
  const set = (change: Partial<PolicyDraft>) => {
    save.reset();
    setDraft({ ...draft, ...change });
  };
  const submit = () => {
    if (save.isPending || id === '') return;
    save.reset();
    if (action === null) save.send();
    else setReviewing(true);
  };
  const section = {
    draft,
    set,
    isChanged: (field: keyof PolicyDraft) => action !== null && differs(draft, base, field),
  };
  return (
    <>
      <Page
        {...page}
        beside={
          <>
            {page.beside}
            {changes > 0 && <Badge tone="wait">{`${counted(changes, 'change')} not saved`}</Badge>}
            {save.made !== null && <span role="status">Saved.</span>}
          </>
        }
        actions={
          <div className="editor-actions">
            {page.actions}
            {changes > 0 && (
              <Button className="button" onPress={() => set(base)}>
                Discard
              </Button>
            )}
            <Button type="submit" form={FORM} className="button primary" isDisabled={save.isPending || id === ''}>
              {action === null ? 'Create action' : 'Review and save…'}
            </Button>
          </div>
        }
      >
        {above}
        <Problem error={save.error} />
        <div className="editor stack">
          <Form id={FORM} className="stack" onSubmit={submit}>
            {first}
            {action === null && <HowItReads {...section} />}
            <Who {...section} around={around} />
            <HowMany {...section} around={around} />
            <Rules
              rules={draft.rules}
              groups={around.groups}
              onChange={(rules) => set({ rules })}
              isChanged={(rule) => action !== null && !base.rules.includes(rule)}
              params={linesOf(draft.requiredParams)}
            />
            {action !== null && <HowItReads {...section} />}
            <DisplaySection {...section} />
            <Limits {...section} integration={integration} />
          </Form>
          <PolicyBeside id={id} policy={policy} action={action} isEdited isChanged={changes > 0} around={around} />
        </div>
      </Page>
      {save.waits !== null && <Waits change={save.waits} onClose={save.reset} />}
      {reviewing && action !== null && (
        <SavePolicy
          action={action}
          policy={policy}
          isChanged={changes > 0}
          saving={save.isPending}
          onSave={save.send}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}

function countDifferences(before: Schemas['PolicyBody'], after: Schemas['PolicyBody']): number {
  const fields = Object.keys(after) as (keyof Schemas['PolicyBody'])[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).length;
}

const differs = (draft: PolicyDraft, base: PolicyDraft, field: keyof PolicyDraft): boolean =>
  JSON.stringify(draft[field]) !== JSON.stringify(base[field]);

/** The integration that the deployment declares for this action; null for an action of the organization's own. */
function declaredFor(id: string, { platformActions }: Around): string | null {
  return platformActions.find(({ action }) => action === id)?.integration ?? null;
}

interface SavePolicyProps {
  readonly action: Schemas['Action'];
  readonly policy: Schemas['PolicyBody'];
  readonly isChanged: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Before a policy is saved: what changes in it, and what it would have changed for past requests. */
function SavePolicy({ action, policy, isChanged, saving, onSave, onClose }: SavePolicyProps) {
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
