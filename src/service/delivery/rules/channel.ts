/**
 * The channels on which events reach an endpoint; the first that owns its address is used. Each has a sender, which also
 * judges addresses (adapters/destinations). `place` is what everybody may see: no part that can contain a secret.
 * `needsToken`: the endpoint is disabled until an admin enters the token of its test event.
 */
const CHANNELS = {
  aws: {
    owns: (address: string) => /^\s*arn:/i.test(address),
    // The fields of an ARN before the name: service, region and account.
    place: (arn: string) => arn.split(':', 5).join(':'),
    needsToken: true,
  },
  https: { owns: () => true, place: (url: string) => new URL(url).origin, needsToken: false },
};

export type ChannelKind = keyof typeof CHANNELS;

export function channelOf(address: string) {
  const kind = (Object.keys(CHANNELS) as ChannelKind[]).find((each) => CHANNELS[each].owns(address))!;
  return { kind, ...CHANNELS[kind] };
}
