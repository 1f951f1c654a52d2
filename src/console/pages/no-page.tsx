/** Shown for an address without a page, or without a page for this operator. */
import { Link } from '../lib/router';
import { Page } from '../ui/page';

export function NotFound() {
  return (
    <Page title="Page not found">
      <p>
        There is nothing at this address. Go to <Link to="/">your inbox</Link>.
      </p>
    </Page>
  );
}

export function AdminsOnly() {
  return (
    <Page title="For admins">
      <p>
        Only an admin of your organization can use this page. Go to <Link to="/">your inbox</Link>.
      </p>
    </Page>
  );
}
