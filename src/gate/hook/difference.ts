/** What a change of a file does, as a unified diff with one hunk: people read each line that it takes away or adds. */
const CONTEXT = 3;

/** `before` is null for a new file. */
export function difference(file: string, before: string | null, after: string): string {
  const [old, now] = [linesOf(before ?? ''), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let [from, same] = [0, 0];
  while (from < most && old[from] === now[from]) from += 1;
  while (same < most - from && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  const start = Math.max(0, from - CONTEXT);
  const more = Math.min(same, CONTEXT);
  const rows = [
    ...old.slice(start, from).map((line) => ` ${line}`),
    ...old.slice(from, old.length - same).map((line) => `-${line}`),
    ...now.slice(from, now.length - same).map((line) => `+${line}`),
    ...old.slice(old.length - same, old.length - same + more).map((line) => ` ${line}`),
  ];
  const part = (lines: readonly string[]) => {
    const count = lines.length - same + more - start;
    return `${count === 0 ? start : start + 1},${count}`;
  };
  // A name is one line, whatever is in it.
  const name = JSON.stringify(file).slice(1, -1);
  const heading = `--- ${before === null ? '/dev/null' : name}\n+++ ${name}\n`;
  return `${heading}@@ -${part(old)} +${part(now)} @@\n${rows.map(ended).join('')}`;
}

/** Each with the end that it has. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const ended = (row: string): string => (row.endsWith('\n') ? row : `${row}\n\\ No newline at end of file\n`);
