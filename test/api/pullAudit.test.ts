/** GET /v1/audit: the audit log for a program, as it is stored. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { runCommand } from '../support/command';
import { aFolder } from '../support/folder';
import { type House, openHouse } from '../support/house';
import { expectKeyRefusal, expectProblem } from './support';

describe('GET /v1/audit', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
    await house.api('op_alpha', 'POST', '/api/keys', { name: 'Grüße ☃', scopes: ['read'] });
    await house.refuse('op_bravo', await house.proposed());
    await house.advance(0);
  });
  afterAll(() => house?.stop());

  const exported = async () => (await house.api('op_alpha', 'GET', '/api/audit/export')).body as string;
  const pull = (query = '') => house.v1('auditor', 'GET', `/v1/audit${query}`);

  it('a key with the scope audit gets the bytes that an admin exports, and those after a position', async () => {
    const log = await exported();
    const lines = log.trimEnd().split('\n');
    const all = await pull();
    expect([all.status, all.headers.get('content-type'), all.body]).toEqual([200, 'application/x-ndjson', log]);
    expect((await pull('?after=0')).body).toBe(log);
    expect((await pull('?after=2')).body).toBe(
      lines
        .slice(2)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect((await pull(`?after=${lines.length - 1}`)).body).toBe(`${lines.at(-1)}\n`);
    const nothing = await pull(`?after=${lines.length}`);
    expect([nothing.status, nothing.body]).toEqual([200, '']);
  });

  it('verify-audit verifies what a key pulled in parts', async () => {
    const client = createClient({ baseUrl: house.url, apiKey: house.running.demo.keys.auditor });
    const [first] = (await client.pullAudit()).lines.split('\n');
    const rest = await client.pullAudit({ after: 1 });
    const nothing = await client.pullAudit({ after: rest.last! });
    expect([nothing.lines, nothing.last]).toEqual(['', null]);
    const file = join(aFolder(), 'audit.ndjson');
    writeFileSync(file, `${first}\n${rest.lines}`);
    const { code, stdout } = await runCommand('verify-audit', file, '--org', 'org_demo');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`ok: ${rest.last} entries`) });
    writeFileSync(file, `${first}\n${rest.lines.replace('Grüße', 'Gruesse')}`);
    expect((await runCommand('verify-audit', file, '--org', 'org_demo')).code).toBe(1);
  });

  it.each(['proposer', 'worker', 'reader', 'four_eyes'] as const)(
    'a key without the scope audit does not get the audit log: %s',
    async (key) => expectKeyRefusal(await house.v1(key, 'GET', '/v1/audit'), 403),
  );

  it('a key with the scope audit can do nothing else', async () => {
    for (const [method, path] of [
      ['GET', `/v1/requests/${await house.proposed()}`],
      ['GET', '/v1/events'],
      ['GET', '/v1/requests?executable=true'],
      ['POST', '/v1/requests'],
    ] as const)
      expectKeyRefusal(await house.v1('auditor', method, path), 403);
  });

  it('a key gets the audit log of its own organization alone', async () => {
    const { token } = (await house.api('op_alpha', 'POST', '/api/keys', { name: 'siem', scopes: ['audit'] })).body;
    await house.advance(0);
    const pulled = await fetch(`${house.url}/v1/audit`, { headers: { authorization: `Bearer ${token}` } });
    const log = await pulled.text();
    expect(log).toBe(await exported());
    expect(log).toContain('"siem"');
    expect(log).not.toContain(token);
    const { entries } = (await house.api('op_echo', 'GET', '/api/audit')).body;
    expect(entries.length).toBeGreaterThan(0);
    for (const { hash } of entries) expect(log).not.toContain(hash);
  });

  it.each(['-1', '1.5', 'x', '', '100000000000', '1e3'])('a position that is none is refused: %j', async (after) => {
    expectProblem(await pull(`?after=${after}`), 400, 'invalid');
  });
});
