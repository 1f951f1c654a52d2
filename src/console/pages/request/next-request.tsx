/** After a decision: the request that ends next, one key away. */
import { ArrowRight } from 'lucide-react';
import { useInbox } from '../../lib/requests';
import { Link, navigate } from '../../lib/router';
import { useNextKey } from '../../lib/shortcuts';
import { Icon } from '../../ui/icon';

export function NextRequest({ after }: { readonly after: string }) {
  const { data } = useInbox();
  const left = (data?.requests ?? []).filter(({ request }) => request.id !== after);
  const to = left[0] === undefined ? null : `/requests/${left[0].request.id}`;
  useNextKey(to === null ? null : () => navigate(to));
  if (data === undefined) return null;
  if (to === null) {
    return (
      <p className="caption">
        Nothing else waits for you. <Link to="/">Go to your inbox</Link>.
      </p>
    );
  }
  return (
    <Link className="button" to={to}>
      Next request ({left.length}
      {data.cursor === null ? '' : '+'} left) <kbd>n</kbd> <Icon of={ArrowRight} tiny />
    </Link>
  );
}
