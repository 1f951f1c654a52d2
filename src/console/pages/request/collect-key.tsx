/** The token of an approved API key, for the admin who requested it. */
import { useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { answer, api } from '../../lib/api';
import { ADMIN_ACTION, KEY_TITLE, TITLE_PARAM } from '../../lib/changes';
import type { RequestAnswer } from '../../lib/requests';
import { queryClient, useMe } from '../../lib/session';
import { SecretOnce } from '../../ui/secret-once';
import { Shown } from '../../ui/shown';
import { Problem } from '../../ui/states';

export function CollectKey({ request }: RequestAnswer) {
  const me = useMe();
  const path = { id: request.id };
  const collect = useMutation({
    mutationFn: () => answer(api.POST('/api/changes/{id}/key', { params: { path }, body: {} })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  const isMine = request.action === ADMIN_ACTION && request.requester === me.id;
  if (!isMine || request.state !== 'succeeded' || request.params[TITLE_PARAM] !== KEY_TITLE) return null;
  return (
    <section className="card" aria-labelledby="collect">
      <h2 id="collect">Your API key</h2>
      <p>You can collect the token once, within 24 hours after the approval. The key works from then on.</p>
      <Problem error={collect.error} />
      <Button className="button primary" onPress={() => collect.mutate()} isDisabled={collect.isPending}>
        Collect the token
      </Button>
      {collect.data !== undefined && (
        <SecretOnce
          title="The token of the new key"
          label="API key token"
          secret={collect.data.token}
          onClose={() => collect.reset()}
        >
          <p>
            <Shown text={collect.data.key.name} />: {collect.data.key.scopes.join(', ')}. Programs send it as a bearer
            token.
          </p>
        </SecretOnce>
      )}
    </section>
  );
}
