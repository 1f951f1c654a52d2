/** How this release names itself in `User-Agent`, in the calls of the client and in the posts of the service. */
import { version } from '../../packages/client/package.json';

export const USER_AGENT = `request-authorization-service/${version}`;
