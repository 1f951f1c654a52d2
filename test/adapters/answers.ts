/** The errors of AWS that the SDK passes on after its last retry. */

export const throttled = () =>
  Object.assign(new Error('Rate exceeded'), {
    name: 'ThrottlingException',
    $fault: 'client',
    $metadata: { httpStatusCode: 400, attempts: 3 },
    $retryable: { throttling: true },
  });

/** It is not known whether the call was carried out. */
export const lost = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

export const expired = () =>
  Object.assign(new Error('The security token included in the request is expired'), {
    name: 'ExpiredTokenException',
    $fault: 'client',
    $metadata: { httpStatusCode: 403, attempts: 1 },
  });
