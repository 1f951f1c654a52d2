/** The parts of the policy editor: who is asked, how many keys, how it reads, and limits. */
import { LIMITS } from '../../../../generated/limits';
import type { Around } from '../../lib/actions';
import { operatorsOnRoster } from '../../lib/groups';
import type { PolicyDraft } from '../../lib/policy-draft';
import { MODE_CHOICES, MODES, peopleText } from '../../lib/policy-words';
import { Check, Choice, Field, LinesField } from '../../ui/form';
import { choosableGroups, choosableOperators, OperatorPicker } from '../../ui/operator-picker';
import { Marked, Stepper } from '../../ui/policy-controls';
import { Requirements } from './rules';

export interface SectionProps {
  readonly draft: PolicyDraft;
  readonly set: (change: Partial<PolicyDraft>) => void;
  /** Whether the field differs from the saved version. */
  readonly isChanged: (field: keyof PolicyDraft) => boolean;
}

export function Who({ draft, set, isChanged, around }: SectionProps & { readonly around: Around }) {
  const { length } = operatorsOnRoster(draft.roster, around.groups);
  return (
    <section className="card" aria-labelledby="who">
      <div className="card-head">
        <h2 id="who">Who</h2>
        <span className="muted">{length === 1 ? '1 person is asked' : `${length} people are asked`}</span>
      </div>
      <div className="form">
        <Marked on={isChanged('roster')}>
          <OperatorPicker
            label={around.groups.length === 0 ? 'Operators who are asked' : 'Operators and groups who are asked'}
            options={[...choosableGroups(around.groups), ...choosableOperators(around.operators)]}
            chosen={draft.roster}
            onChange={(roster) => set({ roster })}
            most={LIMITS.roster.max}
          />
        </Marked>
        <Marked on={isChanged('denySelfApproval')}>
          <Check
            label="The requester cannot turn a key"
            checked={draft.denySelfApproval}
            onChange={(denySelfApproval) => set({ denySelfApproval })}
          />
        </Marked>
      </div>
    </section>
  );
}

export function HowMany({ draft, set, isChanged, around }: SectionProps & { readonly around: Around }) {
  const names = new Map([...around.operators, ...around.groups].map(({ id, name }) => [id, name]));
  const people = peopleText(draft.roster, (id) => names.get(id) ?? id);
  const bounds = { min: LIMITS.quorum.min, max: LIMITS.quorum.max };
  return (
    <section className="card" aria-labelledby="how-many">
      <h2 id="how-many">How many keys</h2>
      <div className="key-rows">
        <Marked on={isChanged('quorumDefault')}>
          <Stepper
            label="Keys needed"
            {...bounds}
            value={draft.quorumDefault}
            onChange={(quorumDefault) => set({ quorumDefault })}
            note={`of ${people}`}
          />
        </Marked>
        <Marked on={isChanged('requires')}>
          <Requirements
            of="the policy"
            groups={around.groups}
            requires={draft.requires}
            onChange={(requires) => set({ requires })}
          />
        </Marked>
        <Marked on={isChanged('selectable')}>
          <Check
            label="A program may ask for another number"
            checked={draft.selectable}
            onChange={(selectable) => set({ selectable })}
          />
        </Marked>
        {draft.selectable && (
          <>
            <Marked on={isChanged('quorumMin')}>
              <Stepper
                label="At least"
                {...bounds}
                value={draft.quorumMin}
                onChange={(quorumMin) => set({ quorumMin })}
              />
            </Marked>
            <Marked on={isChanged('quorumMax')}>
              <Stepper
                label="At most"
                {...bounds}
                value={draft.quorumMax}
                onChange={(quorumMax) => set({ quorumMax })}
              />
            </Marked>
          </>
        )}
      </div>
    </section>
  );
}

export function HowItReads({ draft, set, isChanged }: SectionProps) {
  return (
    <section className="card" aria-labelledby="how-it-reads">
      <div className="card-head">
        <h2 id="how-it-reads">How it reads</h2>
        <span className="muted">In the inbox, in mail, in the history</span>
      </div>
      <div className="form">
        <Marked on={isChanged('title')}>
          <Field
            label="Title that operators read"
            value={draft.title}
            onChange={(title) => set({ title })}
            required
            maxLength={LIMITS.policyTitle.max}
          />
        </Marked>
        <Marked on={isChanged('requiredParams')}>
          <LinesField
            label="Required params"
            value={draft.requiredParams}
            onChange={(requiredParams) => set({ requiredParams })}
            hint="One name for each line. A request without one of them is refused."
          />
        </Marked>
      </div>
    </section>
  );
}

export function Limits({ draft, set, isChanged, integration }: SectionProps & { readonly integration: string | null }) {
  return (
    <section className="card" aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <div className="form-row">
        <Marked on={isChanged('ttlMinutes')}>
          <Field
            label="Ends after, in minutes"
            type="number"
            min={LIMITS.ttlSeconds.min / 60}
            max={LIMITS.ttlSeconds.max / 60}
            value={draft.ttlMinutes}
            onChange={(ttlMinutes) => set({ ttlMinutes })}
          />
        </Marked>
        <Marked on={isChanged('maxOpen')}>
          <Field
            label="Limit of open requests"
            type="number"
            min={LIMITS.maxOpen.min}
            max={LIMITS.maxOpen.max}
            value={draft.maxOpen}
            onChange={(maxOpen) => set({ maxOpen })}
            placeholder="No limit"
          />
        </Marked>
        <Marked on={isChanged('turn')}>
          <Choice
            label="What a key takes"
            value={draft.turn}
            onChange={(turn) => set({ turn })}
            options={[
              ['code', 'The code'],
              ['code_and_passkey', 'The code and a passkey: each decision is signed'],
            ]}
          />
        </Marked>
        <Marked on={isChanged('mode')}>
          <Choice
            label="How keys are turned"
            value={draft.mode}
            onChange={(mode) => set({ mode })}
            options={MODE_CHOICES}
          />
        </Marked>
        {MODES[draft.mode].hasRounds && (
          <Marked on={isChanged('coincidenceSeconds')}>
            <Field
              label="Time for all keys, in seconds"
              type="number"
              min={LIMITS.coincidenceSeconds.min}
              max={LIMITS.coincidenceSeconds.max}
              value={draft.coincidenceSeconds}
              onChange={(coincidenceSeconds) => set({ coincidenceSeconds })}
            />
          </Marked>
        )}
        {integration !== null && (
          <Marked on={isChanged('integration')}>
            <Choice
              label="Integration"
              value={draft.integration}
              onChange={(chosen) => set({ integration: chosen })}
              options={[
                ['', 'None: the program that requested it acts on the answer'],
                [integration, integration],
              ]}
            />
          </Marked>
        )}
      </div>
    </section>
  );
}
