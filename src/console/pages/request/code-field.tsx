/** Where the code is typed or pasted. */
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react';
import { FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { CODE_DIGITS, codeIn, digitsOf } from '../../lib/code';

export interface TypedCode {
  readonly code: string;
  /** The round on the screen when the first digit was typed. It tells an older code from a wrong one. */
  readonly round: number;
}

export interface CodeEntry {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: TypedCode;
  readonly complaint: string | null;
  readonly type: (code: string) => void;
  /** Passes on a complete code. Otherwise says what is missing and moves the focus to the field. */
  readonly submit: () => void;
}

export function useCode(round: number, onCode: (typed: TypedCode) => void): CodeEntry {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedCode>({ code: '', round });
  const [complaint, setComplaint] = useState<string | null>(null);
  const type = (code: string) => {
    setComplaint(null);
    setTyped((before) => ({ code, round: before.code === '' || code === '' ? round : before.round }));
  };
  const submit = () => {
    const { length } = typed.code;
    if (length === CODE_DIGITS) return onCode(typed);
    setComplaint(
      length === 0
        ? `Enter the ${CODE_DIGITS} digits of your code.`
        : `The code has ${CODE_DIGITS} digits. You entered ${length}.`,
    );
    field.current?.focus();
  };
  return { field, typed, complaint, type, submit };
}

interface Props {
  readonly entry: CodeEntry;
  readonly round: number;
  /** The page does not show what was requested, so no key can be turned here. */
  readonly blocked: boolean;
}

export function CodeField({ entry: { field, typed, complaint, type }, round, blocked }: Props) {
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    type(codeIn(event.clipboardData.getData('text')));
  };
  const outdated = typed.code !== '' && typed.round !== round;
  return (
    <TextField
      value={typed.code}
      onChange={(text) => type(digitsOf(text).slice(0, CODE_DIGITS))}
      isInvalid={complaint !== null || outdated}
      isDisabled={blocked}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="field"
    >
      <Label>Your code for this request</Label>
      <Boxes field={field} code={typed.code} onPaste={paste} />
      <Text slot="description" className="caption">
        {CODE_DIGITS} digits, sent only to you{round > 1 ? `. Use the code of round ${round}` : ''}.
      </Text>
      <FieldError className="bad-text">
        {complaint ?? `Round ${round} has started. Clear this and use your new code.`}
      </FieldError>
    </TextField>
  );
}

interface BoxesProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly code: string;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** The digits are drawn in boxes over one ordinary field, into which people type. */
function Boxes({ field, code, onPaste }: BoxesProps) {
  const next = Math.min(code.length, CODE_DIGITS - 1);
  return (
    <div className="code-boxes">
      {Array.from({ length: CODE_DIGITS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
        <span key={index} aria-hidden="true" className={index === next ? 'code-box next' : 'code-box'}>
          {code[index]}
        </span>
      ))}
      <Input ref={field} onPaste={onPaste} enterKeyHint="go" spellCheck="false" name="code" />
    </div>
  );
}
