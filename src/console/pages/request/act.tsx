/** Turn a key or stop the request. If the operator can turn none, the reason stands in its place. */

import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Flag } from '../../../../generated/icons';
import { MAX_ROUNDS } from '../../../protocol/rounds';
import { deadlineOf } from '../../../protocol/shown/request';
import { problemIn, type Schemas, useConnection } from '../../lib/api';
import { useBroughtCode } from '../../lib/brought-code';
import { counted, sentence } from '../../lib/format';
import { MODES } from '../../lib/policy-words';
import { type Command, type RequestAnswer, useCommand } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { useSingleKey } from '../../lib/shortcuts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Countdown } from '../../ui/instant';
import { isByMailedLink, SignInAgain } from '../../ui/sign-in-again';
import { CodeField, useCode } from './code-field';
import { Confirm } from './confirm';
import type { EvidenceOnPage } from './evidence';
import { AfterYours, LastKey } from './last-key';
import { NextRequest, Outcome, YourTurn } from './outcome';
import type { Fingerprint } from './technical';
import { decisionTitle } from './titles';

interface Props {
  readonly answer: RequestAnswer;
  readonly fingerprint: Fingerprint;
  readonly evidence: readonly EvidenceOnPage[];
  /** Whether the page shows all of what is approved. */
  readonly isDrawn: boolean;
}

export function Act({ answer, fingerprint, evidence, isDrawn }: Props) {
  const { request, view } = answer;
  const me = useMe();
  const command = useCommand(request.id);
  const [asking, setAsking] = useState<Command | null>(null);
  const open = view.decided === null;
  // Somebody else decided while a dialog was open. It stays true when the dialog is gone.
  const overtaken = useRef(false);
  const isOver = !open && asking !== null && asking.name !== 'stop';
  overtaken.current ||= isOver;
  const result = useResultFocus(command.data ?? (overtaken.current || undefined));
  const options = new Map(view.you.options.map((option) => [option.action, option]));
  const may: May = (name) => options.get(name)?.allowed === true;
  const isRequester = request.requester === me.id;
  const turned = view.seats.some(({ operator, state }) => operator === me.id && state === 'turned');
  /** The reason of a refusal or an abort that may not have arrived. */
  const reason = useRef('');
  const ask = (next: Command) => {
    command.reset();
    setAsking('note' in next ? { ...next, note: reason.current } : next);
  };
  const code = useCode(view.round, (typed) => ask({ name: 'turn', ...typed }));
  const send = (confirmed: Command) =>
    command.mutate(confirmed, {
      onSettled: () => setAsking(null),
      // A code can be used once. The next round has another one.
      onSuccess: () => code.type(''),
      onError: (error) => {
        // A refused code is useless and is removed. After these errors it may still be needed.
        const problem = problemIn(error);
        const isUnread = isByMailedLink(problem) || problem.kind === 'no_evidence' || problem.unreachable;
        if (!isUnread) code.type('');
        reason.current = 'note' in confirmed && problem.unreachable ? confirmed.note : '';
        setTimeout(() => code.field.current?.focus());
      },
    });
  const blocked = fingerprint.state === 'different' || evidence.some(({ state }) => state === 'changed');
  useBroughtCode(request.id, (brought) => may('turn') && code.fill(brought));
  const isLast = view.you.needed_after === 0 && may('turn');
  const refuse = open && may('refuse') ? () => ask({ name: 'refuse', note: '', outcomeReason: null }) : null;
  useSingleKey('t', open && may('turn') && !blocked ? code.submit : null);
  useSingleKey('r', refuse);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    code.submit();
  };
  return (
    <section aria-labelledby="act" className="card act">
      <h2 id="act" ref={result} tabIndex={-1} data-quiet-focus className="flush">
        {decisionTitle(view, isRequester)}
      </h2>
      {!open && <Outcome {...answer} />}
      {open && turned && <YourTurn {...answer} />}
      {open && !turned && !may('turn') && <WhyNot why={options.get('turn')?.why ?? null} />}
      {open && <Round {...view} />}
      {open && command.data !== undefined && command.variables?.name === 'withdraw' && !turned && (
        <p role="status">Your key is taken back and does not count.</p>
      )}
      {command.error !== null && <Refused error={command.error} />}
      {may('turn') ? (
        <form className="code-form" onSubmit={submit} noValidate>
          <CodeField entry={code} round={view.round} blocked={blocked} />
          <LastKey answer={answer} isMine={isLast} then={<AfterYours {...answer} />} />
          <Button type="submit" className="button primary big" isDisabled={blocked}>
            {turnLabel(isLast)}
          </Button>
        </form>
      ) : (
        open && <LastKey answer={answer} isMine={false} />
      )}
      <Stops may={may} ask={ask} isRequester={isRequester} />
      {(!open || turned) && <NextRequest after={request.id} />}
      {asking !== null && !isOver && (
        <Confirm
          answer={answer}
          command={asking}
          evidence={evidence}
          pending={command.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={send}
        />
      )}
      {open && (may('turn') || may('refuse')) && (
        <QuickBar
          answer={answer}
          isDrawn={isDrawn}
          turn={may('turn') && !blocked ? [turnLabel(isLast), code.submit] : null}
          refuse={refuse}
        />
      )}
      {open && isRequester && may('abort') && !may('turn') && !may('refuse') && <OwnBar answer={answer} ask={ask} />}
    </section>
  );
}

