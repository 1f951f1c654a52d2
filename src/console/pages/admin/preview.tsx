/** Who would be asked for a request, under the saved policy. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import type { Around } from '../../lib/around';
import { useOperatorNames } from '../../lib/names';
import { linesOf } from '../../lib/policy-draft';
import { Button } from '../../ui/button';
import { Choice, Field, Form, Lines } from '../../ui/form';
import { Shown } from '../../ui/shown';
import { Problem } from '../../ui/states';
import { RuleText } from '../request/policy';

interface Props {
  readonly action: Schemas['Action'];
  readonly around: Around;
}

export function Preview({ action, around }: Props) {
  const [requester, setRequester] = useState(around.operators[0]?.id ?? '');
  const [params, setParams] = useState(() => suggested(action));
  const [quorum, setQuorum] = useState('');
  const preview = useMutation({
    mutationFn: () => {
      const body = { requester, params: paramsOf(params), ...(quorum === '' ? {} : { quorum: Number(quorum) }) };
      return answer(api.POST('/api/actions/{id}/preview', { params: { path: { id: action.id } }, body }));
    },
  });
  const submit = () => {
    if (!preview.isPending) preview.mutate();
  };
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview">Who would be asked?</h2>
      <Form onSubmit={submit}>
        <div className="form-row">
          <Choice
            label="Requester"
            value={requester}
            onChange={setRequester}
            options={around.operators.map(({ id, name }) => [id, name] as const)}
          />
          <Field
            label="Number of keys (optional)"
            type="number"
            min={LIMITS.quorum.min}
            max={LIMITS.quorum.max}
            value={quorum}
            onChange={setQuorum}
          />
        </div>
        <Lines label="Params" value={params} onChange={setParams} hint="One for each line, as name=value." />
        <div className="form-actions">
          <Button type="submit" className="button" isDisabled={preview.isPending}>
            Preview
          </Button>
        </div>
      </Form>
      <Problem error={preview.error} />
      {preview.data !== undefined && <Answer preview={preview.data.preview} action={action} />}
    </section>
  );
}

function suggested({ required_params, param_rules }: Schemas['Action']): string {
  const names = [...required_params, ...param_rules.flatMap(({ when }) => when.map(({ param }) => param))];
  return [...new Set(names)].map((name) => `${name}=`).join('\n');
}

function paramsOf(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).map((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

const STRUCK: Readonly<Record<Schemas['Preview']['struck'][number]['reason'], string>> = {
  self_approval_denied: 'requests it',
  disabled: 'is disabled',
  unknown: 'is not an operator',
};

const BECAUSE: Readonly<Record<Schemas['Preview']['decided_by'], string>> = {
  default: 'by default',
  rule: 'by a rule',
  requirements: 'by what groups must turn',
  requested: 'as requested',
};

function Answer({ preview, action }: { readonly preview: Schemas['Preview']; readonly action: Schemas['Action'] }) {
  const nameOf = useOperatorNames();
  return (
    <div role="status" className="stack">
      {preview.refusal !== null ? (
        <p className="notice bad">It would be refused: {preview.refusal.error}</p>
      ) : (
        <p className="notice good">
          {preview.quorum === 1 ? '1 key' : `${preview.quorum} keys`} ({BECAUSE[preview.decided_by]}) of{' '}
          {preview.seats.map(nameOf).join(', ')}.
        </p>
      )}
      <ul className="plain">
        {preview.requires.map(({ group, name, keys, seats }) => (
          <li key={group}>
            <Shown text={name} /> must turn {keys === 1 ? '1 key' : `${keys} keys`}; {seats} of its members would be
            asked.
          </li>
        ))}
        {preview.struck.map(({ operator, reason }) => (
          <li key={operator}>
            <Shown text={nameOf(operator)} /> would not be asked: {STRUCK[reason]}.
          </li>
        ))}
        {preview.rules.map(({ index, matched, first_unmet }) => {
          const rule = action.param_rules[index];
          return (
            <li key={index}>
              Rule {index + 1} {matched ? 'applies' : 'does not apply'}
              {rule !== undefined && (
                <>
                  {' ('}
                  <RuleText rule={rule} />)
                </>
              )}
              {first_unmet !== null && (
                <>
                  {': '}
                  <Shown text={first_unmet.param} /> is{' '}
                  {first_unmet.actual === null ? 'missing' : <Shown text={first_unmet.actual} />}
                </>
              )}
              .
            </li>
          );
        })}
      </ul>
    </div>
  );
}
