/** The newest mails of each operator, which other programs read their codes from, and what is kept of all others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { DEMO_ORG } from '../../src/local/demo';
import { openMailbox } from '../../src/local/mailbox';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { aFolder } from '../support/folder';
import { type House, openHouse } from '../support/house';
import { aMail } from '../support/mail-text';
import { MEMORY_ALONE } from '../support/tables';

let folder: string;
let opened: House[];
beforeEach(() => {
  folder = aFolder();
  opened = [];
});
afterEach(async () => {
  for (const house of opened) await house.stop();
});

const mailOf = (operator: string, n: number) => ({
  ...{ org: DEMO_ORG, operator, request_id: `req_${n}`, kind: 'asked', round: 1, code: String(10_000_000 + n) },
  ...{ sent_at: n, subject: `Subject ${n}`, text: `Text é ${n}`, html: '<p>' },
});
const KEPT = 500;

async function open(): Promise<House> {
  const house = await openHouse({ dataDir: folder, demoPages: true });
  opened.push(house);
  return house;
}

// The tables in memory keep nothing over a restart.
(MEMORY_ALONE ? it.skip : it)(
  'the runner lists the newest 500 mails of each operator, oldest first, also after a restart, and shows what they say',
  async () => {
    const path = join(folder, 'messages.ndjson');
    const mails = [
      ...Array.from({ length: KEPT + 100 }, (_, n) => mailOf('op_bravo', n + 1)),
      mailOf('op_charlie', 1),
      { combined_for: 'op_bravo', sent_at: 1, subject: 'Combined', text: 'all', html: '<p>' },
    ];
    writeFileSync(path, mails.map((mail) => `${JSON.stringify(mail)}\n`).join(''));

    const first = await open();
    const ids = async () => (await first.messages('op_bravo')).map(({ request_id }) => request_id);
    const newest = Array.from({ length: KEPT }, (_, n) => `req_${n + 101}`);
    expect(await ids()).toEqual(newest);
    expect((await first.messages('op_bravo')).at(-1)).toEqual({
      ...{ request_id: 'req_600', kind: 'asked', round: 1, code: '10000600', sent_at: 600 },
    });
    expect((await first.messages('op_charlie')).map(({ request_id }) => request_id)).toEqual(['req_1']);
    const { id } = (await first.propose()).body.request;
    expect(await ids()).toEqual([...newest.slice(1), id]);
    const page = (await first.send('GET', '/local/mailbox?operator=op_bravo')).body;
    expect(page).toContain(await first.code('op_bravo', id).then((code) => code.slice(4)));
    expect(page).toContain('<pre>Text é 600</pre>');
    await first.stop();
    opened = [];

    const lines = readFileSync(path, 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.includes('"op_bravo","request_id"'))).toHaveLength(KEPT + 1);
    expect(lines.filter((line) => line.includes('combined_for'))).toHaveLength(1);

    const second = await open();
    expect((await second.messages('op_bravo')).map(({ request_id }) => request_id)).toEqual([...newest.slice(1), id]);
    expect((await second.messages('op_charlie')).map(({ request_id }) => request_id)).toContain('req_1');
  },
);

it('the mailbox keeps in memory neither what mails say, nor more than the newest 500 of an operator', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const box = openMailbox(join(folder, 'messages.ndjson'));
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const before = used();
  for (let n = 0; n < 700; n++) {
    const text = `${n}`.repeat(5000);
    const to = { operator: 'op_a' as OperatorId, name: 'A', email: 'a@acme.dev' };
    const message = { org: 'org_a' as OrgId, to, requestId: null, kind: 'asked' as const, round: 1, code: null };
    await box.send({ ...message, mail: aMail('Approve?', text) }, n);
  }
  expect(used() - before).toBeLessThan(5);
  expect(box.of('org_a', 'op_a')).toHaveLength(KEPT);
  expect(box.newest('org_a', 'op_a', 1)[0]?.text).toContain('699'.repeat(5000));
});
