/** The policy editor. Saving names the version that the edit started from: a crossed edit is refused, not merged. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import type { Around } from '../../lib/around';
import { isWaiting } from '../../lib/changes';
import { MODE_CHOICES, MODES } from '../../lib/modes';
import { draftOf, EMPTY_DRAFT, type PolicyDraft, policyOf } from '../../lib/policy-draft';
import { queryClient } from '../../lib/session';
import { Button } from '../../ui/button';
import { Check, Checks, Choice, Field, Form, Lines } from '../../ui/form';
import { Shown } from '../../ui/shown';
import { Problem } from '../../ui/states';
import { Waits } from '../../ui/waits';
import { Rules } from './rules';
import { SavePolicy } from './save-policy';

interface Props {
  readonly id: string;
  /** Null for a new one. */
  readonly action: Schemas['Action'] | null;
  readonly around: Around;
  readonly onSaved: (action: Schemas['Action']) => void;
}

export function PolicyForm({ id, action, around, onSaved }: Props) {
  const [draft, setDraft] = useState<PolicyDraft>(() => (action === null ? EMPTY_DRAFT : draftOf(action)));
  const [reviewing, setReviewing] = useState(false);
  const integration = declaredFor(id, around);
  // The id of a new action can change after its integration was chosen.
  const named = integration === null ? { ...draft, integration: '' } : draft;
  const save = useMutation({
    mutationFn: () => {
      const body = { ...policyOf(named), if_version: action?.version ?? 0 };
      return answer(api.PUT('/api/actions/{id}', { params: { path: { id } }, body }));
    },
    onSuccess: (saved) => {
      if (isWaiting(saved)) {
        void queryClient.invalidateQueries({ queryKey: ['changes'] });
        return;
      }
      queryClient.setQueryData(['action', id], saved.action);
      void queryClient.invalidateQueries({ queryKey: ['actions'] });
      setDraft(draftOf(saved.action));
      onSaved(saved.action);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['action', id] }),
    // What went wrong is said beside the fields that can be corrected.
    onSettled: () => setReviewing(false),
  });
  const set = (change: Partial<PolicyDraft>) => {
    if (!save.isIdle) save.reset();
    setDraft({ ...draft, ...change });
  };
  const submit = () => {
    if (save.isPending || id === '') return;
    save.reset();
    if (action === null) save.mutate();
    else setReviewing(true);
  };
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">Policy</h2>
      <Form onSubmit={submit}>
        <Who draft={draft} set={set} around={around} />
        <HowMany draft={draft} set={set} />
        <Rules rules={draft.rules} onChange={(rules) => set({ rules })} />
        <Rest draft={draft} set={set} integration={integration} />
        <Problem error={save.error} />
        <div className="form-actions">
          <Button type="submit" className="button primary" isDisabled={save.isPending || id === ''}>
            {action === null ? 'Create action' : 'Review and save…'}
          </Button>
          {save.data !== undefined && !isWaiting(save.data) && <span role="status">Saved.</span>}
        </div>
      </Form>
      {save.data !== undefined && isWaiting(save.data) && (
        <Waits change={save.data.change} onClose={() => save.reset()} />
      )}
      {reviewing && action !== null && (
        <SavePolicy
          action={action}
          draft={named}
          saving={save.isPending}
          error={null}
          onSave={() => save.mutate()}
          onClose={() => setReviewing(false)}
        />
      )}
    </section>
  );
}

interface PartProps {
  readonly draft: PolicyDraft;
  readonly set: (change: Partial<PolicyDraft>) => void;
}

function Who({ draft, set, around }: PartProps & { readonly around: Around }) {
  const known = around.operators.map(
    ({ id, name, enabled }) => [id, `${name}${enabled ? '' : ' (disabled)'}`] as const,
  );
  const unknown = draft.roster.filter((id) => !known.some(([each]) => each === id)).map((id) => [id, id] as const);
  return (
    <>
      <Field
        label="Title that operators read"
        value={draft.title}
        onChange={(title) => set({ title })}
        required
        maxLength={LIMITS.policyTitle.max}
      />
      <Checks
        legend="Operators who are asked (roster)"
        options={[...known, ...unknown].map(([id, name]) => [id, <Shown key={id} text={name} />] as const)}
        chosen={draft.roster}
        onChange={(roster) => set({ roster })}
      />
      <Check
        label="The requester cannot turn a key"
        checked={draft.denySelfApproval}
        onChange={(denySelfApproval) => set({ denySelfApproval })}
      />
    </>
  );
}

function HowMany({ draft, set }: PartProps) {
  return (
    <>
      <div className="form-row">
        <Field
          label="Keys needed"
          type="number"
          min={LIMITS.quorum.min}
          max={LIMITS.quorum.max}
          value={draft.quorumDefault}
          onChange={(quorumDefault) => set({ quorumDefault })}
        />
        <Field
          label="At least"
          type="number"
          min={LIMITS.quorum.min}
          max={LIMITS.quorum.max}
          value={draft.quorumMin}
          onChange={(quorumMin) => set({ quorumMin })}
        />
        <Field
          label="At most"
          type="number"
          min={LIMITS.quorum.min}
          max={LIMITS.quorum.max}
          value={draft.quorumMax}
          onChange={(quorumMax) => set({ quorumMax })}
        />
      </div>
      <Check
        label="A program may ask for another number within these limits"
        checked={draft.selectable}
        onChange={(selectable) => set({ selectable })}
      />
      <Choice
        label="What a key takes"
        value={draft.turn}
        onChange={(turn) => set({ turn })}
        options={[
          ['code', 'The code'],
          ['code_and_passkey', 'The code and a passkey: each decision is signed'],
        ]}
      />
      <div className="form-row">
        <Choice
          label="How keys are turned"
          value={draft.mode}
          onChange={(mode) => set({ mode })}
          options={MODE_CHOICES}
        />
        {MODES[draft.mode].hasRounds && (
          <Field
            label="Time for all keys, in seconds"
            type="number"
            min={LIMITS.coincidenceSeconds.min}
            max={LIMITS.coincidenceSeconds.max}
            value={draft.coincidenceSeconds}
            onChange={(coincidenceSeconds) => set({ coincidenceSeconds })}
          />
        )}
        <Field
          label="Ends after, in minutes"
          type="number"
          min={LIMITS.ttlSeconds.min / 60}
          max={LIMITS.ttlSeconds.max / 60}
          value={draft.ttlMinutes}
          onChange={(ttlMinutes) => set({ ttlMinutes })}
        />
        <Field
          label="Limit of open requests"
          type="number"
          min={LIMITS.maxOpen.min}
          max={LIMITS.maxOpen.max}
          value={draft.maxOpen}
          onChange={(maxOpen) => set({ maxOpen })}
        />
      </div>
    </>
  );
}

/** The integration that the deployment declares for this action; null for an action of the organization's own. */
function declaredFor(id: string, { platformActions }: Around): string | null {
  return platformActions.find(({ action }) => action === id)?.integration ?? null;
}

function Rest({ draft, set, integration }: PartProps & { readonly integration: string | null }) {
  return (
    <>
      <Lines
        label="Required params"
        value={draft.requiredParams}
        onChange={(requiredParams) => set({ requiredParams })}
        hint="One name for each line."
      />
      {integration !== null && (
        <Choice
          label="Integration"
          value={draft.integration}
          onChange={(chosen) => set({ integration: chosen })}
          options={[
            ['', 'None: the program that requested it acts on the answer'],
            [integration, integration],
          ]}
        />
      )}
    </>
  );
}
