/** How a gate starts, and what keeps it from starting, as the process that a person starts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SECRETS = {
  GATE_PROPOSER_KEY: 'proposer',
  GATE_WORKER_KEY: 'worker',
  GATE_INTENT_KEYS: Buffer.alloc(32, 7).toString('base64'),
};

let folder: string;
let stub: Server;
let port: number;
/** What the service was asked. */
let asked: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gate-start-'));
  stub = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    res.writeHead(503).end();
  });
  await new Promise<void>((resolve) => void stub.listen(0, '127.0.0.1', () => resolve()));
  port = (stub.address() as AddressInfo).port;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  stub.closeAllConnections();
  stub.close();
  rmSync(folder, { recursive: true });
});

function configuration(changes: object = {}): string {
  const path = join(folder, 'gate.json');
  const config = {
    name: 'test',
    service: { url: `http://127.0.0.1:${port}` },
    listen: { port: 0, url: 'http://127.0.0.1/mcp' },
    ledger: { folder: join(folder, 'ledger') },
    upstreams: { fixture: { url: 'http://127.0.0.1:9/mcp' } },
    rules: [{ upstream: 'fixture', tool: 'pay', action: 'pay' }],
    callers: [{ name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' }],
    ...changes,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** The process until it ends: its exit code, and what a person reads. */
function run(path: string, env: Record<string, string> = SECRETS): Promise<{ code: number | null; said: string }> {
  const main = join(ROOT, 'src/gate/mcp/main.ts');
  const child = spawn(process.execPath, ['--conditions=import', '--import', 'tsx', main, '--config', path], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (said += part));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

describe('a gate that cannot start', () => {
  it('ends with exit code 2 if its port is taken, and asks the service for no approved calls', async () => {
    const path = configuration({ listen: { port, url: 'http://127.0.0.1/mcp' } });
    const { code, said } = await run(path);
    expect(said).toMatch(/The gate could not start: listen EADDRINUSE/);
    expect(code).toBe(2);
    expect(asked.filter((one) => one.includes('/v1/events') || one.includes('/claim'))).toEqual([]);
  }, 20_000);
});
