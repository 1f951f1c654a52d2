/** An organization on a deployment, created through the console: an admin, two operators, three actions and an API key. */

import { systemRandom } from '../../../src/adapters/system/random';
import { systemClock } from '../../../src/adapters/system/time';
import { SET_UP } from '../../../src/protocol/actor';
import type { OperatorId, OrgId } from '../../../src/protocol/identifiers';
import { createSessionStore } from '../../../src/service/access/store/session-store';
import { createSignInLink } from '../../../src/service/access/use-cases/sessions';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import { openSetUp } from '../../../src/service/administration/use-cases/set-up';
import { PERMIT } from '../../support/permit';
import { type Deployment, INTEGRATION } from './deployment';

export const ORG = 'org_bundles' as OrgId;

/** What a browser sends once signed in, and what a program sends. */
export type Headers = Record<string, string>;

export interface People {
  readonly admin: Headers;
  readonly key: Headers;
  signIn(operator: string): Promise<Headers>;
  /** The code of the newest mail to the operator. */
  mailedCode(operator: string): string;
}

const provisioningOf = ({ tables }: Deployment) => ({
  clock: systemClock,
  random: systemRandom,
  config: createConfigStore(tables),
  sessions: createSessionStore(tables),
  secretBox: { seal: async () => 'unused', open: async () => Buffer.alloc(32) },
});

/** A session of an operator that exists. */
export async function signInTo(house: Deployment, operator: string): Promise<Headers> {
  const { origin } = house;
  const provisioning = provisioningOf(house);
  const record = await provisioning.config.operator(ORG, operator as OperatorId);
  const { token } = await createSignInLink(provisioning, record!, PERMIT);
  const opened = await house.call('console', 'POST', '/api/session', { token }, { origin });
  expect(opened.cookies?.[0]).toMatch(/^__Host-session=.*HttpOnly.*SameSite=Strict.*Secure/);
  return { origin, cookie: opened.cookies![0]!.split(';')[0]! };
}

export async function settleIn(house: Deployment): Promise<People> {
  const provisioning = provisioningOf(house);
  const signIn = (operator: string) => signInTo(house, operator);
  const ada = { id: 'op_admin' as OperatorId, name: 'Ada', email: 'ada@example.com', role: 'admin' } as const;
  const door = await openSetUp(provisioning, { org: ORG, by: SET_UP });
  if (!door.ok) throw new Error('there is an organization already');
  await door.value.createOperator(ada);
  const admin = await signIn('op_admin');
  const made = async (method: string, path: string, body: object) => {
    const answer = await house.call('console', method, path, body, admin);
    expect(answer.statusCode).toBeLessThan(300);
    return answer.body;
  };
  for (const id of ['op_a', 'op_b'])
    await made('POST', '/api/operators', { id, name: id, email: `${id}@example.com`, role: 'operator' });
  const one = {
    roster: ['op_a', 'op_b'],
    quorum: { default: 1, min: 1, max: 1, selectable: false },
    mode: 'independent',
    deny_self_approval: true,
  };
  await made('PUT', '/api/actions/refund', { title: 'Refund', ...one });
  await made('PUT', '/api/actions/transfer', { title: 'Transfer', ...one, integration: INTEGRATION });
  const quorum = { default: 2, min: 2, max: 2, selectable: false };
  await made('PUT', '/api/actions/launch', { title: 'Launch', roster: ['op_a', 'op_b'], quorum, mode: 'independent' });
  const { token } = await made('POST', '/api/keys', { name: 'all', scopes: ['propose', 'read', 'execute'] });
  return {
    admin,
    key: { authorization: `Bearer ${token}` },
    signIn,
    mailedCode(operator) {
      const code = /\b\d{8}\b|\b\d{4} \d{4}\b/;
      const mail = house.aws.mails.filter(({ to, text }) => to === `${operator}@example.com` && code.test(text)).at(-1);
      return code.exec(mail!.text)![0];
    },
  };
}
