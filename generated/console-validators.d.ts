// Generated from openapi/ by "npm run generate". Edit the document instead.
export interface CompiledValidator {
  (value: unknown): boolean;
  errors?: readonly {
    readonly instancePath: string;
    readonly keyword: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly message?: string;
  }[] | null;
}
declare const validators: Readonly<Record<string, CompiledValidator>> & {
  readonly queryTypes: Readonly<Record<string, Readonly<Record<string, string>>>>;
};
export = validators;
