/** Passkeys, each of which can be deleted: one's own, or for an admin those of another operator. */
import type { QueryKey } from '@tanstack/react-query';
import type { Schemas } from '../lib/api';
import { type PageQuery, usePages } from '../lib/lists';
import { SIGN_IN_ONLY } from '../lib/passkey';
import { queryClient } from '../lib/session';
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
}

export function PasskeyList({ queryKey, read, remove, none }: Props) {
  const pages = usePages(queryKey, read);
  return (
    <>
      <Answered query={pages} what="the passkeys">
        {({ pages: loaded }) => {
          const passkeys = loaded.flatMap((page) => page.passkeys);
          return passkeys.length === 0 ? (
            <p className="muted">{none}</p>
          ) : (
            <ul className="plain-list">
              {passkeys.map(({ id, name, created_at, can_sign }) => (
                <li key={id} className="session">
                  <span>
                    <strong>
                      <Shown text={name} />
                    </strong>{' '}
                    <span className="muted">
                      added <Ago ms={created_at} />
                      {!can_sign && `. ${SIGN_IN_ONLY}`}
                    </span>
                  </span>
                  <ConfirmButton
                    label="Delete"
                    spoken={`Delete passkey ${name}`}
                    danger
                    small
                    title="Delete this passkey?"
                    confirm="Delete it"
                    run={() => remove(id)}
                    onDone={() => queryClient.invalidateQueries({ queryKey })}
                  >
                    <p>
                      Nobody can sign in with <Shown text={name} /> any more.
                    </p>
                  </ConfirmButton>
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
      <More pages={pages} />
    </>
  );
}
