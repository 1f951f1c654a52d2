/** The I/O of the edits of endpoints. */

import { constantTimeEqual } from '../../../protocol/hash';
import { type EndpointId, endpointIdFrom, type OrgId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import type { SecretBox } from '../../configuration/ports';
import { ENDPOINT, ENDPOINTS, refuse } from '../../configuration/rules/declaration';
import { type Endpoint, isUnverified } from '../../configuration/rules/items';
import { after, around, before, reader, type WithConfig, writer } from '../../configuration/use-cases/parts-of-edits';
import type { WebhookSender } from '../../receiver/ports';
import type { Random } from '../../system/ports';
import { channelOf } from '../rules/destination';
import {
  createEndpoint,
  type MadeEndpoint,
  recoverEndpoint,
  rotateSecret,
  verifyEndpoint,
} from '../rules/edits/endpoint';
import { endpointSecretPlace, endpointTokenPlace, openToken } from './compose-post';
import { isDeleted, type RecoverDeps, recover } from './send-by-hand';

export const READERS = [
  reader(ENDPOINT, ({ config }: WithConfig, org, id) => config.endpoint(org, id)),
  reader(ENDPOINTS, ({ config }: WithConfig, org) => config.endpoints(org)),
] as const;

export const writers = () =>
  [
    writer<{ kind: 'endpoint'; item: Endpoint }>('endpoint')(({ config }: WithConfig, org, permit) => ({
      save: ({ item }) => config.saveEndpoint(item, permit),
      stored: ({ item }) => config.endpoint(org, item.id),
    })),
  ] as const;

interface Sealing {
  readonly random: Random;
  readonly secretBox: SecretBox;
}

export const OUTSIDE = {
  create_endpoint: /* @__PURE__ */ around(
    createEndpoint,
    async (deps: Sealing & { readonly sender: WebhookSender }, { editor: { org }, edit }) => {
      const { url } = edit.endpoint;
      const validated = await deps.sender.validateEndpoint(url);
      if (!validated.ok) return refuse('url_refused', { why: validated.reason });
      const id = endpointIdFrom(deps.random.hex(12));
      const sealedToken = channelOf(url).needsToken ? await testToken(deps, org, id) : null;
      return ok({ id, sealedToken, ...(await newSecret(deps, org, id)) } satisfies MadeEndpoint & Secret);
    },
    async (_deps: object, _occasion, endpoint, { secret }) => ok({ endpoint: endpoint!, secret }),
  ),
  rotate_secret: /* @__PURE__ */ around(
    rotateSecret,
    async (deps: Sealing, { editor: { org }, edit: { id } }) => ok(await newSecret(deps, org, id)),
    async (_deps: object, _occasion, endpoint, { secret }) => ok({ endpoint, secret }),
  ),
  verify_endpoint: /* @__PURE__ */ before(
    verifyEndpoint,
    async (
      { config, secretBox }: WithConfig & Pick<Sealing, 'secretBox'>,
      { editor: { org }, edit: { id, token } },
    ) => {
      const found = await config.endpoint(org, id);
      if (found === null || isDeleted(found)) return refuse('not_found');
      if (!isUnverified(found)) return refuse('verified_already');
      const isRight = constantTimeEqual(await openToken(secretBox, found), token);
      return isRight ? ok({ sealedToken: found.sealedToken! }) : refuse('wrong_token');
    },
  ),
  recover_endpoint: /* @__PURE__ */ after(recoverEndpoint, async (deps: RecoverDeps, { edit: { span } }, endpoint) =>
    ok(await recover(deps, endpoint, span)),
  ),
};

/** Answered once. Only its sealed form is stored. */
interface Secret {
  readonly secret: string;
}

async function newSecret({ random, secretBox }: Sealing, org: OrgId, id: EndpointId) {
  const secret = `whsec_${random.base64url(32)}`;
  const sealedSecret = await secretBox.seal(org, endpointSecretPlace(id), new TextEncoder().encode(secret));
  return { secret, sealedSecret };
}

/** With 128 bits nobody can guess it, so wrong tokens are not counted. */
function testToken({ random, secretBox }: Sealing, org: OrgId, id: EndpointId): Promise<string> {
  return secretBox.seal(org, endpointTokenPlace(id), new TextEncoder().encode(`verify_${random.base64url(16)}`));
}
