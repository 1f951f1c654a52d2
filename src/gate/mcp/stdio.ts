/** Standard input and output: for trying the gate on one machine. */
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../core';
import { earlyAnswer, givenUpIn } from './early';
import type { Face } from './face';
import { createParts, LF } from './guard';
import { serverFactory } from './server';

export const STDIO_WARNING = `This is for trying the gate. A process of the same user can go around it: it can start the upstream itself and read
the same credentials. To protect a tool, run the gate on a host of its own, without --stdio.`;

export function serveOver(face: Face, caller: Caller, input: Readable, output: Writable): { close(): Promise<void> } {
  const checked = new PassThrough();
  // A line ends at LF alone: a text of JSON can have U+2028, which ends a line elsewhere.
  const lines = createParts([LF], Number.POSITIVE_INFINITY, (line) => {
    const early = earlyAnswer(line, null);
    if (early !== null) return void output.write(`${early.body}\n`);
    // Not the signal of the server: that fires for a closed pipe too, which is no word of the client.
    for (const id of givenUpIn(line)) face.held.giveUp(caller, id);
    checked.write(`${line}\n`);
  });
  const end = () => {
    lines.end();
    checked.end();
  };
  input.on('data', lines.add).once('end', end).resume();
  const transport = new AnsweringTransport(checked, output);
  const carrier = {
    callerOf: () => caller,
    answered: (ctx: ServerContext) => transport.answered(ctx.mcpReq.id),
    checkHeaders: () => undefined,
    hasStreams: false,
  };
  const serving = serveStdio(serverFactory(face, carrier), { transport });
  return {
    close() {
      // Otherwise the process goes on reading its standard input, and does not end.
      input.off('data', lines.add).off('end', end).pause();
      checked.end();
      return serving.close();
    },
  };
}

/** Tells who asks when the answer to a request was written. */
class AnsweringTransport extends StdioServerTransport {
  private readonly waiting = new Map<RequestId, (wasWritten: boolean) => void>();

  answered(id: RequestId): Promise<boolean> {
    return new Promise((resolve) => void this.waiting.set(id, resolve));
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const id = 'method' in message ? undefined : message.id;
    const tell = id === undefined ? undefined : this.waiting.get(id);
    if (id !== undefined) this.waiting.delete(id);
    await super.send(message).catch((error) => {
      tell?.(false);
      throw error;
    });
    tell?.(true);
  }
}
