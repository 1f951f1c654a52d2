/** Edits of webhook endpoints. */
import { LIMITS } from '../../../generated/limits';
import type { EndpointId } from '../../../src/protocol/identifiers';
import type { EditOf } from '../../../src/service/administration/rules/edits';
import type { EndpointPatch } from '../../../src/service/delivery/rules/edits/endpoint';
import { NOW, type Organization } from './organization';
import { MISLEADING, misleading, type Rows } from './row';

const ARN = 'arn:aws:sqs:eu-central-1:111122223333:approvals';
const { max } = LIMITS.endpoints;

const create = (url = 'https://hooks.acme.dev/x', description = 'd'): EditOf<'create_endpoint'> => ({
  kind: 'create_endpoint',
  endpoint: { url, types: null, description },
});
type OfEndpoint<T> = (id: EndpointId) => T;
const update =
  (patch: EndpointPatch): OfEndpoint<EditOf<'update_endpoint'>> =>
  (id) => ({ kind: 'update_endpoint', id, patch });
const remove: OfEndpoint<EditOf<'delete_endpoint'>> = (id) => ({ kind: 'delete_endpoint', id });
const rotate: OfEndpoint<EditOf<'rotate_secret'>> = (id) => ({ kind: 'rotate_secret', id, overlapSeconds: 60 });
const revokePrevious: OfEndpoint<EditOf<'revoke_previous_secret'>> = (id) => ({ kind: 'revoke_previous_secret', id });
const verify =
  (token: string): OfEndpoint<EditOf<'verify_endpoint'>> =>
  (id) => ({ kind: 'verify_endpoint', id, token });
const span = { sinceMs: 1, untilMs: NOW, cursor: null };
const recover: OfEndpoint<EditOf<'recover_endpoint'>> = (id) => ({ kind: 'recover_endpoint', id, span });

const UNKNOWN = `whe_${'0'.repeat(24)}` as EndpointId;
type Earlier = OfEndpoint<EditOf<'update_endpoint' | 'delete_endpoint' | 'rotate_secret'>>;
const ofHook =
  <T>(edit: OfEndpoint<T>, ...edits: readonly Earlier[]) =>
  async ({ make }: Organization): Promise<T> => {
    const { endpoint } = await make(create());
    for (const each of edits) await make(each(endpoint.id));
    return edit(endpoint.id);
  };
/** An edit of a destination on AWS, with the token of its test event. */
const ofDestination =
  <T>(edit: (id: EndpointId, token: string) => T) =>
  async ({ make, org, ports: { config, secretBox } }: Organization): Promise<T> => {
    const { id } = (await make(create(ARN))).endpoint;
    const { sealedToken } = (await config.endpoint(org, id))!;
    const token = await secretBox.open(org, `ENDPOINT#${id}#token`, sealedToken!);
    return edit(id, Buffer.from(token).toString());
  };
/** Deleted ones do not count. */
async function oneTooMany({ make }: Organization): Promise<EditOf<'create_endpoint'>> {
  await make(remove((await make(create())).endpoint.id));
  for (let n = 0; n < max; n++) await make(create());
  return create();
}

const told = (what: string) => [`op_bravo: The webhook endpoint whe_… ${what}.`];

export const ENDPOINTS = {
  create_endpoint: {
    edit: create(),
    writes: ['endpoint.created whe_… {"types":null,"url":"https://hooks.acme.dev/x"}'],
    tells: ['op_bravo: The webhook endpoint whe_… was added. · https://hooks.acme.dev/x'],
    again: 'is made again',
    refused: {
      invalid_name: { edit: create(undefined, MISLEADING), facts: misleading('description') },
      url_refused: { edit: create('https://private.acme.dev/'), facts: { why: 'private' } },
      too_many_endpoints: { edit: oneTooMany, facts: { max } },
    },
  },
  update_endpoint: {
    edit: ofHook(update({ enabled: false, types: ['request.denied'] })),
    writes: ['endpoint.updated whe_… {"enabled":false,"types":["request.denied"]}'],
    tells: told('was edited'),
    again: 'is made again',
    refused: {
      not_found: { edit: ofHook(update({ enabled: false }), remove) },
      invalid_name: { edit: ofHook(update({ description: MISLEADING })), facts: misleading('description') },
      unverified: { edit: ofDestination(update({ enabled: true })) },
    },
  },
  delete_endpoint: {
    edit: ofHook(remove),
    writes: ['endpoint.deleted whe_… {}'],
    tells: told('was deleted'),
    again: { refused: 'not_found' },
    refused: { not_found: { edit: remove(UNKNOWN) } },
  },
  rotate_secret: {
    edit: ofHook(rotate),
    writes: ['endpoint.secret_rotated whe_… {"overlap_seconds":60}'],
    tells: told('got a new secret'),
    again: 'is made again',
    refused: { not_found: { edit: ofHook(rotate, remove) } },
  },
  revoke_previous_secret: {
    edit: ofHook(revokePrevious, rotate),
    writes: ['endpoint.previous_secret_revoked whe_… {}'],
    tells: ['op_bravo: The previous secret of the webhook endpoint whe_… was revoked.'],
    refused: { not_found: { edit: ofHook(revokePrevious, remove) } },
  },
  verify_endpoint: {
    edit: ofDestination((id, token) => verify(token)(id)),
    writes: [`endpoint.verified whe_… {"url":"${ARN}"}`],
    tells: told(`was verified and gets events now: ${ARN}`),
    again: { refused: 'verified_already' },
    refused: {
      not_found: { edit: verify('verify_1')(UNKNOWN) },
      verified_already: { edit: ofHook(verify('verify_1')) },
      wrong_token: { edit: ofDestination(verify('verify_1')) },
    },
  },
  recover_endpoint: {
    edit: ofHook(recover),
    writes: [`endpoint.recovered whe_… {"since":1,"until":${NOW}}`],
    tells: ['op_bravo: Events were sent again to the webhook endpoint whe_….'],
    again: 'is made again',
    refused: {
      not_found: { edit: ofHook(recover, remove) },
      endpoint_disabled: { edit: ofHook(recover, update({ enabled: false })) },
    },
  },
} satisfies Partial<Rows>;
