/**
 * Stands in the bundles for `@aws-sdk/credential-provider-node`. Lambda gives a function the credentials of its role in the
 * environment, for as long as the instance lives. What the package searches besides (files, single sign-on, processes,
 * the addresses of other machines) is 100 KiB of every bundle, and one more place from which credentials could come.
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
