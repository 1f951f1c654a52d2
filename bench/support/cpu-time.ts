/** The CPU that other processes used, from /proc, including all their descendants and those that have ended. */
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second, whatever its own tick is (proc(5), sysconf(_SC_CLK_TCK)). */
const TICK_US = 10_000;

/** µs of `pid` and everything below it. */
export function cpuOfTreeUs(pid: number): number {
  const all = new Map(readdirSync('/proc').flatMap((name) => statOf(name)));
  const below = (root: number): number =>
    [...all].reduce(
      (sum, [child, { parent }]) => (parent === root ? sum + below(child) : sum),
      all.get(root)?.ticks ?? 0,
    );
  return below(pid) * TICK_US;
}

/** Own time and that of children that were waited for. A living child's time is its own line. */
function statOf(name: string): [number, { parent: number; ticks: number }][] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const line = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name, in brackets, may hold anything.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
    return [[Number(name), { parent: Number(fields[1]), ticks: user! + system! + childUser! + childSystem! }]];
  } catch {
    return [];
  }
}
