// Generated from openapi/ by "npm run generate". Edit the document instead.
import type { Inputs } from './console-operations';

interface CompiledValidator<T> {
  (value: unknown): value is T;
  errors?: readonly {
    readonly instancePath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }[] | null;
}
interface CompiledOperation<Input extends Inputs[keyof Inputs]> {
  readonly path: CompiledValidator<Input['path']>;
  readonly query: CompiledValidator<Input['query']>;
  readonly headers: CompiledValidator<Input['headers']>;
  readonly body: CompiledValidator<Input['body']>;
  readonly queryTypes: Readonly<Record<string, string>>;
}
declare const validators: { readonly [Id in keyof Inputs]: CompiledOperation<Inputs[Id]> };
export = validators;
