/** The browser's own button. The one of the component library is not in the first load, and nothing needs it. */
import type { ButtonHTMLAttributes } from 'react';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'> {
  readonly onPress?: () => unknown;
  readonly isDisabled?: boolean;
}

export function Button({ onPress, isDisabled = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} disabled={isDisabled} onClick={onPress && (() => void onPress())} />;
}
