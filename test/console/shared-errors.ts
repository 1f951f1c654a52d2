/** Which errors that console routes share are tested where. */

/** Each operation that answers with one of these needs a cause of its own in operation-errors.test.ts. */
export const OF_EACH_OPERATION = new Set([
  'NoSuchAction',
  'NoSuchApiKey',
  'NoSuchEndpoint',
  'NoSuchOperator',
  'NoSuchPasskey',
  'NoSuchSigningKey',
  'NoChat',
  'NoHostName',
  'AlreadyDecided',
  'EndpointDisabled',
  'RefusedUrl',
]);

/** These have one cause there: they need a chain without a head, a store that fails, or a lost race. */
export const OUT_OF_REACH = new Set([
  'Unavailable unavailable',
  'TooManyWrongCodes too_many_wrong_codes',
  'NoPublishedHead not_found',
  'Internal internal',
  'EditedMeanwhile conflict',
  'SignInAgain sign_in_again',
  'EditedMeanwhileOrSignInAgain conflict',
  'EditedMeanwhileOrSignInAgain sign_in_again',
  'ChangeNotMade conflict',
  'ChangeNotMade sign_in_again',
  'IdentityNotConnected taken',
  'IdentityNotConnected sign_in_again',
]);

export interface Answer {
  readonly $ref?: string;
  readonly content?: {
    readonly 'application/json'?: { readonly examples?: Readonly<Record<string, { readonly value?: unknown }>> };
  };
}

export const examplesOf = (answer: Answer) => Object.entries(answer.content?.['application/json']?.examples ?? {});
