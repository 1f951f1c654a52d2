/** The time zone in which every page shows times. It is stored on this device, like the theme. */
import { showTimesIn } from './time';

const ZONE = 'time-zone';

/** Null: this device's time zone. */
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
    // Storage is blocked, so the setting lasts until the page is closed.
  }
}

const isZone = (zone: string): boolean => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);

showTimesIn(chosenZone() ?? undefined);
