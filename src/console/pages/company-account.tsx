/** The operator's own company account, and for admins the identity provider of the organization. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../generated/limits';
import { answer, api, type Schemas } from '../lib/api';
import { useEdit } from '../lib/edit';
import { useMe } from '../lib/session';
import { COMPANY, leaveToConnect, useCompanySignIn } from '../lib/sign-in';
import { Button } from '../ui/button';
import { DialogButton } from '../ui/dialog';
import { ConfirmButton, EditDialog } from '../ui/edit-dialog';
import { Check, Field } from '../ui/form';
import { Instant } from '../ui/instant';
import { Problem } from '../ui/states';
import { VisibleText } from '../ui/visible-text';

type Setting = Schemas['CompanySignIn'];

export function CompanyAccount() {
  const { data } = useCompanySignIn();
  const isAdmin = useMe().role === 'admin';
  if (data === undefined || (data.provider === null && !isAdmin)) return null;
  return (
    <section className="card stack" aria-labelledby="company">
      <h2 id="company">Company sign-in</h2>
      {data.provider !== null && <Own connectedAt={data.connected_at} />}
      {isAdmin && <Provider setting={data} />}
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

function Provider({ setting }: { readonly setting: Setting }) {
  const { provider } = setting;
  return (
    <div className="line">
      <span className="secondary">
        {provider === null ? (
          'Operators cannot sign in with a company account.'
        ) : (
          <>
            Operators can sign in at <VisibleText text={provider.issuer} />, for {provider.max_age_seconds / 60} minutes
            {provider.forbids_mail_links && ', and connected operators get no sign-in link by mail'}.
          </>
        )}
      </span>
      <DialogButton
        label={provider === null ? 'Set it up…' : 'Change it…'}
        dialog={(onClose) => <EditProvider setting={setting} onClose={onClose} />}
      />
      {provider !== null && (
        <ConfirmButton
          label="End it…"
          spoken="End company sign-in"
          small
          danger
          title="End company sign-in?"
          confirm="End it"
          run={() => answer(api.PUT('/api/company-sign-in', { body: { provider: null } }))}
          stale={[COMPANY]}
        >
          <p>Company accounts sign nobody in any more. They stay connected, if the same provider is set again.</p>
        </ConfirmButton>
      )}
    </div>
  );
}

function EditProvider({ setting, onClose }: { readonly setting: Setting; readonly onClose: () => void }) {
  const { provider, redirect_uri } = setting;
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [client, setClient] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [isPublic, setPublic] = useState(provider?.has_secret === false);
  const [acr, setAcr] = useState(provider?.acr_values.join(' ') ?? '');
  const [minutes, setMinutes] = useState(String((provider?.max_age_seconds ?? 28_800) / 60));
  const [forbids, setForbids] = useState(provider?.forbids_mail_links ?? false);
  const body = (): Schemas['CompanySignInEdit'] => ({
    provider: {
      issuer: issuer.trim(),
      client_id: client.trim(),
      ...(isPublic ? { client_secret: null } : secret === '' ? {} : { client_secret: secret }),
      acr_values: acr.split(/\s+/).filter(Boolean),
      max_age_seconds: Number(minutes) * 60,
      forbids_mail_links: forbids,
    },
  });
  const edit = useEdit({
    run: () => answer(api.PUT('/api/company-sign-in', { body: body() })),
    stale: [COMPANY],
    onMade: onClose,
  });
  return (
    <EditDialog title="Company sign-in" edit={edit} onClose={onClose} submit="Save">
      <p className="secondary">
        Register this address at your identity provider: <code className="wrap">{redirect_uri}</code>
      </p>
      <Field label="Issuer" type="url" value={issuer} onChange={setIssuer} required maxLength={LIMITS.issuer.max} />
      <Field label="Client id" value={client} onChange={setClient} required maxLength={LIMITS.clientId.max} />
      <Check label="A public client, without a secret" checked={isPublic} onChange={setPublic} />
      {!isPublic && (
        <Field
          label="Client secret"
          value={secret}
          onChange={setSecret}
          required={provider?.has_secret !== true}
          maxLength={LIMITS.clientSecret.max}
          hint={provider?.has_secret === true ? 'Leave it empty to keep the stored one.' : undefined}
        />
      )}
      <Field
        label="Required ways of signing in (acr)"
        value={acr}
        onChange={setAcr}
        hint="Separated by spaces. Empty: any."
      />
      <Field
        label="A sign-in lasts, in minutes"
        type="number"
        value={minutes}
        onChange={setMinutes}
        required
        min={LIMITS.maxAgeSeconds.min / 60}
        max={LIMITS.maxAgeSeconds.max / 60}
      />
      <Check
        label="No sign-in links by mail for operators who were ever connected"
        checked={forbids}
        onChange={setForbids}
      />
    </EditDialog>
  );
}
