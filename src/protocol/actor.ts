/**
 * Who did what an entry records. The kind says who it is: organizations choose the ids of their operators, so an id
 * alone proves nothing (docs/design.md#audit-chain).
 */

/**
 * `person`: an operator. `program`: an API key, or the claim of a worker. `service`: the service itself. `set_up`: what
 * makes an organization before anybody uses it. `command`: somebody with access to the deployment.
 */
export const ACTOR_KINDS = ['person', 'program', 'service', 'set_up', 'command'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  readonly actor: string;
  readonly actor_kind: ActorKind;
}

export const person = <Id extends string>(id: Id) => ({ actor: id, actor_kind: 'person' }) as const;
/** `id`: of an API key, or of a claim. */
export const program = <Id extends string>(id: Id) => ({ actor: id, actor_kind: 'program' }) as const;

const service = <const Id extends string>(actor: Id) => ({ actor, actor_kind: 'service' }) as const;
const command = <const Id extends string>(actor: Id) => ({ actor, actor_kind: 'command' }) as const;

export const SERVICE = service('system');
/** The parts of the service that act without a request. */
export const SIGN_IN = service('sign-in');
export const DELIVERIES = service('deliveries');
export const CHAT_POSTS = service('chat');
export const POLICIES = service('policies');
export const HEADS = service('heads');
export const SET_UP = { actor: 'set-up', actor_kind: 'set_up' } as const;
export const ADMIN_COMMAND = command('admin-command');
export const RESTORE = command('restore');
export const FAILOVER = command('failover');

/** No operator can have the id of another actor: people who read an export would take one for the other. */
export const ACTOR_IDS: readonly string[] = [
  SERVICE,
  SIGN_IN,
  DELIVERIES,
  CHAT_POSTS,
  POLICIES,
  HEADS,
  SET_UP,
  ADMIN_COMMAND,
  RESTORE,
  FAILOVER,
].map(({ actor }) => actor);

/** Whether this operator did it. */
export const isBy = ({ actor, actor_kind }: Actor, operator: unknown): boolean =>
  actor_kind === 'person' && actor === operator;
