/** A failure to start. Its message is one line for the person at the terminal, without a stack. */
export class RunnerError extends Error {
  override readonly name = 'RunnerError';
}

export class PortInUse extends RunnerError {
  constructor(
    readonly port: number,
    what: string,
  ) {
    super(`port ${port} is in use: ${what}`);
  }
}

/** Reports a failed handler. The platform retries it, so the report is only information. */
export type Report = (what: string, error: unknown) => void;

export const reportToConsole: Report = (what, error) => {
  console.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
};
