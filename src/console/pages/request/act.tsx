/** Turn a key or stop it. What cannot be done is said, with the reason. */
import { useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { problemIn, type Schemas } from '../../lib/api';
import { type Command, type RequestAnswer, useCommand } from '../../lib/requests';
import { Countdown } from '../../ui/instant';
import { CodeField, type TypedCode } from './code-field';
import { Confirm } from './confirm';
import type { Fingerprint } from './fingerprint';

type Options = ReadonlyMap<Schemas['OptionView']['action'], Schemas['OptionView']>;

interface Props {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
}

export function Act({ answer, fingerprint }: Props) {
  const { request, view } = answer;
  const command = useCommand(request.id);
  const [asking, setAsking] = useState<Command | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const options: Options = new Map(view.you.options.map((option) => [option.action, option]));
  const may = (name: Command['name']) => options.get(name)?.allowed === true;
  const ask = (next: Command) => {
    command.reset();
    setAsking(next);
  };
  const send = (confirmed: Command) =>
    command.mutate(confirmed, {
      onSettled: () => setAsking(null),
      onError: () => setTimeout(() => field.current?.focus()),
    });
  const done = command.data !== undefined && command.variables !== undefined ? command.variables.name : null;
  if (view.decided !== null && done === null && command.error === null) return null;
  return (
    <section aria-labelledby="act" className="card act">
      <h2 id="act">{view.decided === null ? 'Your decision' : 'Your part'}</h2>
      {done !== null && <Done name={done} answer={answer} />}
      {command.error !== null && <Refused error={command.error} />}
      {may('turn') && (
        <CodeField
          field={field}
          round={view.round}
          blocked={fingerprint.state === 'different'}
          failures={command.failureCount}
          onCode={({ code, round }: TypedCode) => ask({ name: 'turn', code, round })}
        />
      )}
      {view.decided === null && !may('turn') && <WhyNot option={options.get('turn')} />}
      <Stops may={may} ask={ask} />
      {view.decided === null && <CannotDo options={options} />}
      {asking !== null && (
        <Confirm
          answer={answer}
          command={asking}
          pending={command.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={send}
        />
      )}
      {view.decided === null && (may('turn') || may('refuse')) && (
        <div className="quick-bar">
          <Countdown until={Math.min(view.expires_at, view.window_ends_at ?? Infinity)} label="Left" />
          {may('turn') && (
            <Button className="button primary" onPress={() => field.current?.focus()}>
              Enter code
            </Button>
          )}
          {may('refuse') && (
            <Button className="button danger" onPress={() => ask({ name: 'refuse', note: '' })} aria-label="Refuse now">
              Refuse
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Stops({ may, ask }: { readonly may: (name: Command['name']) => boolean; readonly ask: (c: Command) => void }) {
  if (!may('refuse') && !may('abort') && !may('withdraw') && !may('restart')) return null;
  return (
    <div className="stops">
      {may('withdraw') && (
        <Button className="button" onPress={() => ask({ name: 'withdraw' })}>
          Take back my key
        </Button>
      )}
      {may('refuse') && (
        <Button className="button danger" onPress={() => ask({ name: 'refuse', note: '' })}>
          Refuse
        </Button>
      )}
      {may('abort') && (
        <Button className="button danger-quiet" onPress={() => ask({ name: 'abort', note: '' })}>
          Abort
        </Button>
      )}
      {may('restart') && (
        <Button className="button danger-quiet" onPress={() => ask({ name: 'restart' })}>
          Restart the round
        </Button>
      )}
      <p className="muted">
        To stop it you need no code. Refuse: you judged it, and the answer is no. Abort: it is withdrawn without a
        judgement.
      </p>
    </div>
  );
}

function WhyNot({ option }: { readonly option: Schemas['OptionView'] | undefined }) {
  if (option?.why == null) return null;
  return <p className="notice">{sentence(option.why)}</p>;
}

const DOING: Readonly<Record<Schemas['OptionView']['action'], string>> = {
  turn: 'Turn a key',
  refuse: 'Refuse',
  abort: 'Abort',
  withdraw: 'Take back a key',
  restart: 'Restart the round',
  reissue: 'Send a new code',
};

function CannotDo({ options }: { readonly options: Options }) {
  const closed = [...options.values()].filter(
    ({ allowed, why, action }) => !allowed && why !== null && action !== 'turn',
  );
  if (closed.length === 0) return null;
  return (
    <details>
      <summary>What you cannot do, and why</summary>
      <ul className="plain">
        {closed.map(({ action, why }) => (
          <li key={action}>
            <strong>{DOING[action]}:</strong> {why}.
          </li>
        ))}
      </ul>
    </details>
  );
}

function Refused({ error }: { readonly error: unknown }) {
  const problem = problemIn(error);
  return (
    <div className="notice bad" role="alert">
      <p>{sentence(problem.message)}</p>
      {problem.unreachable && (
        <p>
          It may have been counted all the same: what you see here is brought up to date as soon as the service answers.
        </p>
      )}
    </div>
  );
}

function Done({ name, answer }: { readonly name: Command['name']; readonly answer: RequestAnswer }) {
  return (
    <p className="notice good" role="status">
      {doneText(name, answer)}
    </p>
  );
}

function doneText(name: Command['name'], { view }: RequestAnswer): string {
  switch (name) {
    case 'turn':
      if (view.decided !== null) return 'Your key is turned.';
      return `Your key is turned. ${view.needed === 1 ? '1 more is' : `${view.needed} more are`} needed.`;
    case 'refuse':
      return 'You refused it. Nothing runs.';
    case 'abort':
      return 'You aborted it. Nothing runs.';
    case 'withdraw':
      return 'Your key is taken back and does not count.';
    case 'restart':
      return 'The round is ended; it has to be asked anew.';
    case 'reissue':
      return 'A new code is on its way.';
  }
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
