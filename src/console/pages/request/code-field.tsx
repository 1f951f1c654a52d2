/** Where the code is typed or pasted. */
import { type ClipboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { CODE_DIGITS, codeIn, digitsOf } from '../../lib/code';
import { isNarrow } from '../../lib/narrow';

interface TypedCode {
  readonly code: string;
  /** The round on the screen when the first digit was typed. With it, the service distinguishes an older code from a wrong one. */
  readonly round: number;
  /** By a notification. Nobody typed it. */
  readonly isBrought: boolean;
}

interface CodeEntry {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly typed: TypedCode;
  readonly complaint: string | null;
  readonly type: (code: string) => void;
  /** Puts a code into the field that its reader did not type. It is sent by the same press as every other. */
  readonly fill: (code: string) => void;
  /** Passes on a complete code. Otherwise leads to the field, and says what is missing if its reader can know that. */
  readonly submit: () => void;
}

export function useCode(round: number, onCode: (typed: Pick<TypedCode, 'code' | 'round'>) => void): CodeEntry {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedCode>({ code: '', round, isBrought: false });
  const [complaint, setComplaint] = useState<string | null>(null);
  const type = (code: string) => {
    setComplaint(null);
    setTyped((before) => ({
      code,
      round: before.code === '' || code === '' ? round : before.round,
      isBrought: false,
    }));
  };
  const fill = (code: string) => {
    setComplaint(null);
    setTyped({ code, round, isBrought: true });
  };
  const submit = () => {
    // A keyboard that composes its text may not have ended a digit.
    const code = digitsOf(typed.code);
    const { length } = code;
    if (length === CODE_DIGITS) return onCode({ code, round: typed.round });
    const isThere = document.activeElement === field.current;
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
    // On a narrow screen the field is below what is approved, so to press the button first is no mistake.
    if (length === 0 && !isThere && isNarrow()) return;
    setComplaint(
      length === 0
        ? `Enter the ${CODE_DIGITS} digits of your code.`
        : `The code has ${CODE_DIGITS} digits. You entered ${length}.`,
    );
  };
  return { field, typed, complaint, type, fill, submit };
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
  const id = useId();
  const outdated = typed.code !== '' && typed.round !== round;
  const isInvalid = complaint !== null || outdated;
  return (
    <div className="field">
      <label htmlFor={id}>Your code for this request</label>
      <input
        ref={field}
        id={id}
        className="input code-input"
        name="code"
        type="text"
        inputMode="numeric"
        // A browser keeps the value of a field with the entry of its history, except with `off`.
        autoComplete={typed.isBrought ? 'off' : 'one-time-code'}
        enterKeyHint="go"
        spellCheck={false}
        value={typed.code}
        disabled={blocked}
        aria-invalid={isInvalid}
        aria-describedby={`${id}-hint ${id}-problem`}
        // To change the text while a keyboard composes it would give some digits twice.
        onChange={({ target, nativeEvent }) =>
          type((nativeEvent as InputEvent).isComposing ? target.value : firstDigits(target.value))
        }
        onCompositionEnd={({ currentTarget }) => type(firstDigits(currentTarget.value))}
        onPaste={paste}
      />
      <span id={`${id}-hint`} className="caption">
        {typed.isBrought
          ? 'Filled in for you. It is sent only when you turn your key.'
          : `${CODE_DIGITS} digits, sent only to you${round > 1 ? `. Use the code of round ${round}` : ''}.`}
      </span>
      {isInvalid && (
        <span id={`${id}-problem`} className="bad-text">
          {complaint ?? `Round ${round} has started. Clear this and use your new code.`}
        </span>
      )}
    </div>
  );
}

const firstDigits = (text: string): string => digitsOf(text).slice(0, CODE_DIGITS);
