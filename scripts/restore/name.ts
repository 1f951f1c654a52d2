/**
 * The host name of a deployment. One distribution of CloudFront holds it, and another region's cannot be deleted on the worst
 * day. So the name moves between the distributions as they are (docs/deploy.md#several-regions).
 */
import { aliased, readDeployment } from './attach';

/** The distribution of this deployment. */
export interface Distribution {
  /** The names that it holds. */
  aliases(): Promise<readonly string[]>;
  /** Who else holds the name, or one that overlaps it. CloudFront hides a part of each id. */
  holders(name: string): Promise<readonly { readonly distribution: string; readonly account: string }[]>;
  /** Takes the name, also from another distribution of this account. */
  take(name: string): Promise<void>;
}

export interface Naming {
  readonly distribution: Distribution;
  /** The deployment's file. */
  readonly config: string;
  readonly log: (line: string) => void;
}

/** Can be repeated: a name that has moved already counts as taken. */
export async function takeName({ distribution, config, log }: Naming): Promise<string> {
  const { domain } = readDeployment(config);
  if (domain === null) return `${config} has no host name`;
  // A restore in place: the distribution has its name.
  if (domain.alias !== false) return `${domain.name} stays where it is`;
  const { name } = domain;
  if (!(await distribution.aliases()).includes(name)) {
    for (const line of await holdersOf(distribution, name)) log(`  ${line}`);
    await distribution.take(name);
  }
  aliased(config);
  log(`  set "alias": false in the file of the first region before its next deployment, or that deployment fails`);
  return `${name} belongs to the distribution of this region`;
}

export async function holdersOf(distribution: Pick<Distribution, 'holders'>, name: string): Promise<string[]> {
  return (await distribution.holders(name)).map(
    (holder) => `${name} is held by the distribution ${holder.distribution} of the account ${holder.account}`,
  );
}
