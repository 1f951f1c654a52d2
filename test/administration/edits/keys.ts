/** Edits of API keys and their tokens. */

import type { ActionId, ApiKeyId } from '../../../src/protocol/identifiers';
import { ED25519_KEY, publicKeyText } from '../../../src/protocol/ssh/public-key';
import type { EditOf } from '../../../src/service/administration/rules/edits';
import type { ApiKeyPatch, NewApiKey } from '../../../src/service/configuration/rules/items';
import { anApiToken } from '../../store/conformance/config-items';
import { aNewPolicy, CHARLIE, DELTA } from '../../support/builders';
import { PERMIT } from '../../support/permit';
import { after, type Organization } from './organization';
import { MISLEADING, misleading, type Rows } from './row';

const SIGNING_KEY = publicKeyText({ type: ED25519_KEY, bytes: Buffer.alloc(32, 7) });
const create = (fields: Partial<NewApiKey> = {}): EditOf<'create_key'> => ({
  kind: 'create_key',
  ...{ name: 'worker', scopes: ['read', 'execute'] },
  ...fields,
});
const SIGNING = create({ signingKey: SIGNING_KEY });
type OfKey<Kind extends 'update_key' | 'rotate_key' | 'end_token' | 'revoke_key'> = (id: ApiKeyId) => EditOf<Kind>;
const update =
  (patch: ApiKeyPatch): OfKey<'update_key'> =>
  (id) => ({ kind: 'update_key', id, ...patch });
const rotate: OfKey<'rotate_key'> = (id) => ({ kind: 'rotate_key', id });
const endToken =
  (number: number): OfKey<'end_token'> =>
  (id) => ({ kind: 'end_token', id, number });
const revoke: OfKey<'revoke_key'> = (id) => ({ kind: 'revoke_key', id });

const UNKNOWN = `key_${'0'.repeat(24)}` as ApiKeyId;
/** An edit of a key that has a limit and a holder. */
const ofKey =
  <T>(edit: (id: ApiKeyId) => T, ...edits: readonly (OfKey<'rotate_key'> | OfKey<'revoke_key'>)[]) =>
  async ({ make }: Organization): Promise<T> => {
    const { key } = await make(create({ maxOpen: 5, holder: CHARLIE }));
    for (const each of edits) await make<'rotate_key' | 'revoke_key'>(each(key.id));
    return edit(key.id);
  };
const ids = (...all: readonly string[]) => all as readonly ActionId[];
/** An edit of a key with the limit, where the actions `deploy`, `pay` and `refund` exist. */
const ofLimited =
  (edit: OfKey<'update_key'>, actions?: readonly ActionId[]) =>
  async ({ make }: Organization): Promise<EditOf<'update_key'>> => {
    for (const policy of POLICIES) await make({ kind: 'put_action', policy });
    const { key } = await make(create({ maxOpen: 5, ...(actions === undefined ? {} : { actions }) }));
    return edit(key.id);
  };
const POLICIES = ids('deploy', 'pay', 'refund').map((id) => aNewPolicy({ id }));
const PUT_PAY = { kind: 'put_action', policy: aNewPolicy({ id: ids('pay')[0]! }) } as const;
const DELETE_PAY = { kind: 'delete_action', id: ids('pay')[0]! } as const;
const noAction = (id: string) => ({ problem: `This organization has no action "${id}".` });

/** Had 50 tokens. */
async function wornOut({ make, ports: { config } }: Organization): Promise<EditOf<'rotate_key'>> {
  const { key } = await make(create());
  const ended = Array.from({ length: 49 }, (_, n) => anApiToken(`hash ${n}`, { number: n + 2, endsAtMs: 1 }));
  await config.saveApiKey({ ...key, tokens: [...key.tokens, ...ended], revision: key.revision + 1 }, PERMIT);
  return rotate(key.id);
}

const EDIT = 'Edit the API key key_…';

