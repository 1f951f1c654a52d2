/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda puts the credentials of a function's role into
 * its environment. The other places that the package searches (files, single sign-on, processes, addresses of other
 * machines) would add 100 KiB to every bundle, and more sources of credentials.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new Error(
      'no credentials: the functions read AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which Lambda sets',
    );
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
