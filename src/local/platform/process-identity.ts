/** Whether the process with a stored id is still running. Ids are reused, so the start time is compared too. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Linux: the kernel's start time of the process. Null if it cannot be read. */
  readonly started: string | null;
}

export function identify(pid: number): ProcessIdentity {
  return { pid, started: startTime(pid) };
}

export function isProcessRunning(identity: ProcessIdentity): boolean {
  if (!exists(identity.pid)) return false;
  const started = startTime(identity.pid);
  return started === null || identity.started === null || started === identity.started;
}

/** Whether it can still do anything. A zombie process counts as ended. */
export function exists(pid: number): boolean {
  return answersSignal(pid) && !hasEnded(stat(pid));
}

/** Whether any process of the group is running. */
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

/** If no init reaps orphans (in a container), they stay in the list forever. */
function hasEnded(fields: readonly string[] | null): boolean {
  return fields !== null && ['Z', 'X'].includes(fields[STATE] ?? '');
}

/** Positions of the fields after the name; proc(5) numbers them from 3. */
const STATE = 0;
const GROUP = 2;
const STARTED = 19;

/** Null if the kernel does not say. */
function stat(pid: number): readonly string[] | null {
  try {
    // The second field is the name in parentheses, which may contain spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Null if the kernel does not say. */
function everyProcess(): readonly (readonly string[])[] | null {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => stat(Number(pid))).filter((fields) => fields !== null);
  } catch {
    return null;
  }
}
