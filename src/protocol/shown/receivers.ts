/** The receivers of an event that are no endpoints of the organization, as people read them. */
const RECEIVERS = { callback: 'the callback URL', integration: 'the integration' } as const;

/** The description of an endpoint, which an admin wrote, or the host. */
export function endpointName({ description, url }: { readonly description: string; readonly url: string }): string {
  return description.trim() === '' ? URL.parse(url)?.host || url : description;
}

/** Null for the id of an endpoint. */
export const receiverText = (receiver: string): string | null =>
  Object.hasOwn(RECEIVERS, receiver) ? RECEIVERS[receiver as keyof typeof RECEIVERS] : null;
