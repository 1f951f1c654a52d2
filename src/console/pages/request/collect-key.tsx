/** The token of an approved API key, for the admin who requested it. */

import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { KeyToken } from '../../ui/key-token';
import { Problem } from '../../ui/states';

export function CollectKey({ request, view: { change } }: RequestAnswer) {
  const me = useMe();
  const path = { id: request.id };
  const collect = useEdit({
    run: () => answer(api.POST('/api/changes/{id}/key', { params: { path }, body: {} })),
    stale: [['keys']],
  });
  const isCollected = change?.kind === 'create_key' || change?.kind === 'rotate_key';
  if (!isCollected || request.requester !== me.id || request.state !== 'succeeded') return null;
  return (
    <section className="card" aria-labelledby="collect">
      <h2 id="collect">Your API key</h2>
      <p>You can collect the token once, within 24 hours after the approval. It works from then on.</p>
      <Problem error={collect.error} />
      <Button className="button primary" onPress={collect.send} isDisabled={collect.isPending}>
        Collect the token
      </Button>
      {collect.made !== null && <KeyToken made={collect.made} onClose={collect.reset} />}
    </section>
  );
}
