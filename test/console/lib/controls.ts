/**
 * The controls of the component library as plain elements: what a page gives them is what a test finds and uses. How the
 * library itself behaves is tested in a browser (`test/console/*.test.ts`).
 */
import { createContext, createElement, type ReactNode, useContext } from 'react';

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode };

interface Held {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly isDisabled?: boolean;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

const Field = createContext<Held>({});

export function Button({ onPress, isDisabled = false, type = 'button', children, ...rest }: Props) {
  // biome-ignore lint/a11y/useButtonType: it is the one of the page
  return createElement('button', { ...rest, type, disabled: isDisabled, onClick: onPress }, children);
}

export function TextField({ children, value, onChange, isDisabled, isRequired, maxLength }: Props) {
  const held = { value, onChange, isDisabled, isRequired, maxLength } as Held;
  return createElement(Field.Provider, { value: held }, createElement('div', { 'data-field': true }, children));
}

function useTyping() {
  const { value, onChange, isDisabled, isRequired, maxLength } = useContext(Field);
  const typed = (event: { target: { value: string } }) => onChange?.(event.target.value);
  const limit = maxLength === undefined ? {} : { maxLength };
  return { value, disabled: isDisabled, required: isRequired, onChange: typed, ...limit };
}

export function Input({ ref: _ref, ...rest }: Props) {
  return createElement('input', { ...rest, ...useTyping() });
}

export function TextArea({ ref: _ref, ...rest }: Props) {
  return createElement('textarea', { ...rest, ...useTyping() });
}

export function Label({ children }: Props) {
  return createElement('label', {}, children);
}

export function Text({ children }: Props) {
  return createElement('span', {}, children);
}

export const FieldError = Text;
export const Modal = Text;

export function Heading({ children }: Props) {
  return createElement('h2', {}, children);
}

export function Dialog({ children, role, 'aria-label': label }: Props) {
  return createElement('div', { role, 'aria-label': label }, children);
}

/** What closes it is an attribute, because a test clicks beside nothing. Escape closes it even where a click does not. */
export function ModalOverlay({ children, isDismissable = false, isKeyboardDismissDisabled = false }: Props) {
  const closes = [isDismissable === true && 'click', isKeyboardDismissDisabled !== true && 'Escape'].filter(Boolean);
  return createElement('div', { 'data-overlay': closes.join(', ') || 'stays' }, children);
}
