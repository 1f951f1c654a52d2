/** The token of an approved API key, for the admin who requested it. */

import { answer, api } from '../../lib/api';
import { ADMIN_ACTION, KEY_TITLE, ROTATE_TITLE, TITLE_PARAM } from '../../lib/changes';
import { useEdit } from '../../lib/edit';
import type { RequestAnswer } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { KeyToken } from '../../ui/key-token';
import { Problem } from '../../ui/states';

export function CollectKey({ request }: RequestAnswer) {
  const me = useMe();
  const path = { id: request.id };
  const collect = useEdit({
    run: () => answer(api.POST('/api/changes/{id}/key', { params: { path }, body: {} })),
    stale: [['keys']],
  });
  const isMine = request.action === ADMIN_ACTION && request.requester === me.id;
  const isKeys = [KEY_TITLE, ROTATE_TITLE].includes(request.params[TITLE_PARAM] ?? '');
  if (!isMine || request.state !== 'succeeded' || !isKeys) return null;
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
