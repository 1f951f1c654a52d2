/** Shared by readers and writers of endpoints. */
import type { Endpoint } from '../../configuration/rules/items';

/** The endpoint with its secret, which is shown once. */
export interface WithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

export const isDeleted = (endpoint: Endpoint): boolean => endpoint.deletedAtMs !== null;
