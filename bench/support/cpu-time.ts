/** The CPU time that code of this process, or another process, uses. */
import { readdirSync, readFileSync } from 'node:fs';

/** Runs `act`. Returns its answer, how long it took, and the CPU that this process used meanwhile. */
export async function timed<T>(act: () => T | Promise<T>): Promise<{ answer: T; ms: number; cpuUs: number }> {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const answer = await act();
  const { user, system } = process.cpuUsage(cpu);
  return { answer, ms: performance.now() - from, cpuUs: user + system };
}

/** The kernel counts in hundredths of a second, whatever its own tick is (proc(5), sysconf(_SC_CLK_TCK)). */
const TICK_US = 10_000;

/** Returns the µs of CPU, from /proc, that `pid` and all its descendants have used, also those that have ended. */
export function cpuOfTreeUs(pid: number): number {
  const all = new Map(readdirSync('/proc').flatMap((name) => statOf(name)));
  const below = (root: number): number =>
    [...all].reduce(
      (sum, [child, { parent }]) => (parent === root ? sum + below(child) : sum),
      all.get(root)?.ticks ?? 0,
    );
  return below(pid) * TICK_US;
}

/** The process's own time, and that of ended children. The time of a living child is in its own file. */
function statOf(name: string): [number, { parent: number; ticks: number }][] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name is in brackets, and can contain anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    return [[Number(name), { parent: Number(fields[1]), ticks: user! + system! + childUser! + childSystem! }]];
  } catch {
    return [];
  }
}
