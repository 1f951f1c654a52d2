/**
 * Runs one command on one request: settle, decide, write. After a conflict, it decides again on the current image,
 * until the write succeeds or the command is refused (docs/design.md#states-and-transitions).
 */

import { err, ok, type Result } from '../../../protocol/result';
import type { RequestStore, Saved, Turner } from '../../request/ports';
import { type Change, followedBy, unchanged } from '../../request/rules/journal';
import { type Request, turnsOf } from '../../request/rules/request';
import { nowFor } from '../../system/now';
import type { Clock, Pause, Random, RetryPlace } from '../../system/ports';
import { isVisible, settle } from '../rules/settle';

export interface CommandDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly requests: RequestStore;
  readonly pause: Pause;
}

/** The result of a command: a change to write (or none), and what to tell the caller after the write. */
export interface Decision<T> {
  readonly change: Change;
  readonly value: T;
  /** A key was turned, with a right or a wrong code. The operator's record must allow it. */
  readonly turn?: Turner & { readonly isWrongCode: boolean };
}

export interface Command<T, E> {
  readonly decide: (request: Request, nowMs: number) => Result<Decision<T>, E>;
  /** The refusal if the record of the operator, or of the passkey that signed, does not allow the turn. */
  readonly whenTurnRefused?: (why: TurnRefused, nowMs: number) => E;
}

export type TurnRefused = Extract<Saved, { kind: 'access_ended' | 'too_many_wrong_codes' | 'passkey_changed' }>;

export interface RanCommand<T> {
  readonly request: Request;
  readonly value: T;
  readonly nowMs: number;
}

/** More conflicts than the operators of a roster can cause. Beyond that, something is broken. */
const MAX_ATTEMPTS = 64;

export async function runCommand<T, E>(
  deps: CommandDeps,
  from: Request,
  command: Command<T, E>,
): Promise<Result<RanCommand<T>, E>> {
  const writeId = deps.random.hex(12);
  let image = from;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const nowMs = nowFor(deps.clock, image);
    const settled = settle(image, nowMs);
    const decision = command.decide(settled.request, nowMs);
    const change = decision.ok ? followedBy(settled, decision.value.change) : settled;
    const worthWriting = decision.ok ? change.entries.length > 0 : isVisible(settled);
    if (!worthWriting)
      return decision.ok ? ok({ request: change.request, value: decision.value.value, nowMs }) : decision;
    const turn = decision.ok ? decision.value.turn : undefined;
    const saved = await deps.requests.save(
      { ...change, request: atRevisionOf(image, change.request) },
      writeId,
      turn === undefined ? {} : { turn: { ...turn, nowMs } },
    );
    switch (saved.kind) {
      case 'saved':
        return decision.ok ? ok({ request: saved.request, value: decision.value.value, nowMs }) : decision;
      case 'conflict':
        // Usually there was one other writer, so its image is current. With several writers it soon is not.
        image = attempt === 0 ? saved.current : await currentAfterPause(deps, saved.current, attempt, turn?.operator);
        break;
      case 'access_ended':
      case 'too_many_wrong_codes':
      case 'passkey_changed':
        if (command.whenTurnRefused === undefined) throw new Error('this command turns no key');
        return err(command.whenTurnRefused(saved, nowMs));
      case 'contention':
        image = await currentAfterPause(deps, image, attempt, turn?.operator);
        break;
    }
  }
  throw new Error(`request ${from.id}: lost ${MAX_ATTEMPTS} writes in a row`);
}

/**
 * Operators who turn their keys together retry in the order of their seats, so that they do not conflict repeatedly.
 */
async function currentAfterPause(
  { pause, requests }: CommandDeps,
  image: Request,
  attempt: number,
  turner: Turner['operator'] | undefined,
): Promise<Request> {
  await pause.beforeRetry(attempt, turner === undefined ? undefined : placeOf(image, turner));
  return (await requests.load(image.org, image.id))?.request ?? image;
}

/** The operator's position among the seats that may still turn. */
function placeOf(request: Request, operator: Turner['operator']): RetryPlace {
  const turned = new Set(turnsOf(request).map((turn) => turn.operator));
  const waiting = request.seats.filter((seat) => !seat.disabled && !turned.has(seat.operator));
  const index = waiting.findIndex((seat) => seat.operator === operator);
  return { index: Math.max(0, index), count: Math.max(1, waiting.length) };
}

/** Makes a transition that nobody can refuse. After a conflict, it is made again from the current image. */
export async function makeTransition(
  deps: CommandDeps,
  from: Request,
  transition: (current: Request, nowMs: number) => Change,
): Promise<{ readonly request: Request; readonly nowMs: number }> {
  const ran = await runCommand<null, never>(deps, from, {
    decide: (current, nowMs) => ok({ change: transition(current, nowMs), value: null }),
  });
  if (!ran.ok) throw new Error('a transition cannot be refused');
  const { request, nowMs } = ran.value;
  return { request, nowMs };
}

/** The request as a reader may see it now. Everything that is due is written before the answer. */
export async function readSettled(
  deps: CommandDeps,
  request: Request,
): Promise<{ readonly request: Request; readonly nowMs: number }> {
  const nowMs = nowFor(deps.clock, request);
  return isVisible(settle(request, nowMs)) ? makeTransition(deps, request, unchanged) : { request, nowMs };
}

/** A transition must keep the revision that was read, because the write requires it. */
function atRevisionOf(image: Request, changed: Request): Request {
  return changed.revision === image.revision ? changed : { ...changed, revision: image.revision };
}
