// The processor time that processes have used, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second (USER_HZ). */
const tickMs = 10;

interface Stat {
  readonly parent: number;
  readonly ownMs: number;
  /** With that of children that have ended. */
  readonly wholeMs: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, ofUser = 0, ofSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at]);
    return { parent, ownMs: (user + system) * tickMs, wholeMs: (user + system + ofUser + ofSystem) * tickMs };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

export function processMs(pid: number): number {
  return statOf(pid)?.ownMs ?? 0;
}

/** Of a server and its processes, that run or have ended; `backend` is the id of one of them. */
export function serverMs(backend: number): number {
  const parent = statOf(backend)?.parent ?? 0;
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((one) => one?.parent === parent)
    .reduce((sum, one) => sum + (one?.ownMs ?? 0), 0);
  return running + (statOf(parent)?.wholeMs ?? 0);
}
