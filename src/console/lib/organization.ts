/**
 * The organization in which somebody last signed in with this browser: its id, its name and its ways to sign in. The service
 * tells them only to a session, so any other browser shows every way and no name.
 */
import { ORG_ID } from '../../protocol/org-id';
import type { Schemas } from './api';
import { keepOnDevice, readFromDevice } from './device';

type Way = Schemas['SessionAnswer']['ways'][number];

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly ways: readonly Way[];
}

const KEPT = 'organization';

/** After a sign-in, and never before: nobody else may put a name on the sign-in page. */
export function rememberOrganization(answer: Schemas['SessionAnswer']): Schemas['SessionAnswer'] {
  keep({ id: answer.org, name: answer.org_name, ways: answer.ways });
  return answer;
}

export const keep = (organization: Organization | null): void =>
  keepOnDevice(KEPT, organization && JSON.stringify(organization));

/** Null if this browser remembers none, or another one than an address names. */
export function rememberedOrganization(named: string | null): Organization | null {
  const { id, name, ways } = stored();
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(ways)) return null;
  return named === null || named === id ? { id, name, ways } : null;
}

function stored(): Partial<Record<keyof Organization, unknown>> {
  try {
    return JSON.parse(readFromDevice(KEPT) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** `/sign-in#org_acme`, which admins copy, fills in the id and says nothing about the organization. */
export function organizationNamedIn({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): string | null {
  const id = hash.slice(1);
  return pathname === '/sign-in' && ORG_ID.test(id) ? id : null;
}
