/** What to set, for the two errors of the SDK that everybody meets first. Any other error's own message. */
export function awsMessage({ message }: Error): string {
  if (message.includes('Region is missing'))
    return 'the region is missing: set AWS_REGION to the region of the deployment, for example AWS_REGION=eu-central-1';
  if (message.includes('Could not load credentials'))
    return 'credentials are missing: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  return message;
}
