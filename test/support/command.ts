/** Runs commands of `scripts/` in this process, with the arguments, the output and the exit code of one of their own. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/** The command must set its exit code when it ends. One runs at a time, because they share what belongs to the process. */
export function runCommand(name: string, ...args: readonly string[]): Promise<Ran> {
  const ran = last.then(() => asProcess(name, args));
  last = ran.catch(() => undefined);
  return ran;
}

async function asProcess(name: string, args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const printing = (stream: keyof typeof said) => (text: unknown) => {
    said[stream] += `${text}\n`;
  };
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(printing('stdout')),
    jest.spyOn(console, 'error').mockImplementation(printing('stderr')),
  ];
  const { argv, exitCode } = process;
  process.argv = [process.execPath, 'command', ...args];
  process.exitCode = undefined;
  try {
    jest.isolateModules(() => void require(`../../scripts/${name}`));
    const code = await ended();
    return { code, ...said };
  } finally {
    Object.assign(process, { argv, exitCode });
    for (const spy of spies) spy.mockRestore();
  }
}

/** A command that waits for nothing has set it already. For one that never sets it, the time of its test ends. */
async function ended(): Promise<number> {
  while (process.exitCode === undefined) await new Promise((resolve) => setTimeout(resolve, 2));
  return Number(process.exitCode);
}
