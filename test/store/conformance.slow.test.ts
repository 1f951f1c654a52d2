/**
 * What every store must do, whichever database is below: the one in memory that `--memory` and the simulation use, the embedded one,
 * and DYNAMODB_ENDPOINT where that is set. The rules of each store are in the folder `conformance`.
 */
import type { OrgId } from '../../src/protocol/identifiers';
import { openedOnce } from '../support/opened';
import { auditRules } from './conformance/audit';
import { combinedMailRules } from './conformance/combined-mails';
import { configRules } from './conformance/config';
import { dataKeyRules } from './conformance/data-keys';
import { deliveryRules } from './conformance/deliveries';
import { deliveryItemRules } from './conformance/delivery-items';
import { deviceRules } from './conformance/devices';
import { dueRules } from './conformance/due';
import { endpointHealthRules } from './conformance/endpoint-health';
import { executablePageRules } from './conformance/executable-pages';
import { fourEyesRules } from './conformance/four-eyes';
import { holdRules, watchRules } from './conformance/holds';
import { noticeRules } from './conformance/notices';
import { passkeyRules } from './conformance/passkeys';
import { requestSaveRules } from './conformance/request-saves';
import { requestWriteRules } from './conformance/request-writes';
import { requestRules } from './conformance/requests';
import { sessionRules } from './conformance/sessions';
import { type Place, STORES } from './conformance/stores';

const RULES: readonly (readonly [string, (place: Place) => void])[] = [
  ['requests', requestRules],
  ['pages of executable requests', executablePageRules],
  ['writes of requests', requestWriteRules],
  ['saved requests', requestSaveRules],
  ['deliveries', deliveryRules],
  ['a delivery', deliveryItemRules],
  ['endpoint health', endpointHealthRules],
  ['notices', noticeRules],
  ['combined mails', combinedMailRules],
  ['the audit chain', auditRules],
  ['held answers', holdRules],
  ['open inboxes', watchRules],
  ['configuration', configRules],
  ['changes of the configuration', fourEyesRules],
  ['due items', dueRules],
  ['sessions', sessionRules],
  ['passkeys', passkeyRules],
  ['devices', deviceRules],
  ['a data key', dataKeyRules],
];

describe.each(STORES)('a store %s', (_, open) => {
  let org: OrgId;
  let count = 0;
  const opened = openedOnce(() => open());
  beforeEach(() => {
    org = `org_${process.pid}_${Date.now()}_${++count}` as OrgId;
  });

  const place: Place = { tables: () => opened.tables, org: () => org };
  describe.each(RULES)('of %s', (_of, rules) => rules(place));
});