/** Why the operator can turn no key. What the service says first is what the page shows: there is no field for a code. */
function WhyNot({ why }: { readonly why: string | null }) {
  if (why === null) return null;
  return <p className="notice">{sentence(why.replace(/^You cannot [^.]*\. (?=.)/, ''))}</p>;
}

/** In a coincident request: how long the keys have. */
function Round({ mode, quorum, round, coincidence_seconds: seconds }: RequestAnswer['view']) {
  if (seconds === null || !MODES[mode].hasRounds || quorum === 1) return null;
  return (
    <p className="secondary">
      All {quorum} keys within {spanText(seconds)} of the first.{' '}
      {round < MAX_ROUNDS
        ? 'Otherwise the round starts again and everyone gets a new code.'
        : 'This is the last round: otherwise the service ends the request.'}
    </p>
  );
}

const spanText = (seconds: number): string =>
  seconds > 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

const turnLabel = (isLast: boolean): string => (isLast ? 'Turn the last key…' : 'Turn my key…');

/**
 * After a command, or if somebody else decided while its dialog was open, its field may be gone. The focus then goes to
 * the heading of the result and not to the top of the page.
 */
function useResultFocus(done: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (done === undefined) return;
    // The dialog first returns the focus.
    const timer = setTimeout(() => heading.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [done]);
  return heading;
}

interface BarProps {
  readonly answer: RequestAnswer;
  readonly children: ReactNode;
}

/**
 * On a phone the decision is below what is approved, so this stays within reach of the thumb. The styles leave room for it
 * (`--quick-bar`), however large its text is, so that the page ends above it.
 */
function Bar({ answer, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const { current } = bar;
    if (current === null) return;
    const watched = new ResizeObserver(() => style.setProperty('--quick-bar', `${current.offsetHeight}px`));
    watched.observe(current);
    return () => {
      watched.disconnect();
      style.removeProperty('--quick-bar');
    };
  }, []);
  return (
    <div ref={bar} className="quick-bar">
      <p className="quick-bar-facts">
        <span>{counted(answer.view.needed, 'key')} missing</span>
        <Countdown until={deadlineOf(answer)} label="ends in" />
      </p>
      {children}
    </div>
  );
}

interface QuickBarProps extends Pick<BarProps, 'answer'> {
  readonly isDrawn: boolean;
  readonly turn: readonly [label: string, press: () => void] | null;
  readonly refuse: (() => void) | null;
}

