/**
 * What the OpenAPI document says about an operation, as types: what its handler receives, and everything that it may
 * answer. A handler that is missing, a status that is not documented and a body of the wrong shape do not compile
 * (`test/lambda/typed-edge.test-d.ts`).
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The shape of an entry of the generated `Inputs`. */
export interface Input {
  readonly path: object;
  readonly query: object;
  readonly headers: object;
  readonly body: unknown;
}

export interface Call<In extends Input, Principal> {
  readonly event: APIGatewayProxyEventV2;
  readonly principal: Principal;
  readonly path: Readonly<In['path']>;
  readonly query: Readonly<In['query']>;
  readonly headers: Readonly<In['headers']>;
  readonly body: In['body'];
}

/** One handler for each operation of `Inputs`; `Operations` is what openapi-typescript made of the same document. */
export type Handlers<Operations, Inputs, Principal> = {
  readonly [Id in keyof Inputs & keyof Operations]: (
    call: Call<Extract<Inputs[Id], Input>, Principal>,
  ) => Promise<ReplyOf<Operations[Id]>>;
};

/** Each documented status with its body and its headers. */
export type ReplyOf<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & number]: Reply<Status, Responses[Status]> }[keyof Responses & number]
  : never;

type Reply<Status, Response> = Response extends { headers: infer Headers; content: infer Content }
  ? { readonly status: Status } & CookiesOf<Named<Headers>> &
      HeadersOf<Omit<Named<Headers>, 'set-cookie'>> &
      MediaOf<Content>
  : never;

type MediaOf<Content> = {
  [Type in keyof Content]: Type extends 'application/json'
    ? { readonly body: DeepReadonly<Content[Type]> & KindOf<Content[Type]>; readonly text?: undefined }
    : { readonly text: { readonly type: Type; readonly content: Content[Type] }; readonly body?: undefined };
}[keyof Content];

/** If the document gives an error no kind, the answer has none. */
type KindOf<Body> = Body extends { error: string }
  ? Body extends { kind: string }
    ? unknown
    : { kind?: undefined }
  : unknown;

/** The gateway expects cookies separately from the other headers. */
type CookiesOf<Headers> = 'set-cookie' extends keyof Headers
  ? { readonly cookies: readonly string[] }
  : { readonly cookies?: undefined };

type HeadersOf<Headers> = keyof Headers extends never
  ? { readonly headers?: undefined }
  : Partial<Headers> extends Headers
    ? { readonly headers?: Headers }
    : { readonly headers: Headers };

/** Only the headers that the document names, as they are sent: in lower case, as text. */
type Named<Headers> = {
  readonly [Name in keyof Headers as string extends Name ? never : Lowercase<Name & string>]: string;
};

export type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
