/** A failure to start whose message is one line for the person at the terminal: no stack, no code of ours to read. */
export class RunnerError extends Error {
  override readonly name = 'RunnerError';
}

/** Where a stand-in tells of a handler that failed; the platform retries, so it is news and not an end. */
export type Report = (what: string, error: unknown) => void;

export const reportToConsole: Report = (what, error) => {
  console.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
};
