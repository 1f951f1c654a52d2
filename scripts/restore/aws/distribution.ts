/** The distribution of a deployment, through the AWS CLI. CloudFront is managed in us-east-1, wherever the deployment is. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Distribution } from '../name';
import { outputsOf } from './stack';

const run = promisify(execFile);

interface Conflicts {
  readonly ConflictingAliasesList: {
    readonly Items?: readonly { readonly DistributionId: string; readonly AccountId: string }[];
  };
}

/** `cli`: the program of the AWS CLI. */
export function distributionOf(stack: string, cli = 'aws'): Distribution {
  const cloudFront = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(cli, ['cloudfront', ...args, '--output', 'json']);
    return stdout;
  };
  const ownId = async () => (await outputsOf(stack, ['DistributionId'])).DistributionId;
  return {
    async aliases() {
      const { DistributionConfig } = JSON.parse(await cloudFront('get-distribution-config', '--id', await ownId())) as {
        DistributionConfig: { Aliases?: { Items?: readonly string[] } };
      };
      return DistributionConfig.Aliases?.Items ?? [];
    },
    async holders(name) {
      const said = await cloudFront('list-conflicting-aliases', '--distribution-id', await ownId(), '--alias', name);
      const { Items = [] } = (JSON.parse(said) as Conflicts).ConflictingAliasesList;
      return Items.map(({ DistributionId: distribution, AccountId: account }) => ({ distribution, account }));
    },
    async take(name) {
      await cloudFront('associate-alias', '--target-distribution-id', await ownId(), '--alias', name);
    },
  };
}
