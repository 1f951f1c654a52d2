/** Turn a key or stop the request. What the operator cannot do is listed with the reason. */
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { problemIn, type Schemas } from '../../lib/api';
import { sentence } from '../../lib/plain-time';
import { type Command, deadlineOf, type RequestAnswer, useCommand } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Countdown } from '../../ui/instant';
import { CodeField, type TypedCode } from './code-field';
import { Confirm } from './confirm';
import type { Fingerprint } from './fingerprint';
import { Outcome } from './outcome';
import { YourTurn } from './your-turn';

type Options = ReadonlyMap<Schemas['OptionView']['action'], Schemas['OptionView']>;

interface Props {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
}

export function Act({ answer, fingerprint }: Props) {
  const { request, view } = answer;
  const me = useMe();
  const command = useCommand(request.id);
  const [asking, setAsking] = useState<Command | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const result = useResultFocus(command.data);
  const options: Options = new Map(view.you.options.map((option) => [option.action, option]));
  const may = (name: Command['name']) => options.get(name)?.allowed === true;
  const open = view.decided === null;
  const turned = view.seats.some(({ operator, state }) => operator === me.id && state === 'turned');
  const ask = (next: Command) => {
    command.reset();
    setAsking(next);
  };
  const send = (confirmed: Command) =>
    command.mutate(confirmed, {
      onSettled: () => setAsking(null),
      onError: () => setTimeout(() => field.current?.focus()),
    });
  return (
    <section aria-labelledby="act" className="card act">
      <h2 id="act" ref={result} tabIndex={-1} data-quiet-focus className="flush">
        {open ? 'Your decision' : 'Result'}
      </h2>
      {!open && <Outcome {...answer} />}
      {open && turned && <YourTurn {...answer} />}
      {open && command.data !== undefined && command.variables?.name === 'withdraw' && !turned && (
        <p role="status">Your key is taken back and does not count.</p>
      )}
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
      {open && !turned && !may('turn') && <WhyNot option={options.get('turn')} />}
      <Stops may={may} ask={ask} />
      {open && <CannotDo options={options} turned={turned} />}
      {asking !== null && (
        <Confirm
          answer={answer}
          command={asking}
          pending={command.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={send}
        />
      )}
      {open && (may('turn') || may('refuse')) && (
        <QuickBar
          answer={answer}
          enterCode={may('turn') ? () => field.current?.focus() : null}
          refuse={may('refuse') ? () => ask({ name: 'refuse', note: '' }) : null}
        />
      )}
    </section>
  );
}

/** After a command its field may be gone: the focus goes to the heading of what became of it, not to the top of the page. */
function useResultFocus(done: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (done === undefined) return;
    // The dialog gives the focus back first.
    const timer = setTimeout(() => heading.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [done]);
  return heading;
}

interface QuickBarProps {
  readonly answer: RequestAnswer;
  readonly enterCode: (() => void) | null;
  readonly refuse: (() => void) | null;
}

/** On a phone the decision is below what is approved: this stays in reach of the thumb. */
function QuickBar({ answer, enterCode, refuse }: QuickBarProps) {
  return (
    <div className="quick-bar">
      <Countdown until={deadlineOf(answer)} label="ends in" />
      {refuse !== null && (
        <Button className="button danger-quiet" onPress={refuse} aria-label="Refuse now">
          Refuse
        </Button>
      )}
      {enterCode !== null && (
        <Button className="button primary" onPress={enterCode}>
          Enter code
        </Button>
      )}
    </div>
  );
}

interface StopsProps {
  readonly may: (name: Command['name']) => boolean;
  readonly ask: (command: Command) => void;
}

function Stops({ may, ask }: StopsProps) {
  if (!may('refuse') && !may('abort') && !may('withdraw') && !may('restart')) return null;
  return (
    <div className="stops">
      {may('withdraw') && (
        <Button className="button" onPress={() => ask({ name: 'withdraw' })}>
          Take back my key
        </Button>
      )}
      {may('refuse') && (
        <Button className="button danger-quiet" onPress={() => ask({ name: 'refuse', note: '' })}>
          Refuse
        </Button>
      )}
      {may('abort') && (
        <Button className="button" onPress={() => ask({ name: 'abort', note: '' })}>
          Abort
        </Button>
      )}
      {may('restart') && (
        <Button className="button" onPress={() => ask({ name: 'restart' })}>
          Restart the round
        </Button>
      )}
      {may('refuse') && may('abort') && (
        <p className="caption">
          Refuse: you judged it and the answer is no. Abort: it is withdrawn without a judgement. Neither needs a code.
        </p>
      )}
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

function CannotDo({ options, turned }: { readonly options: Options; readonly turned: boolean }) {
  // Turning has its own sentence above; taking back a key is no question before one is turned.
  const shown = (action: Schemas['OptionView']['action']) => action !== 'turn' && (action !== 'withdraw' || turned);
  const closed = [...options.values()].filter(({ allowed, why, action }) => !allowed && why !== null && shown(action));
  if (closed.length === 0) return null;
  return (
    <details className="small">
      <summary>What you cannot do, and why</summary>
      <ul className="plain">
        {closed.map(({ action, why }) => (
          <li key={action}>
            <strong>{DOING[action]}:</strong> {sentence(why ?? '')}
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
        <p>It may have been counted anyway. This page is updated as soon as the service answers.</p>
      )}
    </div>
  );
}
