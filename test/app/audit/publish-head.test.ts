import { createHeadPublisher, type PublishHeadDeps } from '../../../src/app/audit/publish-head';
import { append, genesis, pendingEntry } from '../../../src/core/audit/chain';
import { createHeadHandler } from '../../../src/lambda/events/heads';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { PublishedHead } from '../../../src/protocol/statements/head';

/** Chains of one entry, and one more entry each time that a head was published. */
function aWorld({ beforePublish = async () => undefined }: { readonly beforePublish?: () => Promise<unknown> } = {}) {
  const published = new Map<string, PublishedHead[]>();
  const lookups: string[] = [];
  const chainOf = (org: OrgId) => {
    const entries = (published.get(org)?.length ?? 0) + 1;
    const pending = Array.from({ length: entries }, (_, n) => pendingEntry(n, 'action.updated', org, 'op_a', {}));
    return append(genesis(org), pending);
  };
  const deps: PublishHeadDeps = {
    clock: { nowMs: () => Date.now() },
    audit: {
      entries: async (org, after) => chainOf(org).filter(({ seq }) => seq > after),
      tail: async () => {
        throw new Error('there is no interval to wait for');
      },
    },
    heads: {
      last: async (org) => {
        lookups.push(org);
        return published.get(org)?.at(-1) ?? null;
      },
      publish: async (head) => {
        await beforePublish();
        published.set(head.org, [...(published.get(head.org) ?? []), head]);
        return true;
      },
    },
    headSigner: { sign: async ({ n, org }) => ({ jws: `${org}.${n}`, jwk: {} }) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    queues: { timers: { send: async () => undefined } },
    headIntervalMs: 0,
  };
  return { deps, published, lookups };
}

const ORG = (name: string) => `org_${name}` as OrgId;

it('an instance that publishes for more organizations than it remembers forgets the one that published least recently', async () => {
  const { deps, published, lookups } = aWorld();
  const publish = createHeadPublisher(deps, 2);
  for (const name of ['a', 'b', 'a', 'c']) await publish(ORG(name));
  expect(lookups.splice(0)).toEqual([ORG('a'), ORG('b'), ORG('c')]);
  for (const name of ['a', 'c', 'b']) await publish(ORG(name));
  expect(lookups).toEqual([ORG('b')]);
  for (const [, heads] of published) expect(heads.map(({ n }) => n)).toEqual(heads.map((_, index) => index + 1));
});

it('a batch of the stream publishes for at most 64 organizations at once, and for all of them', async () => {
  let [open, most] = [0, 0];
  const { deps, published } = aWorld({
    beforePublish: async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
    },
  });
  const orgs = Array.from({ length: 130 }, (_, n) => ORG(String(n)));
  const Records = orgs.map((org, n) => ({ dynamodb: { Keys: { pk: { S: `${org}#AUDIT` } }, SequenceNumber: `${n}` } }));
  const queues = { ...deps.queues, heads: { send: async () => undefined } };
  expect(await createHeadHandler({ ...deps, queues })({ Records })).toEqual({ batchItemFailures: [] });
  expect([published.size, most]).toEqual([130, 64]);
});
