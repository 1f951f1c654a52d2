/** Choosing operators: several, with groups, or one. */

import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { X } from '../../../generated/icons';
import { visibleText } from '../../protocol/visible-text';
import type { Group } from '../lib/groups';
import { useNamesOfOperators } from '../lib/names';
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

interface OperatorPickerProps {
  readonly label: string;
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

/**
 * People and groups as chips. They are added by typing part of a name, an address or an id, because a list of 200
 * boxes is hard to search.
 */
export function OperatorPicker({
  label,
  options,
  chosen,
  onChange,
  most = Number.POSITIVE_INFINITY,
}: OperatorPickerProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const found = matching(options, chosen, text);
  const add = (option: Choosable | undefined) => {
    if (option === undefined || chosen.length >= most) return;
    onChange([...chosen, option.id]);
    setText('');
    // Typing or a click opens it again: it must not cover what is below the field.
    setOpen(false);
    listbox.toFirst();
  };
  const listbox = useListbox({
    label: 'People',
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
          <Chip key={each} id={each} option={options.find((option) => option.id === each)} onRemove={remove} />
        ))}
        <input
          id={id}
          ref={input}
          {...listbox.field}
          placeholder="Add a person"
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
            <Avatar name={option.name} /> <VisibleText text={option.name} />
            <span className="caption">
              <VisibleText text={option.detail} />
            </span>
          </div>
        ))}
      </div>
      {open && found.length === 0 && text.trim() !== '' && (
        <p className="picker-list picker-none muted" role="status">
          Nobody matches “{text}”.
        </p>
      )}
    </div>
  );
}

interface ChipProps {
  readonly id: string;
  /** Undefined for somebody whom the organization does not know. */
  readonly option: Choosable | undefined;
  readonly onRemove: (id: string) => void;
}

function Chip({ id, option, onRemove }: ChipProps) {
  const name = option?.name ?? `${id} (unknown)`;
  return (
    <span className={option === undefined ? 'picked bad' : 'picked'} title={id}>
      <Avatar name={name} />
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
    .filter(({ id, name, detail }) => [id, name, detail].some((held) => held.toLowerCase().includes(wanted)))
    .slice(0, OFFERED);
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
