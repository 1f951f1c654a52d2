/** What a restore looks for in the restored table, in one reading of it. */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { CONFIG_PREFIX, intentKey, type Key, REQUEST_SK } from '../../src/adapters/dynamodb/keys';
import type { EvidenceDigest } from '../../src/protocol/evidence';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { neverAgain } from '../../src/service/execution/rules/restored';
import { declaredEvidence } from '../../src/service/request/rules/evidence';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { fromRequestItem } from '../../src/service/request/store/request-conversion';
import type { Blur } from './copy';
import { type Item, type Sought, survey } from './survey';

export interface Named {
  readonly org: OrgId;
  readonly id: RequestId;
}

export interface NamedDocument {
  readonly org: OrgId;
  readonly digest: EvidenceDigest;
  /** Open requests that need it, with their name for it. */
  readonly open: (Named & { readonly name: string })[];
}

/** That an entry of the chain was recorded. */
export interface Mark {
  readonly org: string;
  readonly key: Key;
  /** The number of the first entry. */
  readonly first: number;
}

export interface Contents {
  readonly orgs: ReadonlySet<string>;
  /** Requests that could run. */
  readonly live: readonly Named[];
  readonly documents: readonly NamedDocument[];
  /** Of a backup: requests whose intent it does not have, and intents whose request it does not have. */
  readonly withoutIntent: readonly Named[];
  readonly withoutRequest: readonly Key[];
  /** Of a backup: marks of entries that are surely not in the chain, or may not be. */
  readonly marks: readonly Mark[];
}

export interface ContentsInput {
  readonly restored: Tables;
  readonly blur: Blur | null;
  /** The number of the last entry of this organization that is surely in the table. */
  readonly surelyIn: (org: string) => Promise<number>;
  readonly nowMs: number;
}

const INTENT_SK = intentKey('', '').sk;
const CAUSE = '#CAUSE#';

export async function contentsOf({ restored, blur, surelyIn, nowMs }: ContentsInput): Promise<Contents> {
  const orgs = new Set<string>();
  const live: Named[] = [];
  const documents = new Map<string, NamedDocument>();
  /** Of what was made in the two minutes: whether the request needs an intent, and whether there is one. */
  const young = { requests: new Map<string, Named | null>(), intents: new Map<string, Key>() };
  const marks: Mark[] = [];
  const takeRequest = (item: Item) => {
    const request = fromRequestItem(item as never);
    const { org, id } = request;
    if (neverAgain(request, nowMs).entries.length > 0) live.push({ org, id });
    addDocuments(documents, request);
    if (blur !== null && request.createdAtMs >= blur.fromMs)
      young.requests.set(item.pk as string, request.executeWithinMs === null ? null : { org, id });
  };
  await survey(restored, soughtIn(blur), async (items) => {
    for (const item of items) {
      const key = { pk: item.pk as string, sk: item.sk as string };
      const org = key.pk.split('#')[0]!;
      if (key.sk === REQUEST_SK) takeRequest(item);
      else if (key.sk === INTENT_SK) young.intents.set(key.pk, key);
      else if (!key.pk.includes(CAUSE)) orgs.add(key.pk);
      else if ((item.first as number) > (await surelyIn(org))) marks.push({ org, key, first: item.first as number });
    }
  });
  const needing = [...young.requests].flatMap(([pk, needs]) => (needs === null ? [] : [[pk, needs] as const]));
  return {
    orgs,
    live,
    documents: [...documents.values()],
    withoutIntent: needing.flatMap(([pk, needs]) => (young.intents.has(pk) ? [] : [needs])),
    withoutRequest: [...young.intents.values()].filter(({ pk }) => !young.requests.has(pk)),
    marks,
  };
}

function soughtIn(blur: Blur | null): Sought {
  const always = 'begins_with(sk, :operator) OR sk = :request';
  const values = { ':operator': CONFIG_PREFIX.operator, ':request': REQUEST_SK };
  if (blur === null) return { where: always, values };
  return {
    where: `${always} OR (sk = :intent AND created_at >= :since) OR contains(pk, :cause)`,
    values: { ...values, ':intent': INTENT_SK, ':since': blur.fromMs, ':cause': CAUSE },
  };
}

function addDocuments(documents: Map<string, NamedDocument>, request: Request): void {
  const { org, id } = request;
  for (const { name, digest } of declaredEvidence(request)) {
    if (digest === null) continue;
    const known = documents.get(`${org} ${digest}`) ?? { org, digest, open: [] };
    if (isOpen(request)) known.open.push({ org, id, name });
    documents.set(`${org} ${digest}`, known);
  }
}
