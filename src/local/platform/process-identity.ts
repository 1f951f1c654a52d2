/** Tells whether a process that wrote its number down still runs, though numbers are used again. */
import { readdirSync, readFileSync } from 'node:fs';

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

/** Whether it can still do anything: a process that has ended and that nobody has waited for yet is gone. */
export function exists(pid: number): boolean {
  return answersSignal(pid) && !hasEnded(stat(pid));
}

/** Whether any process of the group is left. */
export function groupExists(group: number): boolean {
  if (!answersSignal(-group)) return false;
  const members = everyProcess()?.filter((each) => each[GROUP] === `${group}`);
  return members === undefined || members.some((each) => !hasEnded(each));
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

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startTime(pid: number): string | null {
  return stat(pid)?.[STARTED] ?? null;
}

/** Where there is no init that waits for orphans (a container), they stay listed for ever. */
function hasEnded(fields: readonly string[] | null): boolean {
  return fields !== null && ['Z', 'X'].includes(fields[STATE] ?? '');
}

/** Places among the fields behind the name, which are numbered from 3 in proc(5). */
const STATE = 0;
const GROUP = 2;
const STARTED = 19;

/** Null where the kernel does not tell. */
function stat(pid: number): readonly string[] | null {
  try {
    // The second field is the name in brackets, which may hold spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Null where the kernel does not tell. */
function everyProcess(): readonly (readonly string[])[] | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => stat(Number(pid))).filter((fields) => fields !== null);
  } catch {
    return null;
  }
}
