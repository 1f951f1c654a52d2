/** Sign-in links that operators request by mail: requesting one, and whether the organization allows it. */

import { sha256Hex } from '../../protocol/hash';
import { MAILED_LINK_LASTS_MS, MAILED_LINKS } from '../../service/access/rules/mailed-link';
import { type RequestMailedLinkDeps, requestMailedLink } from '../../service/access/use-cases/mailed-link';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import { invalid, reply } from '../http/answer';
import { peerOf } from '../http/attempts';
import { parseId } from '../http/ids';
import { sessionToken } from './authenticate';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { setCookie } from './cookies';
import { edit } from './edit';
import { tooMany } from './problems';

type MailedLinksDeps = RequestMailedLinkDeps &
  ConfigurationDeps & {
    readonly origin: string;
    readonly cookieName: string;
  };

export function createMailedLinkHandlers(deps: MailedLinksDeps) {
  const now = () => ({ server_now: deps.clock.nowMs() });
  return {
    requestMailedLink: (call) => request(deps, call),
    getMailedLinks: async ({ principal }) => {
      const { org } = await signedIn(principal);
      const setting = await deps.config.setting(org, MAILED_LINKS);
      return reply(200, { ...now(), allowed: setting?.allowed ?? false });
    },
    setMailedLinks: ({ principal, body: { allowed } }) =>
      edit(
        deps,
        principal,
        { kind: 'set_mailed_links', allowed },
        { made: (setting) => reply(200, { ...now(), allowed: setting.allowed }), refused: {} },
      ),
  } satisfies Partial<ConsoleHandlers>;
}

async function request(
  deps: MailedLinksDeps,
  { event, body }: ConsoleCall<'requestMailedLink'>,
): ConsoleReply<'requestMailedLink'> {
  const org = parseId('org', body.org);
  if (org === null) return invalid('`body.org` must have at most 128 characters.');
  // A second request of the browser keeps its secret, so that the link of the first one still opens.
  const browser = sessionToken(event, browserCookie(deps)) ?? deps.random.base64url(32);
  const asked = { org, address: body.address, peer: peerOf(event), browserHash: sha256Hex(browser) };
  const requested = await requestMailedLink(deps, asked);
  if (!requested.ok) return tooMany(TOO_MANY_LINKS, requested.error.retryAfterMs);
  const kept = { maxAgeSeconds: MAILED_LINK_LASTS_MS / 1000 };
  return {
    ...reply(202, { server_now: deps.clock.nowMs() }),
    cookies: [setCookie(deps, browserCookie(deps), browser, kept)],
  };
}

/** The cookie with the secret of a browser that requested a link, named with the same prefix as the session's. */
export const browserCookie = ({ cookieName }: Pick<MailedLinksDeps, 'cookieName'>): string =>
  cookieName.replace('session', 'mailed_link');

const TOO_MANY_LINKS =
  'Three sign-in links were requested from this address within an hour. Wait for the seconds in Retry-After.';
