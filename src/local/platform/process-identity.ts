/** Tells whether a process that wrote its number down still runs, though numbers are used again. */
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Linux: the kernel's start time of the process. Null where that cannot be read. */
  readonly started: string | null;
}

export function identify(pid: number): ProcessIdentity {
  return { pid, started: startTime(pid) };
}

export function isRunning(identity: ProcessIdentity): boolean {
  if (!exists(identity.pid)) return false;
  const started = startTime(identity.pid);
  return started === null || identity.started === null || started === identity.started;
}

/** A negative number asks for any process of that group. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function parseIdentity(text: string | null): ProcessIdentity | null {
  try {
    const { pid, started } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (!Number.isSafeInteger(pid) || (pid as number) <= 0) return null;
    return { pid: pid as number, started: typeof started === 'string' ? started : null };
  } catch {
    return null;
  }
}

function startTime(pid: number): string | null {
  try {
    // The second field is the name in brackets, which may hold spaces; the start time is the 22nd.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
