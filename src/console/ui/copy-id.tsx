/** An id beside the name it stands for: it can be shown in full and copied with one press. */
import { Check, Copy } from '../../../generated/icons';
import { useCopied } from '../lib/copied';
import { Button } from './button';
import { Icon } from './icon';
import { VisibleText } from './visible-text';

interface Props {
  readonly id: string;
  /** What the id identifies. */
  readonly what: string;
}

export function CopyId({ id, what }: Props) {
  const { copied, copy, forget } = useCopied(id);
  return (
    <span className="copy-id" title={id}>
      <VisibleText text={id} mono />
      <Button className="icon-button tiny" aria-label={`Copy the id of ${what}`} onPress={copy} onBlur={forget}>
        <Icon of={copied ? Check : Copy} tiny />
      </Button>
      <span role="status" className="unseen">
        {copied ? 'Copied.' : ''}
      </span>
    </span>
  );
}
