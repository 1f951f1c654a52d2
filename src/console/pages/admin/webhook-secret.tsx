/** The new signing secret of an endpoint, in our form and in the form that some libraries want. */

import type { ReactNode } from 'react';
import { standardWebhookSecret } from '../../../protocol/standard-webhook-secret';
import { SecretOnce } from '../../ui/secret-once';

interface Props {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function WebhookSecret({ title, secret, onClose, children }: Props) {
  return (
    <SecretOnce
      title={title}
      label="Signing secret"
      secret={secret}
      onClose={onClose}
      more={
        <details>
          <summary>For a library of Standard Webhooks</summary>
          <p>The same key in base64, as these libraries expect it.</p>
          <output className="secret mono" aria-label="Secret for Standard Webhooks">
            {standardWebhookSecret(secret)}
          </output>
        </details>
      }
    >
      {children}
    </SecretOnce>
  );
}
