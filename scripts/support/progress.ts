/** How far a long command is: one line that is rewritten on a terminal, and a plain line for each tenth elsewhere. */

export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** `what` names what is counted, for example `schedules`. */
  at(done: number, what: string): void;
  /** Prints a line that stays, above the one that is rewritten. */
  say(text: string): void;
  /** Removes the line that is rewritten. */
  end(): void;
}

const PARTS = 10;
const WIDTH = 20;
const ERASED = '\r\u001b[2K';
/** Often enough to show that it advances. */
const REDRAWN_EVERY_MS = 100;

export function createProgress(total: number, screen: Screen = process.stderr, nowMs = Date.now): Progress {
  const startedMs = nowMs();
  let part = 0;
  let drawnMs = Number.NEGATIVE_INFINITY;
  let line = '';
  const draw = (text: string) => {
    line = text;
    screen.write(`${ERASED}${text}`);
  };
  return {
    at(done, what) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const passedMs = nowMs() - startedMs;
      const text = `${done} of ${total} ${what}, ${seconds(passedMs)}`;
      if (screen.isTTY === true) {
        if (nowMs() - drawnMs < REDRAWN_EVERY_MS && done < total) return;
        drawnMs = nowMs();
        const left = done === 0 || done >= total ? '' : `, about ${seconds((passedMs * (total - done)) / done)} left`;
        draw(`${bar(share)} ${text}${left}`);
      } else if (Math.floor(share * PARTS) > part) {
        part = Math.floor(share * PARTS);
        screen.write(`${text}\n`);
      }
    },
    say(text) {
      if (screen.isTTY !== true) screen.write(`${text}\n`);
      else screen.write(`${ERASED}${text}\n${line}`);
    },
    end() {
      if (screen.isTTY === true && line !== '') draw('');
    },
  };
}

function bar(share: number): string {
  const full = Math.round(share * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}

function seconds(ms: number): string {
  const all = Math.round(ms / 1000);
  return all < 60 ? `${all} s` : `${Math.floor(all / 60)} min ${all % 60} s`;
}
