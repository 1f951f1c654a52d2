/** Everything that an admin sets for the organization: one line for each. */
import { Link } from '../lib/router';
import { Page } from '../ui/page';
import { HowChangesAreApproved } from './settings/changes';
import { Chat } from './settings/chat';
import { CompanySignIn } from './settings/company';
import { MailedLinks } from './settings/links';
import { OrganizationName, SignInAddress } from './settings/name';
import { Setting } from './settings/setting';
import { SigningKeys } from './settings/signing-keys';
import './settings.css';

export default function Settings() {
  return (
    <Page title="Settings">
      <div className="card settings">
        <OrganizationName />
        <SignInAddress />
        <CompanySignIn />
        <MailedLinks />
        <Chat />
        <SigningKeys />
        <HowChangesAreApproved />
        <Setting
          title="First steps"
          action={
            <Link className="button small" to="/welcome">
              Open the guide
            </Link>
          }
        >
          A guide from the name to the first approved request.
        </Setting>
      </div>
    </Page>
  );
}
