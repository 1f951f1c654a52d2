/** What both pages of webhooks show of an endpoint: its types of events, and a new secret. */

import type { ReactNode } from 'react';
import { standardWebhookSecret } from '../../../protocol/standard-webhook-secret';
import { EVENT_TYPES, type EventType, eventName } from '../../lib/event-names';
import { Checks } from '../../ui/form';
import { SecretOnce } from '../../ui/secret-once';

export function typeLabel(type: EventType): string {
  return `${eventName(type)} (${type})`;
}

/** The event types of an endpoint in words, for a list. */
export function typesText(types: readonly EventType[] | null): string {
  return types === null ? 'Every event' : types.map((type) => eventName(type)).join(', ');
}

interface TypesFieldProps {
  readonly types: readonly EventType[];
  readonly onChange: (types: EventType[]) => void;
}

export function TypesField({ types, onChange }: TypesFieldProps) {
  return (
    <Checks
      legend="Event types"
      options={EVENT_TYPES.map((type) => [type, typeLabel(type)] as const)}
      chosen={types}
      onChange={(chosen) => onChange(EVENT_TYPES.filter((type) => chosen.includes(type)))}
    />
  );
}

interface WebhookSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The new signing secret of an endpoint, in our form and in the form that some libraries want. */
export function WebhookSecret({ title, secret, onClose, children }: WebhookSecretProps) {
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
