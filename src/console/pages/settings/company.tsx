/** The identity provider of the organization, at which its people can sign in. */
import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { COMPANY, useCompanySignIn } from '../../lib/sign-in';
import { DialogButton } from '../../ui/dialog';
import { ConfirmButton, EditDialog } from '../../ui/edit-dialog';
import { Check, Field } from '../../ui/form';
import { Answered } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';
import { Setting } from './setting';

export function CompanySignIn() {
  const query = useCompanySignIn();
  const { data } = query;
  return (
    <Setting
      title="Company sign-in"
      action={
        data && (
          <DialogButton
            label={data.provider === null ? 'Set it up…' : 'Change it…'}
            dialog={(onClose) => <EditProvider setting={data} onClose={onClose} />}
          />
        )
      }
    >
      <Answered query={query} what="the company sign-in">
        {({ provider }) => (provider === null ? 'Not set up.' : <Provider {...provider} />)}
      </Answered>
    </Setting>
  );
}

type Known = NonNullable<Schemas['CompanySignIn']['provider']>;

function Provider({ issuer, max_age_seconds, forbids_mail_links }: Known) {
  return (
    <>
      <VisibleText text={issuer} />{' '}
      <span className="caption">
        A sign-in lasts {max_age_seconds / 60} minutes.
        {forbids_mail_links && ' Connected operators get no sign-in link by mail.'}
      </span>
    </>
  );
}

function End({ onMade }: { readonly onMade: () => void }) {
  return (
    <div className="form-actions">
      <ConfirmButton
        label="End company sign-in…"
        small
        danger
        title="End company sign-in?"
        confirm="End it"
        run={() => answer(api.PUT('/api/company-sign-in', { body: { provider: null } }))}
        stale={[COMPANY]}
        onMade={onMade}
      >
        <p>Company accounts sign nobody in any more. They stay connected, if the same provider is set again.</p>
      </ConfirmButton>
    </div>
  );
}

function EditProvider({
  setting,
  onClose,
}: {
  readonly setting: Schemas['CompanySignIn'];
  readonly onClose: () => void;
}) {
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
    <EditDialog
      title="Company sign-in"
      edit={edit}
      onClose={onClose}
      submit="Save"
      below={provider !== null && <End onMade={onClose} />}
    >
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
