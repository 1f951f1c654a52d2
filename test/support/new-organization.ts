/** An organization that has only its first admin, as after `npm run admin -- create-org`. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemRandom } from '../../src/adapters/system/random';
import { person } from '../../src/protocol/actor';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { signInLink } from '../../src/protocol/sign-in-link';
import { createSessionStore } from '../../src/service/access/store/session-store';
import { createSignInLink } from '../../src/service/access/use-cases/sessions';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import type { House } from './house';

interface NewOrganization {
  /** A path of the console, which signs the admin in. Another one each time. */
  link(): Promise<string>;
  /** The code in the newest mail to the admin. */
  code(): string;
}

export async function newOrganization(house: House, org: string, admin: string): Promise<NewOrganization> {
  const { running } = house;
  // Of the service, because a link ends by its clock.
  let now = await house.advance(0);
  const clock = { nowMs: () => now };
  const config = createConfigStore(running.tables);
  const secretBox = { seal: async () => '', open: async () => Buffer.alloc(0) };
  const deps = { clock, random: systemRandom, config, secretBox };
  const door = await openSetUp(deps, { org: org as OrgId, by: person('test') });
  if (!door.ok) throw new Error(`${org} is not new`);
  const made = await door.value.createOperator({
    id: admin as OperatorId,
    name: 'Ada',
    email: 'ada@acme.example',
    role: 'admin',
  });
  if (!made.ok) throw new Error(`${admin} is taken`);
  const sessions = createSessionStore(running.tables);
  return {
    async link() {
      now = await house.advance(0);
      const { token } = await createSignInLink({ ...deps, sessions }, made.value, await door.value.permitted());
      return signInLink('', token);
    },
    code: () => newestCode(running.demoFile, org),
  };
}

/** The runner's own mailbox page is only about its demo. */
function newestCode(demoFile: string, org: string): string {
  const folder = dirname(demoFile);
  const file = [join(folder, 'memory'), folder].map((at) => join(at, 'messages.ndjson')).find(existsSync)!;
  const mails = readFileSync(file, 'utf8').trimEnd().split('\n');
  const { code } = mails.map((line) => JSON.parse(line)).findLast((mail) => mail.org === org && mail.code != null);
  return code;
}
