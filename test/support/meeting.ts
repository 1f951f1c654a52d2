/** Makes writes of the database client wait for each other, so that a race always happens. */
import type { Tables } from '../../src/adapters/dynamodb/client';

export interface Meeting {
  /** The next `count` writes that `matches` accepts start at the same moment, when all of them have arrived. */
  arrange(count: number, matches: (command: string, input: string) => boolean): void;
}

export function createMeeting({ client }: Tables): Meeting {
  let missing = 0;
  let accepts: (command: string, input: string) => boolean = () => false;
  let begin: () => void = () => undefined;
  let begun: Promise<void> = Promise.resolve();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = (context.commandName ?? '').replace(/Command$/, '');
      if (missing > 0 && accepts(command, JSON.stringify(args.input))) {
        missing -= 1;
        if (missing === 0) begin();
        else await begun;
      }
      return next(args);
    },
    { step: 'initialize', name: 'meeting', priority: 'high' },
  );
  return {
    arrange(count, matches) {
      missing = count;
      accepts = matches;
      begun = new Promise((resolve) => {
        begin = resolve;
      });
    },
  };
}
