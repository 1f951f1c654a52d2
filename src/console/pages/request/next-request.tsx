/** After a decision: the request that ends next, one key away. */
import { ArrowRight } from '../../../../generated/icons';
import { formatCount } from '../../lib/count';
import { firstKey } from '../../lib/guide';
import { useInbox } from '../../lib/inbox';
import { Link, navigate } from '../../lib/router';
import { useNextKey } from '../../lib/shortcuts';
import { Icon } from '../../ui/icon';

export function NextRequest({ after }: { readonly after: string }) {
  const { data } = useInbox();
  const [next] = (data?.requests ?? []).filter(({ request }) => request.id !== after);
  // The list may not know yet that this one is decided.
  const isCounted = data?.requests.some(({ request }) => request.id === after) ?? false;
  const { mine = 0 } = data?.counts ?? {};
  const left = mine === null ? '' : ` (${formatCount(mine - (isCounted ? 1 : 0))} left)`;
  const to = next === undefined ? null : `/requests/${next.request.id}`;
  useNextKey(to === null ? null : () => navigate(to));
  if (firstKey() !== null) {
    return (
      <Link className="button" to="/welcome">
        Go on with the guide <Icon of={ArrowRight} tiny />
      </Link>
    );
  }
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
      Next request{left} <kbd>n</kbd> <Icon of={ArrowRight} tiny />
    </Link>
  );
}
