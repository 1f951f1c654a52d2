/** Standard input and output: for trying the gate on one machine. */
import { createInterface } from 'node:readline';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../core';
import { earlyAnswer } from './early';
import type { Face } from './face';
import { serverFactory } from './server';

export const STDIO_WARNING = `This is for trying the gate. A process of the same user can go around it: it can start the upstream itself and read
the same credentials. To protect a tool, run the gate on a host of its own, without --stdio.`;

export function serveOver(face: Face, caller: Caller, input: Readable, output: Writable): { close(): Promise<void> } {
  const checked = new PassThrough();
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const early = earlyAnswer(line);
    if (early === null) checked.write(`${line}\n`);
    else output.write(`${early}\n`);
  });
  lines.on('close', () => checked.end());
  const serving = serveStdio(
    serverFactory(face, () => caller),
    { transport: new StdioServerTransport(checked, output) },
  );
  return {
    close() {
      // Otherwise the process goes on reading its standard input, and does not end.
      lines.close();
      return serving.close();
    },
  };
}
