/** The time zone in which every page shows times. It is stored on this device, like the theme. */
import { keepOnDevice, readFromDevice } from './device';
import { showTimesIn } from './format';

const ZONE = 'time-zone';

/** Null: this device's time zone. */
export function chosenZone(): string | null {
  const zone = readFromDevice(ZONE) ?? null;
  return zone !== null && isZone(zone) ? zone : null;
}

export function chooseZone(zone: string | null): void {
  showTimesIn(zone ?? undefined);
  keepOnDevice(ZONE, zone);
}

const isZone = (zone: string): boolean => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);

showTimesIn(chosenZone() ?? undefined);
