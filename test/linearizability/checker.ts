/**
 * Whether a history of concurrent operations could have happened one after the other (Herlihy and Wing 1990; the search
 * of Wing and Gong 1993, with Lowe's memory of configurations seen).
 */

/** A sequential object: the answers that each operation may give, and the state that follows. */
export interface Model<State, Input, Output> {
  readonly initial: State;
  /** The next state if the operation may give this answer, else null. */
  step(state: State, input: Input, output: Output): State | null;
  /** Every state that the operation may leave, whatever it answered. `unique` names what it created. */
  anyStep(state: State, input: Input, unique: string): readonly State[];
  /** Equal for equal states. */
  keyOf(state: State): string;
}

export interface Operation<Input, Output> {
  readonly input: Input;
  /**
   * Undefined: no answer came. The operation may have happened at any time since, may still happen, or may never
   * happen.
   */
  readonly output: Output | undefined;
  readonly calledAt: number;
  /** Infinite without an answer. */
  readonly answeredAt: number;
}

/** `unknown`: the search was stopped. It never means `linearizable`. */
type Judgement = 'linearizable' | 'not linearizable' | 'unknown';

export function judge<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
  maxConfigurations = 200_000,
): Judgement {
  const seen = new Set<string>();
  const pending: { readonly done: bigint; readonly state: State }[] = [{ done: 0n, state: model.initial }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { done, state } = next;
    const left = history.map((operation, index) => ({ operation, index })).filter(({ index }) => !has(done, index));
    if (left.every(({ operation }) => operation.output === undefined)) return 'linearizable';
    const key = `${done.toString(36)} ${model.keyOf(state)}`;
    if (seen.has(key)) continue;
    if (seen.size >= maxConfigurations) return 'unknown';
    seen.add(key);
    // An operation that was called after another one was answered cannot come before it.
    const firstAnswer = Math.min(...left.map(({ operation }) => operation.answeredAt));
    for (const { operation, index } of left) {
      if (operation.calledAt > firstAnswer) continue;
      for (const after of followers(model, state, operation, index)) {
        pending.push({ done: done | (1n << BigInt(index)), state: after });
      }
    }
  }
  return 'not linearizable';
}

function followers<State, Input, Output>(
  model: Model<State, Input, Output>,
  state: State,
  { input, output }: Operation<Input, Output>,
  index: number,
): readonly State[] {
  if (output === undefined) return model.anyStep(state, input, `unanswered ${index}`);
  const after = model.step(state, input, output);
  return after === null ? [] : [after];
}

const has = (set: bigint, index: number): boolean => ((set >> BigInt(index)) & 1n) === 1n;

/** Whether two operations ran at the same time, and one of them may have changed something. */
export function overlaps<Input, Output>(
  history: readonly Operation<Input, Output>[],
  changes: (input: Input) => boolean,
): boolean {
  return history.some((a, at) =>
    history
      .slice(at + 1)
      .some((b) => a.calledAt < b.answeredAt && b.calledAt < a.answeredAt && (changes(a.input) || changes(b.input))),
  );
}
