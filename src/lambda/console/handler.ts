/** The /api entry point: the console document's routes behind the session check. */
import { type Inputs, operations } from '../../../generated/console-operations';
import validators from '../../../generated/console-validators';
import type { Log, Random } from '../../app/ports';
import { createRouter, type HttpHandler } from '../http/router';
import {
  type ConsoleOperation,
  type ConsolePrincipal,
  createSessionCheck,
  type SessionCheckDeps,
} from './authenticate';
import { type ConsoleDeps, createConsoleHandlers } from './handlers';

export type ConsoleHandlerDeps = ConsoleDeps & SessionCheckDeps & { readonly log: Log; readonly random: Random };

export function createConsoleHandler(deps: ConsoleHandlerDeps): HttpHandler {
  return createRouter<Inputs, ConsoleOperation, ConsolePrincipal>({
    operations,
    validators,
    handlers: createConsoleHandlers(deps),
    authenticate: createSessionCheck(deps),
    log: deps.log,
    random: deps.random,
  });
}
