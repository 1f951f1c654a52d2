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
