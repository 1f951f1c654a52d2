/** The token of an API key that was just made. */
import type { Schemas } from '../lib/api';
import { SecretOnce } from './secret-once';
import { VisibleText } from './visible-text';

interface Props {
  readonly made: Pick<Schemas['ApiKeyTokenAnswer'], 'key' | 'token'>;
  readonly onClose: () => void;
}

export function KeyToken({ made: { key, token }, onClose }: Props) {
  return (
    <SecretOnce title="The new token" label="API key token" secret={token} onClose={onClose}>
      <p>
        <VisibleText text={key.name} />: {key.scopes.join(', ')}. Programs send it as a bearer token.
      </p>
    </SecretOnce>
  );
}
