/** An id beside the name it stands for: it can be shown in full and copied with one press. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button';
import { Icon } from './icon';
import { Shown } from './shown';

interface Props {
  readonly id: string;
  /** What the id identifies. */
  readonly what: string;
  /** Shows only the button, where the id would be in the way. */
  readonly hidden?: boolean;
}

export function CopyId({ id, what, hidden = false }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <span className="copy-id" title={id}>
      {!hidden && <Shown text={id} mono />}
      <Button
        className="icon-button tiny"
        aria-label={`Copy the id of ${what}`}
        onPress={copy}
        onBlur={() => setCopied(false)}
      >
        <Icon of={copied ? Check : Copy} tiny />
      </Button>
      <span role="status" className="unseen">
        {copied ? 'Copied.' : ''}
      </span>
    </span>
  );
}
