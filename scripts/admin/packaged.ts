/** The same command in the package, for those who deploy with its constructs and have no clone. */
import { admin } from './command';

export const command = (args: readonly string[]): Promise<void> =>
  admin(args, 'npx --no-install request-authorization-service admin');
