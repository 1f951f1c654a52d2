/** Part of *Your account*: the devices that are notified of requests, and what their notifications show. */
import { useMutation } from '@tanstack/react-query';
import { answer, api, type Schemas } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useEdit } from '../lib/edit';
import { counted } from '../lib/format';
import { DEVICES, type Here, ownIdIn, removeDevice, STALE, useDevices, useHere } from '../lib/push';
import { queryClient } from '../lib/query-client';
import type { Session } from '../lib/session';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/edit-dialog';
import { Check } from '../ui/form';
import { Ago } from '../ui/instant';
import { NotifyThisDevice } from '../ui/notify-this-device';
import { DEVICE_NAMES } from '../ui/passkeys-and-sessions';
import { Answered, Loading, Problem } from '../ui/states';

export function Devices({ session }: { readonly session: Session }) {
  const devices = useDevices();
  const { data: here } = useHere();
  return (
    <section className="card stack" aria-labelledby="devices">
      <h2 id="devices">Notifications</h2>
      {here === undefined ? (
        <Loading what="your devices" />
      ) : (
        <Answered query={devices} what="your devices">
          {(list) => <List session={session} list={list} here={here} />}
        </Answered>
      )}
    </section>
  );
}

interface ListProps {
  readonly session: Session;
  readonly list: Schemas['DeviceList'];
  readonly here: Here;
}

function List({ session, list, here }: ListProps) {
  const { devices } = list;
  const own = ownIdIn(here, list);
  return (
    <>
      <p className="secondary">
        A request that needs your key is shown on {devices.length > 0 ? 'these devices' : 'your device'} at once. Its
        code comes along only if your passkey is needed too. Mail goes to you as well.
      </p>
      {devices.length > 0 && (
        <ul className="plain-list">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isHere={device.id === own} />
          ))}
        </ul>
      )}
      <NotifyThisDevice session={session} list={list} here={here} />
      {devices.length > 0 && <ShowsText list={list} />}
    </>
  );
}

function DeviceRow({ device, isHere }: { readonly device: Schemas['Device']; readonly isHere: boolean }) {
  const { id, created_at, accepted_at } = device;
  const name = DEVICE_NAMES[device.device];
  const test = useEdit({ run: () => answer(api.POST('/api/devices/{id}/test', { params: { path: { id } } })) });
  return (
    <li className="session">
      <span>
        <strong>{name}</strong>
        {isHere && ' (this device)'}{' '}
        <span className="muted">
          added <Ago ms={created_at} /> · {sentText(accepted_at)}
          {test.made !== null && <span role="status"> · a test is on its way</span>}
        </span>
      </span>
      <span className="line">
        <Button
          className="button small"
          onPress={test.send}
          isDisabled={test.isPending}
          aria-label={`Send a test to ${name}`}
        >
          Send a test
        </Button>
        <ConfirmButton
          label="Remove…"
          spoken={`Remove ${name}`}
          danger
          small
          title="Remove this device?"
          confirm="Remove it"
          run={() => removeDevice(id, isHere)}
          stale={STALE}
        >
          <p>It is not notified any more. Mail still goes to you.</p>
        </ConfirmButton>
      </span>
      <Problem error={test.error} />
    </li>
  );
}

const DAY_MS = 24 * 3600_000;

/** The service notes it at most once a day, so the page knows no hour. */
function sentText(acceptedAt: number | null): string {
  if (acceptedAt === null) return 'nothing sent yet';
  return `last sent within ${counted(Math.floor((serverNow() - acceptedAt) / DAY_MS) + 1, 'day')}`;
}

const SHOWS = { text: false, no_text: true } as const;

function ShowsText({ list }: { readonly list: Schemas['DeviceList'] }) {
  const set = useMutation({
    mutationFn: (shows: Schemas['DeviceList']['shows']) => answer(api.PUT('/api/devices/shown', { body: { shows } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: DEVICES }),
  });
  const shows = set.isPending ? set.variables : list.shows;
  return (
    <div className="form">
      <Check
        label="Show only “A request needs your key”"
        checked={SHOWS[shows]}
        onChange={(isHidden) => set.mutate(isHidden ? 'no_text' : 'text')}
      />
      <p className="muted">
        For all of your devices, and always: this application cannot know whether a screen is locked.
      </p>
      <Problem error={set.error} />
    </div>
  );
}
