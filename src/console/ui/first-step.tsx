/** What to do next where nothing is shown yet, because nothing was requested. */

import { Link } from '../lib/router';
import { useMe } from '../lib/session';

/** Programs send requests. An admin gives them a key and an action, and the guide says how. */
export function FirstStep() {
  const isAdmin = useMe().role === 'admin';
  return (
    <p>
      <Link className="button primary" to={isAdmin ? '/welcome' : '/'}>
        {isAdmin ? 'Open the guide' : 'Open the inbox'}
      </Link>
    </p>
  );
}
