/** The policy editor. Saving names the version it was made from: an edit that crossed another's is refused, not merged. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import type { Around } from '../../lib/around';
import { draftOf, EMPTY_DRAFT, type PolicyDraft, policyOf } from '../../lib/policy-draft';
import { queryClient } from '../../lib/session';
import { Check, Checks, Choice, Field, Lines } from '../../ui/form';
import { Shown } from '../../ui/shown';
import { Problem } from '../../ui/states';
import { Backtest } from './backtest';
import { Rules } from './rules';

interface Props {
  readonly id: string;
  /** Null for a new one. */
  readonly action: Schemas['Action'] | null;
  readonly around: Around;
  readonly readOnly: boolean;
  readonly onSaved: (action: Schemas['Action']) => void;
}

export function PolicyForm({ id, action, around, readOnly, onSaved }: Props) {
  const [draft, setDraft] = useState<PolicyDraft>(() => (action === null ? EMPTY_DRAFT : draftOf(action)));
  const save = useMutation({
    mutationFn: () => {
      const body = { ...policyOf(draft), if_version: action?.version ?? 0 };
      return answer(api.PUT('/api/actions/{id}', { params: { path: { id } }, body }));
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(['action', id], saved.action);
      void queryClient.invalidateQueries({ queryKey: ['actions'] });
      onSaved(saved.action);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['action', id] }),
  });
  const set = (change: Partial<PolicyDraft>) => {
    if (!save.isIdle) save.reset();
    setDraft({ ...draft, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && id !== '') save.mutate();
  };
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">Policy</h2>
      <form className="form" onSubmit={submit}>
        <Who draft={draft} set={set} around={around} readOnly={readOnly} />
        <HowMany draft={draft} set={set} readOnly={readOnly} />
        <Rules rules={draft.rules} onChange={(rules) => set({ rules })} readOnly={readOnly} />
        <Rest draft={draft} set={set} around={around} readOnly={readOnly} />
        <Problem error={save.error} />
        {!readOnly && (
          <div className="form-actions">
            <Button type="submit" className="button primary" isDisabled={save.isPending || id === ''}>
              {action === null ? 'Make action' : 'Save as the next version'}
            </Button>
          </div>
        )}
      </form>
      {!readOnly && action !== null && <Backtest id={id} draft={draft} />}
    </section>
  );
}

interface PartProps {
  readonly draft: PolicyDraft;
  readonly set: (change: Partial<PolicyDraft>) => void;
  readonly readOnly: boolean;
}

function Who({ draft, set, around, readOnly }: PartProps & { readonly around: Around }) {
  const known = around.operators.map(
    ({ id, name, enabled }) => [id, `${name}${enabled ? '' : ' (disabled)'}`] as const,
  );
  const unknown = draft.roster.filter((id) => !known.some(([each]) => each === id)).map((id) => [id, id] as const);
  return (
    <>
      <Field
        label="Title, as operators read it"
        value={draft.title}
        onChange={(title) => set({ title })}
        required
        maxLength={200}
        disabled={readOnly}
      />
      <Checks
        legend="Roster: who is asked"
        options={[...known, ...unknown].map(([id, name]) => [id, <Shown key={id} text={name} />] as const)}
        chosen={draft.roster}
        onChange={(roster) => set({ roster })}
        disabled={readOnly}
      />
      <Check
        label="The requester cannot turn a key (self approval is denied)"
        checked={draft.denySelfApproval}
        onChange={(denySelfApproval) => set({ denySelfApproval })}
        disabled={readOnly}
      />
    </>
  );
}

function HowMany({ draft, set, readOnly }: PartProps) {
  return (
    <>
      <div className="form-row">
        <Field
          label="Keys needed"
          type="number"
          min={1}
          max={50}
          value={draft.quorumDefault}
          onChange={(quorumDefault) => set({ quorumDefault })}
          disabled={readOnly}
        />
        <Field
          label="At least"
          type="number"
          min={1}
          max={50}
          value={draft.quorumMin}
          onChange={(quorumMin) => set({ quorumMin })}
          disabled={readOnly}
        />
        <Field
          label="At most"
          type="number"
          min={1}
          max={50}
          value={draft.quorumMax}
          onChange={(quorumMax) => set({ quorumMax })}
          disabled={readOnly}
        />
      </div>
      <Check
        label="A proposer may ask for another number within these bounds"
        checked={draft.selectable}
        onChange={(selectable) => set({ selectable })}
        disabled={readOnly}
      />
      <div className="form-row">
        <Choice
          label="Mode"
          value={draft.mode}
          onChange={(mode) => set({ mode })}
          options={[
            ['independent', 'Independent: at any time'],
            ['coincident', 'Coincident: within a window'],
          ]}
          disabled={readOnly}
        />
        {draft.mode === 'coincident' && (
          <Field
            label="Window, seconds"
            type="number"
            min={10}
            max={900}
            value={draft.coincidenceSeconds}
            onChange={(coincidenceSeconds) => set({ coincidenceSeconds })}
            disabled={readOnly}
          />
        )}
        <Field
          label="Expires after, minutes"
          type="number"
          min={60}
          max={1440}
          value={draft.ttlMinutes}
          onChange={(ttlMinutes) => set({ ttlMinutes })}
          disabled={readOnly}
        />
      </div>
    </>
  );
}

function Rest({ draft, set, around, readOnly }: PartProps & { readonly around: Around }) {
  return (
    <>
      <Lines
        label="Required params"
        value={draft.requiredParams}
        onChange={(requiredParams) => set({ requiredParams })}
        hint="One name to a line."
        disabled={readOnly}
      />
      {(around.integrations.length > 0 || draft.integration !== '') && (
        <Choice
          label="Integration"
          value={draft.integration}
          onChange={(integration) => set({ integration })}
          options={[
            ['', 'None: the consumer executes'],
            ...[...new Set([...around.integrations, draft.integration])]
              .filter((name) => name !== '')
              .map((name) => [name, name] as const),
          ]}
          disabled={readOnly}
        />
      )}
    </>
  );
}
