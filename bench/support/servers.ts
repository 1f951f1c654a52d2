/** PostgreSQL and Redis of Debian: each on loopback at a free port, with a temporary folder, until the bench ends. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly version: string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_LIMIT_MS = 20_000;

/** Installs missing servers as root. For other users, the error says what to install. */
export function needServers(): void {
  if (postgresFolder() !== null && found('redis-server')) return;
  if (process.getuid?.() !== 0) throw new Error('needs PostgreSQL and Redis: apt-get install postgresql redis-server');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const packages = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql', 'redis-server'];
  execFileSync('apt-get', packages, { env, stdio: 'ignore' });
}

/** Debian's own settings. With `fsync` off, a power cut can lose or damage what was committed. */
export async function startPostgres({ fsync }: { readonly fsync: boolean }): Promise<Server> {
  const bin = postgresFolder()!;
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const settings = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: folder,
    fsync: fsync ? 'on' : 'off',
    // No vacuum and no checkpoint in the rounds, because they would run in some and not in others.
    autovacuum_naptime: '600s',
    checkpoint_timeout: '1h',
    max_wal_size: '4GB',
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return started(join(bin, 'postgres'), args, {
    folder,
    port,
    user,
    ready: () => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', HOST, '-p', `${port}`]).status === 0,
    // The fast shutdown, which ends open connections.
    signal: 'SIGINT',
  });
}

export async function startRedis({ appendfsync }: { readonly appendfsync: 'always' | 'everysec' }): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-redis-'));
  const port = await freePort();
  const settings = { bind: HOST, port, dir: folder, appendonly: 'yes', appendfsync, save: '', loglevel: 'warning' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  return started('redis-server', args, {
    folder,
    port,
    user: {},
    ready: () =>
      spawnSync('redis-cli', ['-p', `${port}`, 'ping'])
        .stdout?.toString()
        .trim() === 'PONG',
    signal: 'SIGTERM',
  });
}

interface Start {
  readonly folder: string;
  readonly port: number;
  readonly user: { readonly uid?: number; readonly gid?: number };
  readonly ready: () => boolean;
  readonly signal: NodeJS.Signals;
}

async function started(command: string, args: string[], start: Start): Promise<Server> {
  const child = spawn(command, args, { ...start.user, cwd: start.folder, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const server = {
    port: start.port,
    pid: child.pid ?? 0,
    version: execFileSync(command, ['--version']).toString().trim(),
    async stop() {
      child.kill(start.signal);
      const kill = setTimeout(abandon, 10_000);
      await ended;
      clearTimeout(kill);
      process.off('exit', abandon);
      rmSync(start.folder, { recursive: true, force: true });
    },
  };
  for (const deadline = Date.now() + START_LIMIT_MS; !start.ready(); await sleep(50)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await server.stop();
    throw new Error(`${command} did not start`);
  }
  return server;
}

/** PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Debian does not put these commands on the PATH. */
function postgresFolder(): string | null {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
}

function found(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
