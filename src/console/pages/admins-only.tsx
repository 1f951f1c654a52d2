import { Link } from '../lib/router';
import { Page } from '../ui/page';

export function AdminsOnly() {
  return (
    <Page title="For admins">
      <p>
        Only an admin of your organization can use this page. Go to <Link to="/">your inbox</Link>.
      </p>
    </Page>
  );
}
