/** What signs an operator in: passkeys and sessions, their own or, for an admin, those of another operator. */

import type { QueryKey } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../lib/api';
import { useEdit } from '../lib/edit';
import { type PageQuery, usePages } from '../lib/lists';
import { SIGN_IN_ONLY } from '../lib/passkey';
import { SIGNING_KEYS } from '../lib/signing-keys';
import { Button } from './button';
import { ConfirmButton } from './edit-dialog';
import { Ago, Instant } from './instant';
import { PagedList } from './list-page';
import { VisibleText } from './visible-text';

interface PasskeyListProps {
  readonly queryKey: QueryKey;
  readonly read: (query: PageQuery) => Promise<Schemas['PasskeyList']>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly none: string;
  /** For the operator's own: the key signs who its operator is. */
  readonly enrol?: (passkey: Schemas['Passkey']) => Promise<unknown>;
}

const STANDING = {
  unproven: 'has not signed its enrolment',
  waiting: 'waits for an admin to countersign it',
  countersigned: 'countersigned',
} as const;

/** A list of passkeys that can be deleted. */
export function PasskeyList({ queryKey, read, remove, none, enrol }: PasskeyListProps) {
  const pages = usePages(queryKey, read);
  const stale = [queryKey, SIGNING_KEYS];
  return (
    <PagedList
      pages={pages}
      what="the passkeys"
      itemsOf={({ passkeys }) => passkeys}
      none={<p className="muted">{none}</p>}
    >
      {(passkeys) => (
        <ul className="plain-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} remove={remove} enrol={enrol} stale={stale} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

interface RowProps extends Pick<PasskeyListProps, 'remove' | 'enrol'> {
  readonly passkey: Schemas['Passkey'];
  readonly stale: readonly QueryKey[];
}

function PasskeyRow({ passkey, remove, enrol, stale }: RowProps) {
  const { id, name, created_at, can_sign, standing, fingerprint } = passkey;
  return (
    <li className="session">
      <span>
        <VisibleText text={name} strong />{' '}
        <span className="muted">
          added <Ago ms={created_at} />
          {can_sign ? standing !== null && `, ${STANDING[standing]}` : `. ${SIGN_IN_ONLY}`}
        </span>
        {fingerprint !== null && (
          <span className="muted small">
            <br />
            <code className="wrap">{fingerprint}</code>
          </span>
        )}
      </span>
      <span className="line">
        {standing === 'unproven' && enrol !== undefined && (
          <SignEnrolment name={name} run={() => enrol(passkey)} stale={stale} />
        )}
        <ConfirmButton
          label="Delete…"
          spoken={`Delete passkey ${name}`}
          danger
          small
          title="Delete this passkey?"
          confirm="Delete it"
          run={() => remove(id)}
          stale={stale}
        >
          <p>
            Nobody can sign in with <VisibleText text={name} /> any more.
          </p>
        </ConfirmButton>
      </span>
    </li>
  );
}

interface SignProps {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly stale: readonly QueryKey[];
}

function SignEnrolment({ name, run, stale }: SignProps) {
  const sign = useEdit({ run, stale });
  return (
    <>
      <Button
        className="button small"
        onPress={sign.send}
        isDisabled={sign.isPending}
        aria-label={`Sign enrolment of passkey ${name}`}
      >
        Sign enrolment
      </Button>
      {sign.error !== null && (
        <span className="bad-text" role="alert">
          It did not sign.
        </span>
      )}
    </>
  );
}

/** Most iPads say that they are a Mac. */
export const DEVICE_NAMES: Readonly<Record<Schemas['SessionItem']['device'], string>> = {
  ...{ windows: 'Windows', mac: 'Mac or iPad', linux: 'Linux', chromeos: 'Chromebook' },
  ...{ iphone: 'iPhone', ipad: 'iPad', android: 'Android', unknown: 'Unknown device' },
};

/** The sessions of an operator. Each can be ended. */
export function Sessions({ operator }: { readonly operator: string }) {
  const pages = usePages(['sessions', operator], (page) =>
    answer(api.GET('/api/sessions', { params: { query: { operator, ...page } } })),
  );
  return (
    <PagedList
      pages={pages}
      what="the sessions"
      itemsOf={({ sessions }) => sessions}
      none={<p className="muted">No session.</p>}
    >
      {(sessions) => (
        <ul className="plain-list">
          {sessions.map(({ id, current, device, created_at, expires_at }) => (
            <li key={id} className="session">
              <span>
                <strong>{DEVICE_NAMES[device]}</strong>
                {current && ' (this session)'}{' '}
                <span className="muted">
                  signed in <Ago ms={created_at} /> · ends <Instant ms={expires_at} />
                </span>
              </span>
              {!current && (
                <ConfirmButton
                  label="End…"
                  spoken={`End session ${id}`}
                  small
                  title="End this session?"
                  confirm="End it"
                  run={() => answer(api.DELETE('/api/sessions/{id}', { params: { path: { id } } }))}
                  stale={[['sessions']]}
                >
                  <p>The browser that uses it is signed out at once.</p>
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
