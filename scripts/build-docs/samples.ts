/**
 * Samples for operations without samples in their document: those of the console, which sign in with a cookie. They are
 * made from the examples of the document.
 */
import { type BundledDocument, type OperationObject, operationsOf, type Parameter, resolved } from '../generate/bundle';

export interface ApiDocument extends BundledDocument {
  readonly info: { readonly title: string };
}

interface Media {
  readonly schema: unknown;
  readonly example?: unknown;
  readonly examples?: object;
}

/** As much of an operation as its samples need. */
interface Sampled extends OperationObject {
  readonly security?: readonly object[];
  'x-codeSamples'?: readonly { readonly lang: string; readonly label?: string; readonly source: string }[];
}

export function withSamples(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  for (const { path, method, operation, parameters } of operationsOf(copy)) {
    const sampled: Sampled = operation;
    if (sampled['x-codeSamples'] !== undefined) continue;
    const { content } = operation.requestBody ?? {};
    const body = content === undefined ? undefined : exampleOf(copy, content['application/json']!);
    // Only a browser can make these bodies, because a passkey signs them.
    if (content !== undefined && body === undefined) continue;
    const isSignedIn = sampled.security?.length !== 0;
    const call = { method: method.toUpperCase(), url: urlOf(path, parameters), isSignedIn, body };
    sampled['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curl(call) },
      { lang: 'TypeScript', source: typescript(call) },
    ];
  }
  return copy;
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly isSignedIn: boolean;
  readonly body: unknown;
}

function curl({ method, url, isSignedIn, body }: Call): string {
  const quoted = JSON.stringify(body, null, 2)?.replaceAll("'", `'\\''`);
  return [
    `curl -X ${method} "$SERVICE${url}"`,
    ...(isSignedIn ? ['-b "__Host-session=$SESSION"'] : []),
    ...(method === 'GET' ? [] : ['-H "Origin: $SERVICE"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${quoted}'`]),
  ].join(' \\\n  ');
}

function typescript({ method, url, isSignedIn, body }: Call): string {
  const headers = [
    ...(isSignedIn ? [`cookie: \`__Host-session=\${session}\``] : []),
    ...(method === 'GET' ? [] : ['origin: service']),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  return [
    `const answer = await fetch(\`\${service}${url}\`, {`,
    `  method: '${method}',`,
    `  headers: {\n${headers.map((header) => `    ${header},\n`).join('')}  },`,
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
    '});',
  ].join('\n');
}

/** With the examples of the path's parameters, and of the required ones in the query. */
function urlOf(path: string, parameters: readonly Parameter[]): string {
  const text = ({ example }: Parameter & { readonly example?: unknown }) => encodeURIComponent(String(example));
  const named = parameters
    .filter((each) => each.in === 'path')
    .reduce((url, each) => url.replace(`{${each.name}}`, text(each)), path);
  const query = parameters.filter((each) => each.in === 'query' && each.required === true);
  return named + query.map((each, n) => `${n === 0 ? '?' : '&'}${each.name}=${text(each)}`).join('');
}

function exampleOf(document: ApiDocument, { example, examples }: Media): unknown {
  if (example !== undefined || examples === undefined) return example;
  return resolved<{ readonly value?: unknown }>(document, Object.values(examples)[0]).value;
}
