/** The display of an action: a title over params, and a label and a format for each (docs/decisions/displays.md). */
import { X } from '../../../../generated/icons';
import type { Display } from '../../../protocol/display/display';
import { DISPLAY_TEMPLATES } from '../../../protocol/display/templates';
import {
  DETAILS,
  type DisplayDraft,
  type DisplayRow,
  displayDraftOf,
  NO_DISPLAY,
  newRow,
} from '../../lib/display-draft';
import type { Schemas } from '../../lib/schemas';
import { Button } from '../../ui/button';
import { Choice, Field, LinesField } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { Marked } from '../../ui/policy-controls';
import type { SectionProps } from './policy-sections';

const TYPES: readonly (readonly [Schemas['DisplayFormat']['type'], string])[] = [
  ['text', 'Text'],
  ['code', 'Code'],
  ['money', 'Money'],
  ['number', 'Number'],
  ['bytes', 'Bytes'],
  ['duration', 'Duration'],
  ['date', 'Date'],
  ['time', 'Date and time'],
  ['operator', 'Operator'],
  ['link', 'Link'],
];

export function DisplaySection({ draft, set, isChanged }: SectionProps) {
  const { display } = draft;
  const change = (part: Partial<DisplayDraft>) => set({ display: { ...display, ...part } });
  const changeRow = (key: number, part: Partial<DisplayRow>) =>
    change({ rows: display.rows.map((row) => (row.key === key ? { ...row, ...part } : row)) });
  const isUsed = display.title !== '' || display.rows.length > 0;
  return (
    <section className="card" aria-labelledby="display">
      <div className="card-head">
        <h2 id="display">Display</h2>
        <span className="muted">
          {isUsed ? 'What people read, and what is signed' : 'Params are shown as they were sent'}
        </span>
      </div>
      <Marked on={isChanged('display')}>
        <div className="form">
          {isUsed ? (
            <Field
              label="Title over params"
              value={display.title}
              onChange={(title) => change({ title })}
              hint="Words, and {param} for each value: {amount} · order {order}. Mails have it in their subject, and a chat has all lines."
            />
          ) : (
            <p className="form-actions">
              {Object.entries(DISPLAY_TEMPLATES).map(([name, template]) => (
                <Button
                  key={name}
                  className="button small"
                  onPress={() => set({ display: displayDraftOf(copied(template)) })}
                >
                  {`Begin with: ${name}`}
                </Button>
              ))}
            </p>
          )}
          {display.rows.map((row, index) => (
            <div key={row.key} className="form-row display-row">
              <Field
                label={`Param ${index + 1}`}
                value={row.param}
                onChange={(param) => changeRow(row.key, { param })}
              />
              <Field
                label={`Label ${index + 1}`}
                value={row.label}
                onChange={(label) => changeRow(row.key, { label })}
              />
              <Choice
                label={`Format ${index + 1}`}
                value={row.type}
                onChange={(type) => changeRow(row.key, { type, details: '' })}
                options={TYPES}
              />
              {DETAILS[row.type] !== undefined && (
                <Field
                  label={`Details of format ${index + 1}`}
                  value={row.details}
                  onChange={(details) => changeRow(row.key, { details })}
                  placeholder={DETAILS[row.type]}
                />
              )}
              <Button
                className="icon-button"
                aria-label={`Remove param ${index + 1}`}
                onPress={() => change({ rows: display.rows.filter(({ key }) => key !== row.key) })}
              >
                <Icon of={X} />
              </Button>
            </div>
          ))}
          {display.rows.some(({ type }) => type === 'link') && (
            <LinesField
              label="Hosts of links"
              value={display.hosts}
              onChange={(hosts) => change({ hosts })}
              hint="One for each line, with the words that people read: billing.acme.dev Billing."
            />
          )}
          {isUsed && (
            <LinesField
              label="Documents"
              value={display.evidence}
              onChange={(evidence) => change({ evidence })}
              hint="One for each line, with its kind: plan diff. Kinds are text, diff, json and markdown. The proposer stores a document, and the param evidence.plan has its digest."
            />
          )}
          <p className="form-actions">
            <Button className="button small" onPress={() => change({ rows: [...display.rows, newRow()] })}>
              Add a param
            </Button>
            {isUsed && (
              <Button className="button small" onPress={() => set({ display: NO_DISPLAY })}>
                Remove the display
              </Button>
            )}
          </p>
        </div>
      </Marked>
    </section>
  );
}

/** A template as the service would answer it. */
const copied = ({ v, renderer, title, params, hosts }: Display) => ({
  ...{ v, renderer, title },
  params: params.map((each) => ({ ...each })),
  hosts: [...hosts],
});
