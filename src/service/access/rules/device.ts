/** The device of a session, from a closed list: what its browser says about itself is never stored. */

export const DEVICES = ['windows', 'mac', 'linux', 'chromeos', 'iphone', 'ipad', 'android', 'unknown'] as const;
export type Device = (typeof DEVICES)[number];

/** In this order: Android says Linux too, and ChromeOS says X11. */
const SAYS: readonly (readonly [Device, RegExp])[] = [
  ['iphone', /\biPhone\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  // Most iPads say this as well.
  ['mac', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
];

/** Of the header `User-Agent`. People recognize their sessions by it. Nothing is decided by it, because anybody can send any. */
export function deviceOf(userAgent: string | undefined): Device {
  return SAYS.find(([, said]) => said.test(userAgent ?? ''))?.[0] ?? 'unknown';
}
