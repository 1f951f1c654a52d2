/**
 * Keys that work on every page, keys that move through a list, and keys of one page. A single key opens or moves
 * something and never decides. None acts while someone types or a dialog is open, and they can be turned off (WCAG 2.1.4).
 */
import { type RefObject, useEffect } from 'react';
import { keepOnDevice, readFromDevice } from './device';

interface Shortcuts {
  readonly commands: () => void;
  readonly shortcuts: () => void;
}

export function useShortcuts({ commands, shortcuts }: Shortcuts): void {
  useKeys((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (!isDialogOpen()) commands();
  });
  useSingleKey('?', shortcuts);
  useSingleKey('/', () => {
    const own = document.querySelector<HTMLElement>('main input[type="search"]');
    if (own === null) commands();
    else own.focus();
  });
}

/** `j` and `k` move the focus from row to row; Enter opens the row, because its title is a link. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useKeys((event) => {
    if (!isPlain(event) || (event.key !== 'j' && event.key !== 'k')) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('a.stretched') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = event.key === 'j' ? Math.min(at + 1, rows.length - 1) : Math.max(at - 1, 0);
    rows[next]?.focus();
  });
}

/** Null: the key does nothing now. A key that is held down acts once. */
export function useSingleKey(key: string, press: (() => void) | null): void {
  useKeys((event) => {
    if (press === null || event.key !== key || event.repeat || !isPlain(event)) return;
    event.preventDefault();
    press();
  });
}

const KEPT = 'single-keys';
/** Also where nothing can be kept on the device. */
let isOff = false;

export function hasSingleKeys(): boolean {
  const kept = readFromDevice(KEPT);
  return kept === undefined ? !isOff : kept !== 'off';
}

export function allowSingleKeys(allowed: boolean): void {
  isOff = !allowed;
  keepOnDevice(KEPT, allowed ? null : 'off');
}

function useKeys(pressed: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

/** Not while someone types, not behind a dialog, and not if they are turned off. */
function isPlain(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !hasSingleKeys()) return false;
  const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea') !== null;
  return !typing && !isDialogOpen();
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog') !== null;
}
