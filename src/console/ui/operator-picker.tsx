/** Choosing operators: several, with groups, or one. Actions are chosen in the same way. */

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { X } from '../../../generated/icons';
import { visibleText } from '../../protocol/visible-text';
import type { Group } from '../lib/groups';
import { useNamesOfOperators, useTitlesOfActions } from '../lib/names';
import type { Schemas } from '../lib/schemas';
import { Button } from './button';
import { Choice } from './form';
import { Icon } from './icon';
import { useListbox } from './listbox';
import { Avatar } from './person';
import { VisibleText } from './visible-text';

interface Choosable {
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others with the same name. */
  readonly detail: string;
}

interface PickerProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly options: readonly Choosable[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly most?: number;
}

/** How many are offered at once: more are found by typing. */
const OFFERED = 8;

export const choosableOperators = (operators: readonly Schemas['Operator'][]): Choosable[] =>
  operators.map(({ id, name, email, enabled }) => ({
    id,
    name: enabled ? name : `${name} (disabled)`,
    detail: email === '' ? id : email,
  }));

export const choosableGroups = (groups: readonly Group[]): Choosable[] =>
  groups.map(({ id, name, members }) => ({
    id,
    name,
    detail: members.length === 1 ? 'group of 1' : `group of ${members.length}`,
  }));

/** What is chosen: how it is called, and what stands before a name. */
interface Kind {
  readonly list: string;
  readonly add: string;
  readonly none: string;
  readonly mark: (name: string) => ReactNode;
}
const PEOPLE: Kind = {
  list: 'People',
  add: 'Add a person',
  none: 'Nobody matches',
  mark: (name) => <Avatar name={name} />,
};
const ACTIONS: Kind = { list: 'Actions', add: 'Add an action', none: 'No action matches', mark: () => null };

export const OperatorPicker = (props: PickerProps) => <Picker kind={PEOPLE} {...props} />;

export function ActionPicker(props: Omit<PickerProps, 'options'>) {
  const options = [...useTitlesOfActions()].map(([id, title]) => ({ id, name: title, detail: id }));
  return <Picker kind={ACTIONS} options={options} {...props} />;
}

/**
 * What is chosen as chips. It is added by typing part of a name, an address or an id, because a list of 200 boxes is hard
 * to search.
 */
function Picker({
  kind,
  label,
  hint,
  options,
  chosen,
  onChange,
  most = Number.POSITIVE_INFINITY,
}: PickerProps & { readonly kind: Kind }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const all = matching(options, chosen, text);
  const found = all.slice(0, OFFERED);
  const add = (option: Choosable | undefined) => {
    if (option === undefined || chosen.length >= most) return;
    onChange([...chosen, option.id]);
    setText('');
    // Typing or a click opens it again: it must not cover what is below the field.
    setOpen(false);
    listbox.toFirst();
  };
  const listbox = useListbox({
    label: kind.list,
    items: found,
    isOpen: open,
    onOpen: () => setOpen(true),
    onChoose: add,
  });
  const remove = (gone: string) => {
    onChange(chosen.filter((each) => each !== gone));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (!listbox.press(event)) {
      if (event.key === 'Escape' && open) setOpen(false);
      else if (event.key === 'Backspace' && text === '' && chosen.length > 0) onChange(chosen.slice(0, -1));
      else return;
      event.preventDefault();
    }
    event.stopPropagation();
  };
  return (
    <div className="field picker">
      <label htmlFor={id}>{label}</label>
      <div className="picker-box">
        {chosen.map((each) => (
          <Chip
            key={each}
            kind={kind}
            id={each}
            option={options.find((option) => option.id === each)}
            onRemove={remove}
          />
        ))}
        <input
          id={id}
          ref={input}
          {...listbox.field}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          placeholder={kind.add}
          value={text}
          disabled={chosen.length >= most}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value);
            listbox.toFirst();
            setOpen(true);
          }}
          onKeyDown={press}
        />
      </div>
      <div {...listbox.list} className="picker-list">
        {found.map((option, index) => (
          <div key={option.id} {...listbox.optionOf(index)}>
            {kind.mark(option.name)} <VisibleText text={option.name} />
            <span className="caption">
              <VisibleText text={option.detail} />
            </span>
          </div>
        ))}
        {open && all.length > OFFERED && (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className="picker-none muted">
            And {all.length - OFFERED} more. Type part of a name.
          </div>
        )}
      </div>
      {open && found.length === 0 && text.trim() !== '' && (
        <p className="picker-list picker-none muted" role="status">
          {kind.none} “{text}”.
        </p>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="muted">
          {hint}
        </span>
      )}
    </div>
  );
}

interface ChipProps {
  readonly kind: Kind;
  readonly id: string;
  /** Undefined for what the organization does not know. */
  readonly option: Choosable | undefined;
  readonly onRemove: (id: string) => void;
}

function Chip({ kind, id, option, onRemove }: ChipProps) {
  const name = option?.name ?? `${id} (unknown)`;
  return (
    <span className={option === undefined ? 'picked bad' : 'picked'} title={id}>
      {kind.mark(name)}
      <VisibleText text={name} />
      <Button className="icon-button picked-remove" aria-label={`Remove ${name}`} onPress={() => onRemove(id)}>
        <Icon of={X} tiny />
      </Button>
    </span>
  );
}

function matching(options: readonly Choosable[], chosen: readonly string[], text: string): Choosable[] {
  const wanted = text.trim().toLowerCase();
  return options
    .filter(({ id }) => !chosen.includes(id))
    .filter(({ id, name, detail }) => [id, name, detail].some((held) => held.toLowerCase().includes(wanted)));
}

interface PersonChoiceProps {
  readonly label: string;
  /** Empty for nobody. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Who cannot be chosen. */
  readonly except?: string;
}

/** One operator, or nobody. */
export function PersonChoice({ label, value, onChange, except }: PersonChoiceProps) {
  const others = [...useNamesOfOperators()].filter(([id]) => id !== except);
  const options = others.map(([id, name]) => [id, `${visibleText(name)} (${id})`] as const);
  return <Choice label={label} value={value} onChange={onChange} options={[['', 'Nobody is named'], ...options]} />;
}
