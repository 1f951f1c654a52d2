/** Reads what edits of the configuration declare that they read. All reads are strongly consistent. */
import type { EditKind, ReadBy } from '../../core/administration/edits';
import { baseCode } from '../../core/ceremony/edits/reissue-code';
import type { BaseOf, Readable, ReadName, Reads } from '../../core/configuration/declaration';
import type { Settings } from '../../core/configuration/setting';
import type { PlatformActions } from '../../core/policy/platform-actions';
import type { OrgId } from '../../protocol/identifiers';
import { companyOf, isMailLinkAllowed } from '../access/identities';
import { livePasskeys } from '../access/passkeys';
import { baseGroup, everyGroupFor } from '../policy/read-groups';
import type { ChatStore, Clock, ConfigStore, PasskeyStore, RequestStore } from '../ports';
import { nowFor } from '../support/now';
import { everyAdminCanSign } from './signed-changes';

/** What is being read, or is known, so that nothing is read twice. */
export type Known = { readonly [Name in ReadName]?: Promise<Readable[Name]['item']> };

type Reader<Name extends ReadName, Deps> = (
  deps: Deps,
  org: OrgId,
  of: Readable[Name]['of'],
  known: Known,
) => Promise<Readable[Name]['item']>;

interface WithConfig {
  readonly config: ConfigStore;
}

const READERS = {
  operator: async ({ config }: WithConfig, org, id, { operators }) =>
    operators === undefined ? config.operator(org, id) : ((await operators).find((one) => one.id === id) ?? null),
  operators: ({ config }: WithConfig, org) => config.operators(org),
  key: async ({ config }: WithConfig, org, id) => (id === null ? null : config.apiKey(org, id)),
  signingKeyOwner: async ({ config }: WithConfig, org, key) => (key === null ? null : config.signingKeyOwner(org, key)),
  endpoint: ({ config }: WithConfig, org, id) => config.endpoint(org, id),
  endpoints: ({ config }: WithConfig, org) => config.endpoints(org),
  setting: ({ config }: WithConfig, org, name) => config.setting(org, name as keyof Settings),
  action: ({ config }: WithConfig, org, id) => config.action(org, id),
  groups: async ({ config }: WithConfig, org, policy, { action }) => {
    const stored = await action;
    return everyGroupFor(config, org, policy, ...(stored == null ? [] : [stored.policy]));
  },
  group: ({ config }: WithConfig, org, id) => baseGroup(config, org, id),
  platformActions: async ({ platformActions }: { readonly platformActions: PlatformActions }) => platformActions,
  company: ({ config }: WithConfig, org) => companyOf(config, org),
  isMailLinkAllowed: ({ config }: WithConfig, org, id) => isMailLinkAllowed(config, org, id),
  livePasskey: async (deps: { readonly passkeys: PasskeyStore }, _org, { passkey }, { operator }) => {
    const owner = await operator;
    const live = owner == null ? [] : await livePasskeys(deps, owner);
    return live.find(({ id }) => id === passkey) ?? null;
  },
  adminsCanSign: async (deps: WithConfig & { readonly passkeys: Pick<PasskeyStore, 'ofOrganization'> }, org, turn) =>
    turn === 'code' || (await everyAdminCanSign(deps, org)),
  chat: async ({ chatStore }: { readonly chatStore: ChatStore }, org) =>
    (await chatStore.load(org)) ?? { org, target: null, revision: 0, journal: [] },
  code: async (
    { clock, requests }: { readonly clock: Clock; readonly requests: Pick<RequestStore, 'load'> },
    org,
    { request: id, seat },
  ) => {
    const loaded = await requests.load(org, id);
    return loaded === null ? null : baseCode(loaded.request, seat, nowFor(clock, loaded.request));
  },
} satisfies { readonly [Name in ReadName]: Reader<Name, never> };

/** What the readers of these names need. */
type ReaderDeps<Name extends ReadName> = { [Each in Name]: Parameters<(typeof READERS)[Each]>[0] }[Name];

/** What reading for edits of these kinds needs. */
export type ReadDeps<Kind extends EditKind> = Intersection<ReaderDeps<ReadBy<Kind> & ReadName>>;

/** All members of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export async function readBase<R extends Reads>(
  deps: unknown,
  org: OrgId,
  reads: R,
  known: Known = {},
): Promise<BaseOf<R>> {
  const reading: Record<string, Promise<unknown>> = { ...known };
  const names = Object.keys(reads) as ReadName[];
  for (const name of names) {
    const read = READERS[name] as Reader<ReadName, unknown>;
    reading[name] ??= read(deps, org, reads[name]!, reading as Known);
  }
  const items = await Promise.all(names.map(async (name) => [name, await reading[name]] as const));
  return Object.fromEntries(items) as BaseOf<R>;
}
