/** The time zone in which every page shows times; kept on this device, as the theme is. */
import { showTimesIn } from './time';

const ZONE = 'time-zone';

/** Null: the zone of the device. */
export function chosenZone(): string | null {
  try {
    const zone = localStorage.getItem(ZONE);
    return zone !== null && isZone(zone) ? zone : null;
  } catch {
    return null;
  }
}

export function chooseZone(zone: string | null): void {
  showTimesIn(zone ?? undefined);
  try {
    if (zone === null) localStorage.removeItem(ZONE);
    else localStorage.setItem(ZONE, zone);
  } catch {
    // Storage is blocked: it holds until the page is closed.
  }
}

const isZone = (zone: string): boolean => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);

showTimesIn(chosenZone() ?? undefined);
