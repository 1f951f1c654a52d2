/** The part of CloudFront that knows which distribution holds which name. */
import type { Distribution } from '../../../scripts/restore/name';

export function cloudFront(given: Readonly<Record<string, readonly string[]>>) {
  const held = new Map(Object.entries(given).map(([id, names]) => [id, [...names]]));
  const moves: string[] = [];
  const holderOf = (name: string) => [...held].find(([, names]) => names.includes(name))?.[0];
  return {
    moves,
    /**
     * Refuses a name of another distribution: "One or more of the CNAMEs you provided are already associated with a different
     * resource." (CloudFront Developer Guide, Move an alternate domain name)
     */
    deploy(id: string, names: readonly string[]): void {
      for (const name of names) {
        const holder = holderOf(name);
        if (holder !== undefined && holder !== id) throw new Error('CNAMEAlreadyExists');
      }
      held.set(id, [...names]);
    },
    distribution: (id: string): Distribution => ({
      aliases: async () => held.get(id)!,
      holders: async (name) => {
        const holder = holderOf(name);
        return holder === undefined || holder === id ? [] : [{ distribution: holder, account: '***' }];
      },
      // "you can move an alias that's already used for a standard distribution to a different standard distribution"
      // (API reference, AssociateAlias).
      take: async (name) => {
        const holder = holderOf(name);
        moves.push(`${name}: ${holder} to ${id}`);
        if (holder !== undefined)
          held.set(
            holder,
            held.get(holder)!.filter((each) => each !== name),
          );
        held.get(id)!.push(name);
      },
    }),
  };
}
