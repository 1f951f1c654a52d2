import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { DIGEST, ENVELOPE, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { TYPESCRIPT } from '../support/typescript';

/** Three entries of each are enough for the hundredth to be removed below. */
const REQUESTS = runs('RACES', 40);
const ROOT = join(__dirname, '../..');

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
  readonly prev: string;
  readonly hash: string;
}

describe('the audit chain of an organization', () => {
  const folder = aFolder();
  const house = openedOnce(() => openHouse({ memory: true }));

  const lines = async () => {
    const { status, body } = await house.api('op_alpha', 'GET', '/api/audit/export');
    expect(status).toBe(200);
    return (body as string).split('\n').filter((line) => line !== '');
  };
  /** As an auditor runs it, and faster. */
  const BY_NPM = ['npm', 'run', '-s', 'verify-audit', '--'];
  const FASTER = [process.execPath, ...TYPESCRIPT, 'scripts/verify-audit.ts'];
  const verify = (entries: string[], head?: object, [command, ...first] = FASTER): { ok: boolean; said: string } => {
    const file = join(folder, 'export.ndjson');
    const headFile = join(folder, 'head.json');
    writeFileSync(file, `${entries.join('\n')}\n`);
    if (head !== undefined) writeFileSync(headFile, JSON.stringify(head));
    const args = [...first, file, ...(head === undefined ? ['--org', 'org_demo'] : ['--head', headFile])];
    try {
      return { ok: true, said: execFileSync(command!, args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }) };
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return { ok: false, said: stdout + stderr };
    }
  };

  it('the audit chain has no gap and no fork after many concurrent requests', async () => {
    const proposed = await Promise.all(
      Array.from({ length: REQUESTS }, (_, n) => house.propose({ params: { n: String(n) } })),
    );
    expect(proposed.every(({ status }) => status === 202)).toBe(true);
    const ids: string[] = proposed.map(({ body }) => body.request.id);
    await Promise.all(ids.map((id) => house.refuse('op_bravo', id)));
    await house.messages('op_bravo');

    const entries = (await lines()).map((line) => JSON.parse(line) as Entry);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    for (const [index, entry] of entries.entries()) if (index > 0) expect(entry.prev).toBe(entries[index - 1]!.hash);
    for (const id of ids) {
      const kinds = entries.filter(({ subject }) => subject === id).map(({ kind }) => kind);
      expect(kinds).toEqual(['request.proposed', 'request.notified', 'request.denied']);
    }
  }, 60_000);

  it('the exported audit chain verifies, and a changed entry is named', async () => {
    // Until the next head, which covers all of it.
    await house.advance(61_000);
    const exported = await lines();
    const { body: head } = await house.api('op_alpha', 'GET', '/api/audit/head');
    expect(verify(exported, head, BY_NPM)).toMatchObject({
      ok: true,
      said: expect.stringContaining(`${exported.length} entries`),
    });

    const changed = exported.with(49, exported[49]!.replace('"actor":"', '"actor":"X'));
    expect(verify(changed, head)).toMatchObject({ ok: false, said: expect.stringMatching(/\b50\b/) });
    const removed = exported.toSpliced(99, 1);
    expect(verify(removed, head)).toMatchObject({ ok: false, said: expect.stringMatching(/\b100\b/) });
    const swapped = exported.with(9, exported[10]!).with(10, exported[9]!);
    expect(verify(swapped, head)).toMatchObject({ ok: false, said: expect.stringMatching(/\b10\b/) });
    const cut = exported.slice(0, -1);
    expect(verify(cut)).toMatchObject({ ok: true });
    expect(verify(cut, head)).toMatchObject({ ok: false, said: expect.stringContaining(String(exported.length)) });
  }, 60_000);

  it('the audit chain belongs to one organization, and only its admins can read it', async () => {
    for (const path of ['export', 'head']) {
      expect((await house.api('op_bravo', 'GET', `/api/audit/${path}`)).status).toBe(403);
    }
    const body = { action: 'demo.solo', requester: 'op_alpha' };
    const theirs = (await house.v1('other_org', 'POST', '/v1/requests', body)).body.request.id as string;
    const ours = await house.proposed();
    await house.messages('op_alpha');
    const exported = (await lines()).join('\n');
    expect(exported).toContain(ours);
    expect(exported).not.toContain(theirs);
  });

  it('the audit chain records wrong codes, turns, claims and reports once, whatever is repeated', async () => {
    const proposed = await house.propose({ params: { intent: DIGEST }, intent: ENVELOPE });
    const { id } = proposed.body.request;
    const code = await house.code('op_bravo', id);
    const turn = async (typed: string) =>
      (await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: typed })).status;
    const wrong = code === '00000000' ? '00000001' : '00000000';
    expect([await turn(wrong), await turn(code), await turn(code)]).toEqual([403, 200, 409]);
    const { claim_id } = (await house.claim(id)).body;
    expect((await house.claim(id)).status).toBe(409);
    for (let times = 0; times < 2; times++) {
      await house.report(id, {
        claim_id,
        status: 'succeeded',
        reference: 're_1',
      });
    }
    // Past every check, which asks for whatever is missing again.
    await house.advance(5 * 60_000);
    await house.advance(5 * 60_000);
    const { body } = await house.api('op_bravo', 'GET', `/api/requests/${id}/history`);
    expect(body.entries.map(({ kind }: Entry) => kind)).toEqual([
      'request.proposed',
      'request.notified',
      'code.wrong',
      'key.turned',
      'request.authorized',
      'request.succeeded',
      'intent.claimed',
      'intent.reported',
    ]);
  });
});
