/**
 * What every operation of the console may answer, by its role, its sign-in, its method and its input, so that its document says only
 * what is its own. What an operation says of a status replaces what is shared.
 */
import type { SignInRule } from '../../src/service/access/rules/fresh-sign-in';
import { type BundledDocument, type FoundOperation, type OperationObject, operationsOf, resolved } from './bundle';
import { signInOf } from './operations';

interface Answer {
  readonly $ref?: string;
  readonly content?: object;
  readonly description?: string;
  readonly 'x-kinds'?: readonly string[];
}
type Answers = Readonly<Record<string, Answer>>;
type Answering = OperationObject & { readonly responses: Answers };

export function withSharedAnswers(document: BundledDocument): BundledDocument {
  const { components } = document;
  const paths: Record<string, Record<string, unknown>> = { ...document.paths };
  for (const found of operationsOf(document)) {
    const operation = found.operation as Answering;
    const own = mapped(operation.responses, (answer, status) => (Number(status) < 400 ? answer : withProblem(answer)));
    const responses = { ...sharedAnswers(found), ...own, ...signInAnswer(document, operation) };
    paths[found.path] = { ...paths[found.path], [found.method]: { ...operation, responses } };
  }
  // An answer that is written out for each operation leaves none that refers to the shared one.
  const used = JSON.stringify(paths);
  const named = Object.entries(components.responses as Answers).filter(([name]) =>
    used.includes(`/responses/${name}"`),
  );
  const responses = mapped(Object.fromEntries(named), withProblem);
  return { ...document, paths, components: { ...components, responses } };
}

function sharedAnswers({ method, operation, parameters }: FoundOperation): Answers {
  const takesBody = operation.requestBody !== undefined;
  const takesQuery = parameters.some((each) => each.in === 'query');
  const role = operation['x-role'];
  const writes = method !== 'get';
  const names = {
    ...(takesBody ? { 400: 'BadBody', 413: 'TooLarge', 415: 'UnsupportedMediaType' } : {}),
    ...(takesQuery && !takesBody ? { 400: 'BadQuery' } : {}),
    ...(role === 'public' ? {} : { 401: 'NotSignedIn' }),
    ...(writes ? { 403: 'ForeignOrigin' } : {}),
    ...(role === 'admin' ? { 403: writes ? 'AdminOnlyOrForeignOrigin' : 'AdminOnly' } : {}),
    ...{ 405: 'MethodNotAllowed', 500: 'Internal' },
  };
  return mapped(names, (name) => ({ $ref: `#/components/responses/${name}` }));
}

const NEEDS: Readonly<Partial<Record<SignInRule, string>>> = {
  passkey_or_link: "The session did not begin with a passkey or an admin's link.",
  judged: `The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access.`,
  fresh: `The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this.`,
};

/** The operation's own 409, if it has one, with the kind that asks for another sign-in. */
function signInAnswer(document: BundledDocument, operation: Answering): Answers {
  const needs = NEEDS[signInOf(operation)];
  if (needs === undefined) return {};
  const own: Answer = resolved(document, operation.responses[409] ?? { 'x-kinds': [] });
  const answer = {
    ...own,
    'x-kinds': [...(own['x-kinds'] ?? []), 'sign_in_again'],
    description: own.description === undefined ? needs : `${own.description.trim()} ${needs}`,
  };
  return { 409: withProblem(answer) };
}

/** A refusal is a problem with its kinds. A caller who may not do something gets no kind. */
function withProblem(answer: Answer): Answer {
  if (answer.$ref !== undefined || answer.content !== undefined) return answer;
  const name = answer['x-kinds'] === undefined ? 'ConsoleRefusal' : 'ConsoleProblem';
  return { ...answer, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } };
}

const mapped = <From, To>(all: Readonly<Record<string, From>>, change: (one: From, name: string) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)])) as Record<string, To>;
