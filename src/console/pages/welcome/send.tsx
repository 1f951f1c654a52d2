/** The fourth step: the command, and whether its request has arrived. */
import { Check, CircleCheck, Copy } from '../../../../generated/icons';
import { useCopied } from '../../lib/copied';
import { curlOf, type Template } from '../../lib/templates';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

interface Props {
  readonly template: Template;
  /** Null once the page was loaded again: the token is shown only once. */
  readonly token: string | null;
  readonly requester: string;
  readonly hasArrived: boolean;
}

export function Send({ template, token, requester, hasArrived }: Props) {
  return (
    <div className="stack">
      {token !== null && <Command text={curlOf(template, token, requester)} />}
      <div className={hasArrived ? 'listening arrived' : 'listening'} role="status">
        {hasArrived ? <Icon of={CircleCheck} /> : <span className="pulse" aria-hidden="true" />}
        <strong>{hasArrived ? 'Your first request is here.' : 'Waiting for your first request…'}</strong>
        {!hasArrived && <span className="muted">This page goes on by itself</span>}
      </div>
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  const { copied, copy, forget } = useCopied(text);
  return (
    <div className="terminal">
      <div className="terminal-head">
        <strong>curl</strong>
        <Button className="button small" onPress={copy} onBlur={forget}>
          <Icon of={copied ? Check : Copy} tiny /> {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre>{text}</pre>
    </div>
  );
}
