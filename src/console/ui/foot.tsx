/** Who is signed in, below the navigation. */
import { Link } from '../lib/router';
import type { Session } from '../lib/session';
import { Avatar } from './person';
import { ThemeSwitch } from './theme-switch';
import { VisibleText } from './visible-text';

export function Foot({ session: { operator } }: { readonly session: Session }) {
  return (
    <div className="side-foot">
      <Link to="/account" className="who">
        <span className="unseen">Your account: </span>
        <Avatar name={operator.name} />
        <span className="who-text">
          <VisibleText text={operator.name} strong />
          <span className="caption">{operator.role === 'admin' ? 'Admin' : 'Operator'}</span>
        </span>
      </Link>
      <ThemeSwitch />
    </div>
  );
}
