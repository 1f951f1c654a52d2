/** A change that is not made yet, because another admin has to turn a key on it. */

import type { Change } from '../lib/changes';
import { useOperatorNames } from '../lib/names';
import { Link } from '../lib/router';
import { formatInstant } from '../lib/time';
import { Button } from './button';
import { Ask } from './dialog';
import { Fact } from './fact';
import { VisibleText } from './visible-text';

export function Waits({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const nameOf = useOperatorNames();
  return (
    <Ask title="Waits for another admin’s key" onClose={onClose} question={false}>
      <p>
        <VisibleText text={change.title} />
      </p>
      <dl className="facts">
        {change.differences.map(({ field, text }) => (
          <Fact key={field} name={field}>
            <VisibleText text={text} />
          </Fact>
        ))}
      </dl>
      <p className="muted">
        Nothing has changed yet. The change is made when one of these admins turns a key on it, before{' '}
        {formatInstant(change.expires_at)}: <VisibleText text={change.waiting_for.map(nameOf).join(', ')} />.
      </p>
      <div className="dialog-actions">
        <Link to={`/requests/${change.id}`} className="button">
          Open the request
        </Link>
        <Button className="button primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Ask>
  );
}
