/** How AWS fails, as the SDK hands it to its caller once it has stopped retrying. */

export const throttled = () =>
  Object.assign(new Error('Rate exceeded'), {
    name: 'ThrottlingException',
    $fault: 'client',
    $metadata: { httpStatusCode: 400, attempts: 3 },
    $retryable: { throttling: true },
  });

/** The call may have been carried out; nobody knows. */
export const lost = () => Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });

export const expired = () =>
  Object.assign(new Error('The security token included in the request is expired'), {
    name: 'ExpiredTokenException',
    $fault: 'client',
    $metadata: { httpStatusCode: 403, attempts: 1 },
  });