export const KEYS = {
  create_key: {
    attempt: ({ name }) => `create an API key ${name}`,
    edit: create(),
    waits: ['Create an API key', 'New API key: worker', 'gives_access'],
    lines: ['name: worker', 'scopes: read, execute'],
    writes: ['key.created key_… {"name":"worker","scopes":["read","execute"]}'],
    tells: ['op_bravo: The API key key_… was created. · Called “worker”, scopes: read, execute'],
    again: 'is made again',
    more: [
      {
        edit: { ...SIGNING, maxOpen: 5, holder: CHARLIE },
        waits: ['Create an API key', 'New API key: worker', 'gives_access'],
        lines: [
          'name: worker',
          'scopes: read, execute',
          `signing key: ${SIGNING_KEY}`,
          'open requests at most: 5',
          'holder: op_charlie',
        ],
        writes: [
          `key.created key_… {"holder":"op_charlie","max_open":5,"name":"worker","scopes":["read","execute"],"signing_key":"${SIGNING_KEY}"}`,
        ],
        tells: ['op_bravo: The API key key_… was created. · Called “worker”, scopes: read, execute'],
        again: { refused: 'signing_key_taken' },
      },
      {
        edit: after(create({ actions: ids('pay', 'deploy', 'pay') }), PUT_PAY, {
          kind: 'put_action',
          policy: POLICIES[0]!,
        }),
        waits: ['Create an API key', 'New API key: worker', 'gives_access'],
        lines: ['name: worker', 'scopes: read, execute', 'limited to the actions: "deploy"; "pay"'],
        writes: ['key.created key_… {"actions":["deploy","pay"],"name":"worker","scopes":["read","execute"]}'],
        tells: [
          'op_bravo: The API key key_… was created. · Called “worker”, scopes: read, execute, limited to: deploy, pay',
        ],
        again: 'is made again',
      },
    ],
    refused: {
      invalid_name: { edit: create({ name: MISLEADING }), facts: misleading('name') },
      invalid_actions: { edit: create({ actions: ids('pay') }), facts: noAction('pay') },
      signing_key_taken: {
        edit: async ({ make }) => {
          await make(SIGNING);
          return { ...SIGNING, name: 'other' };
        },
      },
    },
    overtaken: [
      [SIGNING, ({ make }) => make({ ...SIGNING, name: 'other' }), 'signing_key_taken'],
      [after(create({ actions: ids('pay') }), PUT_PAY), ({ make }) => make(DELETE_PAY), 'invalid_actions'],
    ],
  },

  update_key: {
    attempt: ({ id }) => `edit the API key ${id}`,
    edit: ofKey(update({ maxOpen: null })),
    waits: [EDIT, 'worker: open requests at most 5 → no limit', 'gives_access'],
    lines: ['name: worker', 'open requests at most: 5 → no limit'],
    writes: ['key.updated key_… {"max_open":null}'],
    tells: ['op_bravo: The API key key_… has no limit of open requests any more.'],
    more: [
      {
        edit: ofKey(update({ maxOpen: 4 })),
        safer: [EDIT, 'worker: open requests at most 5 → 4', null],
        lines: ['name: worker', 'open requests at most: 5 → 4'],
        writes: ['key.updated key_… {"max_open":4}'],
        tells: ['op_bravo: The API key key_… may have 4 open requests now.'],
      },
      {
        edit: ofKey(update({ holder: DELTA })),
        waits: [EDIT, 'worker: holder op_charlie → op_delta', 'gives_access'],
        lines: ['name: worker', 'holder: op_charlie → op_delta'],
        writes: ['key.updated key_… {"holder":"op_delta"}'],
        tells: ['op_bravo: The API key key_… is held by op_delta now.'],
      },
      {
        edit: ofKey(update({ holder: null })),
        waits: [EDIT, 'worker: holder op_charlie → nobody named', 'gives_access'],
        lines: ['name: worker', 'holder: op_charlie → nobody named'],
        writes: ['key.updated key_… {"holder":null}'],
        tells: ['op_bravo: The API key key_… is held by nobody who is named now.'],
      },
      {
        edit: ofKey(update({ holder: CHARLIE })),
        safer: [EDIT, 'worker: holder op_charlie → op_charlie', null],
        lines: ['name: worker', 'holder: op_charlie → op_charlie'],
        writes: [],
        tells: [],
      },
      {
        edit: ofKey(update({ maxOpen: null, holder: DELTA })),
        waits: [EDIT, 'worker: open requests at most 5 → no limit, and 1 more', 'gives_access'],
        lines: ['name: worker', 'open requests at most: 5 → no limit', 'holder: op_charlie → op_delta'],
        writes: ['key.updated key_… {"holder":"op_delta","max_open":null}'],
        tells: [
          'op_bravo: The API key key_… has no limit of open requests any more. The API key key_… is held by op_delta now.',
        ],
      },
      {
        edit: ofLimited(update({ actions: ids('refund', 'pay', 'refund') })),
        safer: [EDIT, 'worker: limited to the actions "pay"; "refund"', null],
        lines: ['name: worker', 'limited to the actions: "pay"; "refund"'],
        writes: ['key.updated key_… {"actions":["pay","refund"]}'],
        tells: ['op_bravo: The API key key_… is limited to these actions now: pay, refund.'],
      },
      {
        edit: ofLimited(update({ actions: ids('pay') }), ids('pay', 'refund')),
        safer: [EDIT, 'worker: actions removed "refund"', null],
        lines: ['name: worker', 'actions removed: "refund"'],
        writes: ['key.updated key_… {"actions":["pay"]}'],
        tells: ['op_bravo: The API key key_… is limited to these actions now: pay.'],
      },
      {
        edit: ofLimited(update({ actions: ids('refund', 'pay') }), ids('pay', 'refund')),
        safer: [EDIT, 'worker: no difference', null],
        lines: ['name: worker'],
        writes: [],
        tells: [],
      },
      {
        edit: ofLimited(update({ actions: null })),
        safer: [EDIT, 'worker: no difference', null],
        lines: ['name: worker'],
        writes: [],
        tells: [],
      },
      {
        edit: ofLimited(update({ actions: ids('deploy') }), ids('pay')),
        waits: [EDIT, 'worker: actions added "deploy", and 1 more', 'gives_access'],
        lines: ['name: worker', 'actions added: "deploy"', 'actions removed: "pay"'],
        writes: ['key.updated key_… {"actions":["deploy"]}'],
        tells: ['op_bravo: The API key key_… is limited to these actions now: deploy.'],
      },
      {
        edit: ofLimited(update({ actions: ids('deploy', 'pay') }), ids('pay')),
        waits: [EDIT, 'worker: actions added "deploy"', 'gives_access'],
        lines: ['name: worker', 'actions added: "deploy"'],
        writes: ['key.updated key_… {"actions":["deploy","pay"]}'],
        tells: ['op_bravo: The API key key_… is limited to these actions now: deploy, pay.'],
      },
      {
        edit: ofLimited(update({ actions: null }), ids('pay')),
        waits: [
          EDIT,
          'worker: actions added all others, also those that are created later, and 1 more',
          'gives_access',
        ],
        lines: [
          'name: worker',
          'actions added: all others, also those that are created later',
          'limited until now to: "pay"',
        ],
        writes: ['key.updated key_… {"actions":null}'],
        tells: ['op_bravo: The API key key_… is not limited to actions any more.'],
      },
      {
        edit: ofLimited(update({ actions: ids('pay'), maxOpen: 6 }), ids('pay', 'refund')),
        waits: [EDIT, 'worker: open requests at most 5 → 6, and 1 more', 'gives_access'],
        lines: ['name: worker', 'open requests at most: 5 → 6', 'actions removed: "refund"'],
        writes: ['key.updated key_… {"actions":["pay"],"max_open":6}'],
        tells: [
          'op_bravo: The API key key_… may have 6 open requests now. The API key key_… is limited to these actions now: pay.',
        ],
      },
    ],
    refused: {
      invalid_actions: { edit: ofLimited(update({ actions: ids('pay', 'payout') })), facts: noAction('payout') },
      not_found: { edit: update({ maxOpen: 9 })(UNKNOWN) },
      key_revoked: { edit: ofKey(update({ maxOpen: 9 }), revoke) },
    },
    overtaken: [
      [ofKey(update({ maxOpen: 9 })), ({ make }, { id }) => make(update({ maxOpen: 3 })(id)), 'base_moved'],
      [
        ofLimited(update({ actions: ids('pay', 'refund') }), ids('pay', 'deploy')),
        ({ make }, { id }) => make(update({ actions: ids('deploy') })(id)),
        'base_moved',
      ],
      [ofLimited(update({ actions: ids('pay') }), ids('deploy')), ({ make }) => make(DELETE_PAY), 'no_longer_valid'],
    ],
  },

  rotate_key: {
    attempt: ({ id }) => `rotate the API key ${id}`,
    edit: ofKey(rotate),
    waits: ['Rotate an API key', 'Second token for the API key worker', 'gives_access'],
    lines: [
      'name: worker',
      'key: key_…',
      'effect: the key gets a second token, and the first one works until somebody ends it',
    ],
    writes: ['key.rotated key_… {"token":2}'],
    tells: ['op_bravo: The API key key_… got another token, number 2.'],
    again: { refused: 'two_tokens' },
    refused: {
      not_found: { edit: rotate(UNKNOWN) },
      key_revoked: { edit: ofKey(rotate, revoke) },
      two_tokens: { edit: ofKey(rotate, rotate) },
      too_many_tokens: { edit: wornOut, facts: { max: 50 } },
    },
    overtaken: [
      [ofKey(rotate), ({ make }, { id }) => make(rotate(id)), 'two_tokens'],
      [ofKey(rotate), ({ make }, { id }) => make(revoke(id)), 'key_revoked'],
    ],
  },

  end_token: {
    edit: ofKey(endToken(1)),
    writes: ['key.token_ended key_… {"token":1}'],
    tells: ['op_bravo: The token number 1 of the API key key_… was ended.'],
    refused: { not_found: { edit: ofKey(endToken(9)) } },
  },

  revoke_key: {
    edit: ofKey(revoke),
    writes: ['key.revoked key_… {}'],
    tells: ['op_bravo: The API key key_… was revoked.'],
    refused: { not_found: { edit: revoke(UNKNOWN) } },
  },
} satisfies Partial<Rows>;
