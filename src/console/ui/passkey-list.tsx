/** Passkeys, each of which can be deleted: one's own, or for an admin those of another operator. */
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import type { Schemas } from '../lib/api';
import { type PageQuery, usePages } from '../lib/lists';
import { SIGN_IN_ONLY } from '../lib/passkey';
import { queryClient } from '../lib/session';
import { SIGNING_KEYS } from '../lib/signing-keys';
import { ConfirmButton } from './confirm-button';
import { Ago } from './instant';
import { More } from './more';
import { Shown } from './shown';
import { Answered } from './states';

interface Props {
  readonly queryKey: QueryKey;
  readonly read: (query: PageQuery) => Promise<Schemas['PasskeyList']>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly none: string;
  /** One's own: the key signs that it is its operator's. */
  readonly enrol?: (passkey: Schemas['Passkey']) => Promise<unknown>;
}

const STANDING = {
  unproven: 'has not signed its enrolment',
  waiting: 'waits for an admin to countersign it',
  countersigned: 'countersigned',
} as const;

export function PasskeyList({ queryKey, read, remove, none, enrol }: Props) {
  const pages = usePages(queryKey, read);
  const changed = () =>
    Promise.all([queryKey, SIGNING_KEYS].map((each) => queryClient.invalidateQueries({ queryKey: each })));
  return (
    <>
      <Answered query={pages} what="the passkeys">
        {({ pages: loaded }) => {
          const passkeys = loaded.flatMap((page) => page.passkeys);
          return passkeys.length === 0 ? (
            <p className="muted">{none}</p>
          ) : (
            <ul className="plain-list">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} remove={remove} enrol={enrol} changed={changed} />
              ))}
            </ul>
          );
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}

interface RowProps extends Pick<Props, 'remove' | 'enrol'> {
  readonly passkey: Schemas['Passkey'];
  readonly changed: () => void;
}

function PasskeyRow({ passkey, remove, enrol, changed }: RowProps) {
  const { id, name, created_at, can_sign, standing, fingerprint } = passkey;
  return (
    <li className="session">
      <span>
        <strong>
          <Shown text={name} />
        </strong>{' '}
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
          <SignEnrolment name={name} run={() => enrol(passkey)} onDone={changed} />
        )}
        <ConfirmButton
          label="Delete"
          spoken={`Delete passkey ${name}`}
          danger
          small
          title="Delete this passkey?"
          confirm="Delete it"
          run={() => remove(id)}
          onDone={changed}
        >
          <p>
            Nobody can sign in with <Shown text={name} /> any more.
          </p>
        </ConfirmButton>
      </span>
    </li>
  );
}

interface SignProps {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly onDone: () => void;
}

function SignEnrolment({ name, run, onDone }: SignProps) {
  const sign = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <>
      <Button
        className="button small"
        onPress={() => sign.mutate()}
        isDisabled={sign.isPending}
        aria-label={`Sign the enrolment of passkey ${name}`}
      >
        Sign enrolment
      </Button>
      {sign.isError && (
        <span className="bad-text" role="alert">
          It did not sign.
        </span>
      )}
    </>
  );
}
