/** Questions to the requester and the answers: other people's words, in which nothing becomes a link. */
import { useState } from 'react';
import { isBlank } from '../../../protocol/visible-text';
import { problemIn, type Schemas } from '../../lib/api';
import { type RequestAnswer, useQuestions, useWriteQuestion } from '../../lib/requests';
import { useMe } from '../../lib/session';
import { Button } from '../../ui/button';
import { Ago } from '../../ui/instant';
import { Part } from '../../ui/part';
import { Avatar } from '../../ui/person';
import { Answered } from '../../ui/states';
import { VisibleText } from '../../ui/visible-text';

const MAX_CHARACTERS = 1000;

export function Questions({ request, view }: RequestAnswer) {
  const query = useQuestions(request.id);
  const isMine = useMe().id === request.requester;
  // Nobody can ask any more, so there is nothing to say if nobody has.
  if (view.decided !== null && !query.data?.questions.length) return null;
  return (
    <Answered query={query} what="the questions">
      {({ questions, unanswered, may_write }) => {
        const last = unanswered ? 'Not answered yet' : 'The requester wrote last';
        return (
          <Part
            id="questions"
            title="Questions"
            beside={questions.length > 0 ? last : undefined}
            inShort={questions.length > 0 ? last : 'None'}
            isWanted={isMine && unanswered}
          >
            {questions.length > 0 && (
              <ol className="said plain-list">
                {questions.map((question) => (
                  <One key={question.number} {...question} />
                ))}
              </ol>
            )}
            {may_write ? (
              <Write id={request.id} isMine={isMine} name={view.requester_name} />
            ) : (
              questions.length === 0 && <p className="secondary">Nobody has asked anything.</p>
            )}
          </Part>
        );
      }}
    </Answered>
  );
}

function One({ author, author_name, is_requester, at, text }: Schemas['Question']) {
  return (
    <li>
      <Avatar name={author_name} />
      <div>
        <p title={author}>
          <VisibleText text={author_name} strong /> {is_requester && <span className="badge">requester</span>}{' '}
          <span className="caption">
            <Ago ms={at} />
          </span>
        </p>
        {text.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never move
          <p key={index} className="said-line">
            {line !== '' && <VisibleText text={line} />}
          </p>
        ))}
      </div>
    </li>
  );
}

interface WriteProps {
  readonly id: string;
  readonly isMine: boolean;
  readonly name: string;
}

function Write({ id, isMine, name }: WriteProps) {
  const [text, setText] = useState('');
  const write = useWriteQuestion(id);
  const count = [...text].length;
  const label = isMine ? 'Answer' : `Ask ${name} something`;
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate(text, { onSuccess: () => setText('') });
      }}
    >
      <label className="unseen" htmlFor="question">
        {label}
      </label>
      <textarea
        id="question"
        className="input"
        rows={text === '' ? 1 : 3}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        disabled={write.isPending}
        aria-describedby="question-problem"
      />
      <Button type="submit" className="button" isDisabled={isBlank(text) || count > MAX_CHARACTERS || write.isPending}>
        {write.isPending ? 'Sending…' : isMine ? 'Answer' : 'Ask'}
      </Button>
      <p
        id="question-problem"
        role="status"
        className={count > MAX_CHARACTERS || write.isError ? 'small bad-text' : 'small'}
      >
        {write.isError ? problemIn(write.error).message : lengthText(count)}
      </p>
    </form>
  );
}

/** Only near the end. */
function lengthText(count: number): string {
  if (count <= MAX_CHARACTERS - 100) return '';
  const left = MAX_CHARACTERS - count;
  return left >= 0 ? `${left} characters left` : `${-left} characters too many`;
}

/** In the dialog of a turn. Read again when it opens, because there may be a new question. */
export function UnansweredQuestion({ id }: { readonly id: string }) {
  const { data, isError } = useQuestions(id, { again: true });
  if (data === undefined && isError) {
    return (
      <p className="notice warn" role="status">
        Not known: whether a question is not answered.
      </p>
    );
  }
  const last = data?.questions.findLast(({ is_requester }) => !is_requester);
  if (data?.unanswered !== true || last === undefined) return null;
  return (
    <p className="notice warn" role="status">
      <strong>A question is not answered.</strong> <VisibleText text={last.author_name} /> asked <Ago ms={last.at} />.
    </p>
  );
}
