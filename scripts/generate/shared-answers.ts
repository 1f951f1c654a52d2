/**
 * What every operation of the console may answer, by its role, its method and its input, so that its document says only
 * what is its own. What an operation says of a status replaces what is shared.
 */
import { type BundledDocument, type FoundOperation, type OperationObject, operationsOf } from './bundle';

interface Answer {
  readonly $ref?: string;
  readonly content?: object;
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
    const responses = { ...sharedAnswers(found), ...own };
    paths[found.path] = { ...paths[found.path], [found.method]: { ...operation, responses } };
  }
  const responses = mapped(components.responses as Answers, withProblem);
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

/** A refusal is a problem with its kinds. A caller who may not do something gets no kind. */
function withProblem(answer: Answer): Answer {
  if (answer.$ref !== undefined || answer.content !== undefined) return answer;
  const name = answer['x-kinds'] === undefined ? 'ConsoleRefusal' : 'ConsoleProblem';
  return { ...answer, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } };
}

const mapped = <From, To>(all: Readonly<Record<string, From>>, change: (one: From, name: string) => To) =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one, name)])) as Record<string, To>;
