/** A secret that the service shows once, such as the token of an API key. */

import type { ReactNode } from 'react';
import type { Schemas } from '../lib/api';
import { useCopied } from '../lib/copied';
import { Button } from './button';
import { Ask } from './dialog';
import { VisibleText } from './visible-text';

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Other forms of the same secret. */
  readonly more?: ReactNode;
}

/** It stays on the page until the reader confirms that it is stored. */
export function SecretOnce({ title, secret, label, onClose, children, more }: SecretOnceProps) {
  const { copied, copy } = useCopied(secret);
  return (
    <Ask title={title} onClose={onClose} locked>
      {children}
      <output className="secret mono" aria-label={label}>
        {secret}
      </output>
      {more}
      <p role="status" className="muted">
        {copied === null
          ? 'You see it only now. It is never shown again.'
          : copied
            ? 'Copied.'
            : 'It could not be copied. Select it and copy it.'}
      </p>
      <div className="dialog-actions">
        <Button className="button" onPress={copy}>
          Copy
        </Button>
        <Button className="button primary" onPress={onClose}>
          I have stored it
        </Button>
      </div>
    </Ask>
  );
}

interface KeyTokenProps {
  readonly made: Pick<Schemas['ApiKeyTokenAnswer'], 'key' | 'token'>;
  readonly onClose: () => void;
}

/** The token of an API key that was just made. */
export function KeyToken({ made: { key, token }, onClose }: KeyTokenProps) {
  return (
    <SecretOnce title="The new token" label="API key token" secret={token} onClose={onClose}>
      <p>
        <VisibleText text={key.name} />: {key.scopes.join(', ')}. Programs send it as a bearer token.
      </p>
    </SecretOnce>
  );
}
