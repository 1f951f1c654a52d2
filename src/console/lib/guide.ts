/** Whether the admin of a new organization still begins with the guide, as this device remembers it. */
import { keepOnDevice, readFromDevice } from './device';

const skipped = (org: string): string => `guide-skipped:${org}`;

/** Where storage is blocked, the guide never opens by itself. */
export const isGuideSkipped = (org: string): boolean => readFromDevice(skipped(org)) !== null;

export const skipGuide = (org: string): void => keepOnDevice(skipped(org), '1');
