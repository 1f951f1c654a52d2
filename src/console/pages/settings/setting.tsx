/** One line of the settings: what it is, how it is set, and one button. */
import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** Absent if nothing can be done about it now. */
  readonly action?: ReactNode;
}

export function Setting({ title, children, action }: Props) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="setting-value">{children}</div>
      {action}
    </section>
  );
}
