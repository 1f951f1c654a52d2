/** Where the code is typed or pasted, and the key that it turns. */
import { type ClipboardEvent, type FormEvent, type RefObject, useEffect, useState } from 'react';
import { Button, FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import { CODE_DIGITS, codeIn, digitsOf } from '../../lib/code';

export interface TypedCode {
  readonly code: string;
  /** The round that was on the screen when the code was begun: a code of the round before is then named as such. */
  readonly round: number;
}

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly round: number;
  /** What is shown is not what was asked: no key is turned for it here. */
  readonly blocked: boolean;
  readonly failures: number;
  readonly onCode: (typed: TypedCode) => void;
}

export function CodeField({ field, round, blocked, failures, onCode }: Props) {
  const [typed, setTyped] = useState<TypedCode>({ code: '', round });
  const [complaint, setComplaint] = useState<string | null>(null);
  const set = (code: string) => {
    setComplaint(null);
    setTyped((before) => ({ code, round: before.code === '' || code === '' ? round : before.round }));
  };
  // A wrong code is of no more use.
  useEffect(() => {
    if (failures > 0) setTyped((before) => ({ ...before, code: '' }));
  }, [failures]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { length } = typed.code;
    if (length === CODE_DIGITS) onCode(typed);
    else {
      setComplaint(`The code has ${CODE_DIGITS} digits${length === 0 ? '.' : `; this has ${length}.`}`);
      field.current?.focus();
    }
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    set(codeIn(event.clipboardData.getData('text')));
  };
  const outdated = typed.code !== '' && typed.round !== round;
  return (
    <form className="code-form" onSubmit={submit} noValidate>
      <TextField
        value={typed.code}
        onChange={(text) => set(digitsOf(text).slice(0, CODE_DIGITS))}
        isInvalid={complaint !== null || outdated}
        isDisabled={blocked}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="field"
      >
        <Label>Your code for this request</Label>
        <Input ref={field} className="input code" onPaste={paste} enterKeyHint="go" spellCheck="false" name="code" />
        <Text slot="description" className="muted">
          {CODE_DIGITS} digits, sent to you alone{round > 1 ? `; use the one of round ${round}` : ''}.
        </Text>
        <FieldError className="bad-text">
          {complaint ?? `Round ${round} has begun meanwhile: clear this and use the new code.`}
        </FieldError>
      </TextField>
      <Button type="submit" className="button primary big" isDisabled={blocked}>
        Turn my key…
      </Button>
    </form>
  );
}
