/** The caller's own devices for notifications: list, add, remove, and what notifications show. */

import { LIMITS } from '../../../generated/limits';
import { sha256Hex } from '../../protocol/hash';
import { assertNever } from '../../protocol/result';
import type { PushDevice } from '../../service/push/rules/device';
import {
  type AddDeviceRefusal,
  addDevice,
  type DevicesDeps,
  listDevices,
  removeDevice,
  TESTS_IN_A_WINDOW,
  testDevice,
} from '../../service/push/use-cases/devices';
import { invalid, notFound, refused, reply } from '../http/answer';
import { isName } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE, tooMany } from './problems';
import { deviceIn } from './session';

const NO_SUCH_DEVICE = notFound('You have no such device.');

export function createDeviceHandlers(deps: DevicesDeps) {
  return {
    listDevices: (call) => withCursor(() => list(deps, call)),
    addDevice: (call) => add(deps, call),
    deleteDevice: async ({ principal, path }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_DEVICE;
      const removed = await removeDevice(deps, record, path.id);
      if (removed.ok) return reply(200, { server_now: deps.clock.nowMs() });
      return removed.error.reason === 'not_found' ? NO_SUCH_DEVICE : EDITED_MEANWHILE;
    },
    testDevice: (call) => test(deps, call),
    setPushText: async ({ principal, body: { shows } }) => {
      const { record } = await signedIn(principal);
      await deps.deviceStore.setShows(record.org, record.id, shows);
      return reply(200, { server_now: deps.clock.nowMs(), shows });
    },
  } satisfies Partial<ConsoleHandlers>;
}

async function list(deps: DevicesDeps, { principal, query }: ConsoleCall<'listDevices'>): ConsoleReply<'listDevices'> {
  const { record } = await signedIn(principal);
  const { live, list: stored, publicKey } = await listDevices(deps, record);
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(query));
  return reply(200, {
    server_now: deps.clock.nowMs(),
    devices: page.items.map(deviceView),
    public_key: publicKey,
    shows: stored.shows,
    cursor: page.cursor,
  });
}

async function add(deps: DevicesDeps, { principal, body, event }: ConsoleCall<'addDevice'>): ConsoleReply<'addDevice'> {
  const { record } = await signedIn(principal);
  const { endpoint, keys, public_key: publicKey } = body;
  const added = await addDevice(deps, record, deviceIn(event), { endpoint, ...keys, publicKey });
  if (!added.ok) return problemOf(added.error);
  return reply(201, { server_now: deps.clock.nowMs(), device: deviceView(added.value) });
}

const TOO_MANY_TESTS = `You had ${TESTS_IN_A_WINDOW} tests within ten minutes. Wait for the seconds in Retry-After.`;

async function test(deps: DevicesDeps, { principal, path }: ConsoleCall<'testDevice'>): ConsoleReply<'testDevice'> {
  const { record } = await signedIn(principal);
  if (!isName(path.id)) return NO_SUCH_DEVICE;
  const tested = await testDevice(deps, record, path.id);
  if (tested.ok) return reply(200, { server_now: deps.clock.nowMs() });
  return tested.error.reason === 'not_found' ? NO_SUCH_DEVICE : tooMany(TOO_MANY_TESTS, tested.error.retryAfterMs);
}

function problemOf(refusal: AddDeviceRefusal) {
  switch (refusal.reason) {
    case 'invalid':
      return invalid(refusal.problem);
    case 'too_many':
      return refused(`You have ${LIMITS.devices.max} devices. Remove one first.`);
    case 'other_key':
      return conflict(
        'public_key: it is not the current key of this service. Read it again, end the subscription of this browser, and subscribe again.',
      );
    case 'of_another_browser':
      return conflict(
        'endpoint: it belongs to a subscription with other keys. End the subscription of this browser, and subscribe again.',
      );
    case 'overtaken':
      return EDITED_MEANWHILE;
    default:
      return assertNever(refusal);
  }
}

function deviceView({ id, device, endpoint, createdAtMs, acceptedAtMs }: PushDevice) {
  return { id, device, endpoint_sha256: sha256Hex(endpoint), created_at: createdAtMs, accepted_at: acceptedAtMs };
}