function QuickBar({ answer, isDrawn, turn, refuse }: QuickBarProps) {
  return (
    <Bar answer={answer}>
      {refuse !== null && (
        <Button className="button danger-quiet" onPress={refuse} isDisabled={!isDrawn} aria-label="Refuse… now">
          Refuse…
        </Button>
      )}
      {turn !== null && (
        <Button className="button primary" onPress={turn[1]} isDisabled={!isDrawn} aria-label={`${turn[0]} now`}>
          {turn[0]}
        </Button>
      )}
    </Bar>
  );
}

/** The same for the operator in whose name the request was made: two ways out. */
function OwnBar({ answer, ask }: Pick<BarProps, 'answer'> & Pick<StopsProps, 'ask'>) {
  return (
    <Bar answer={answer}>
      <Button className="button danger-quiet" onPress={() => ask({ name: 'misuse' })} aria-label="This was not me… now">
        This was not me…
      </Button>
      <Button className="button" onPress={() => ask({ name: 'abort', note: '' })} aria-label="Cancel my request… now">
        Cancel my request…
      </Button>
    </Bar>
  );
}

type May = (name: Schemas['OptionView']['action']) => boolean;

interface StopsProps {
  readonly may: May;
  readonly ask: (command: Command) => void;
  readonly isRequester: boolean;
}

function Stops({ may, ask, isRequester }: StopsProps) {
  if (!(['refuse', 'abort', 'withdraw', 'stop'] as const).some(may)) return null;
  const caption = captionOf(may, isRequester);
  return (
    <div className={isRequester ? 'stops own' : 'stops'}>
      {may('withdraw') && (
        <Button className="button" onPress={() => ask({ name: 'withdraw' })}>
          Take back my key…
        </Button>
      )}
      {may('refuse') && (
        <Button className="button danger-quiet" onPress={() => ask({ name: 'refuse', note: '', outcomeReason: null })}>
          Refuse…
        </Button>
      )}
      {may('abort') && (
        <Button className="button" onPress={() => ask({ name: 'abort', note: '' })}>
          {isRequester ? 'Cancel my request…' : 'Abort…'}
        </Button>
      )}
      {may('stop') && (
        <Button className="button danger" onPress={() => ask({ name: 'stop', note: '' })}>
          Stop it…
        </Button>
      )}
      {may('abort') && isRequester && (
        <Button className="button danger-quiet" onPress={() => ask({ name: 'misuse' })}>
          <Icon of={Flag} tiny /> This was not me…
        </Button>
      )}
      {caption !== null && <p className="caption">{caption}</p>}
    </div>
  );
}

function captionOf(may: May, isRequester: boolean): string | null {
  if (may('abort') && isRequester) {
    return 'Cancel: it ends now, and the others are told. Not you: it ends now, and every admin is told which API key was used.';
  }
  if (!may('refuse') || !may('abort')) return null;
  return 'Refuse: you judged it and the answer is no. Abort: it is withdrawn without a judgement. Neither needs a code.';
}

function Refused({ error }: { readonly error: unknown }) {
  const problem = problemIn(error);
  const { down } = useConnection();
  // The result beside it says by whom, with names.
  if (problem.kind === 'decided') {
    return (
      <p className="notice" role="status">
        It was decided before your command arrived, so that changed nothing.
      </p>
    );
  }
  if (problem.unreachable && !down) {
    return (
      <p className="notice warn" role="alert">
        The service answers again, and this page shows what it knows. If your decision is not here, send it again.
      </p>
    );
  }
  return (
    <div className="notice bad" role="alert">
      <p>{sentence(problem.message)}</p>
      {problem.unreachable && (
        <p>It may have been counted anyway. This page is updated as soon as the service answers.</p>
      )}
      <SignInAgain problem={problem} />
    </div>
  );
}
