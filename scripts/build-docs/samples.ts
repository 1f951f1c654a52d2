/**
 * Samples for operations without samples in their document: those of the console, which sign in with a cookie. They are
 * made from the examples of the document.
 */
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown; examples?: object }>> };
  'x-codeSamples'?: readonly { readonly lang: string; readonly label?: string; readonly source: string }[];
}

interface Path {
  readonly parameters?: readonly Parameter[];
  readonly [method: string]: unknown;
}

export interface ApiDocument {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Path>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function withSamples(document: ApiDocument): ApiDocument {
  const copy = structuredClone(document);
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const method of METHODS) {
      const operation = item[method] as Operation | undefined;
      if (operation === undefined || operation['x-codeSamples'] !== undefined) continue;
      const { content } = operation.requestBody ?? {};
      const body = content === undefined ? undefined : exampleOf(copy, content['application/json']!);
      // Only a browser can make these bodies, because a passkey signs them.
      if (content !== undefined && body === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const url = urlOf(
        path,
        parameters.map((each) => resolved(copy, each) as Parameter),
      );
      const call = { method: method.toUpperCase(), url, isSignedIn: operation.security?.length !== 0, body };
      operation['x-codeSamples'] = [
        { lang: 'Shell', label: 'curl', source: curl(call) },
        { lang: 'TypeScript', source: typescript(call) },
      ];
    }
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
  const text = ({ example }: Parameter) => encodeURIComponent(String(example));
  const named = parameters
    .filter((each) => each.in === 'path')
    .reduce((url, each) => url.replace(`{${each.name}}`, text(each)), path);
  const query = parameters.filter((each) => each.in === 'query' && each.required === true);
  return named + query.map((each, n) => `${n === 0 ? '?' : '&'}${each.name}=${text(each)}`).join('');
}

function exampleOf(document: ApiDocument, { example, examples }: { example?: unknown; examples?: object }): unknown {
  if (example !== undefined || examples === undefined) return example;
  return (resolved(document, Object.values(examples)[0] as Example) as Example).value;
}

/** The bundled document refers only to itself. */
function resolved(document: ApiDocument, part: { readonly $ref?: string }): unknown {
  if (part.$ref === undefined) return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce((found, step) => (found as Record<string, unknown>)[step], document as unknown);
}
