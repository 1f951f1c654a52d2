/** The operator's own company account. */
import { useMutation } from '@tanstack/react-query';
import { answer, api } from '../lib/api';
import { COMPANY, leaveToConnect, useCompanySignIn } from '../lib/sign-in';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/edit-dialog';
import { Instant } from '../ui/instant';
import { Problem } from '../ui/states';

export function CompanyAccount() {
  const { data } = useCompanySignIn();
  if (data === undefined || data.provider === null) return null;
  return (
    <section className="card stack" aria-labelledby="company">
      <h2 id="company">Company account</h2>
      <Own connectedAt={data.connected_at} />
    </section>
  );
}

function Own({ connectedAt }: { readonly connectedAt: number | null }) {
  const connect = useMutation({ mutationFn: leaveToConnect });
  if (connectedAt !== null) {
    return (
      <div className="line">
        <span>
          Your company account is connected since <Instant ms={connectedAt} />.
        </span>
        <ConfirmButton
          label="Disconnect…"
          small
          title="Disconnect your company account?"
          confirm="Disconnect"
          run={() => answer(api.DELETE('/api/company-sign-in/identity'))}
          stale={[COMPANY]}
        >
          <p>It signs you in no more. Sessions that it opened stay.</p>
        </ConfirmButton>
      </div>
    );
  }
  return (
    <>
      <p className="secondary">
        Connect your company account to sign in with it. Add a passkey first: a session that a company account opened
        cannot add one.
      </p>
      <Problem error={connect.error} />
      <div className="form-actions">
        <Button className="button" onPress={() => connect.mutate()} isDisabled={connect.isPending || connect.isSuccess}>
          Connect your company account
        </Button>
      </div>
    </>
  );
}
