/** Ours: the function of `/v1` behind the runner's HTTP server. */
import { Activity } from '../../src/local/platform/activity';
import { startHttpServer } from '../../src/local/platform/http-server';
import { openLedger } from '../../test/support/ledger';
import { serve } from '../support/contender';
import { startCaller } from '../support/load';
import { PROPOSAL } from '../support/proposal';

serve(async () => {
  const ledger = await openLedger();
  const routes = [{ prefix: '/v1', handle: ledger.service }];
  const server = await startHttpServer({ port: 0, activity: new Activity(), routes });
  const caller = startCaller();
  const authorization = `Bearer ${ledger.demo.keys.proposer}`;
  return {
    prepare: async () => undefined,
    run: (count) => caller.call({ port: server.port, authorization, body: JSON.stringify(PROPOSAL), count }),
    async stop() {
      caller.stop();
      await server.close();
      await ledger.stop();
    },
  };
});
