/** The third step: an API key, whose token is filled into the command below. */
import { answer, api } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { keepFirstKey } from '../../lib/guide';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/states';
import { Waits } from '../../ui/waits';

interface Props {
  /** Whether there is an action, and no request yet. */
  readonly isNext: boolean;
  readonly isMade: boolean;
  readonly onMade: (token: string) => void;
}

export function MakeKey({ isNext, isMade, onMade }: Props) {
  const create = useEdit({
    run: () => answer(api.POST('/api/keys', { body: { name: 'first-steps', scopes: ['propose', 'read'] } })),
    stale: [['keys']],
    onMade: ({ token }) => {
      keepFirstKey(token);
      onMade(token);
    },
  });
  if (isMade) return <p className="muted">It is filled in below, and shown only this once.</p>;
  if (!isNext) return <p className="muted">It may request and read, and nothing else.</p>;
  return (
    <div className="stack">
      <p className="muted">It may request and read, and nothing else.</p>
      <div>
        <Button className="button primary" onPress={create.send} isDisabled={create.isPending}>
          Make the API key
        </Button>
      </div>
      <Problem error={create.error} />
      {create.waits !== null && <Waits change={create.waits} onClose={create.reset} />}
    </div>
  );
}
