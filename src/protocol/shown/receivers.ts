/** The receivers of an event that are no endpoints of the organization, as people read them. */
const RECEIVERS = { callback: 'the callback URL', integration: 'the integration' } as const;

/** Null for the id of an endpoint. */
export const receiverText = (receiver: string): string | null =>
  Object.hasOwn(RECEIVERS, receiver) ? RECEIVERS[receiver as keyof typeof RECEIVERS] : null;
