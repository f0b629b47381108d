// In which parts and in which order the test files run: nothing but lists, so that a test plays it.
import type { Times } from './processor-time.ts';

export interface Part {
  readonly name: string;
  readonly files: readonly string[];
  /** Runs instead of mocha. */
  readonly command?: readonly string[];
}

/** What a file is taken for that nobody has measured. */
const unmeasuredSeconds = 0.5;

function secondsOf({ files }: Part, times: Times): number {
  return files.reduce((sum, file) => sum + (times[file] ?? unmeasuredSeconds), 0);
}

/**
 * Cuts what takes longer than `most` seconds into pieces of about the same time, none of them empty. A piece keeps the order
 * of its files, so that those of one folder, which load the same modules, stay together.
 */
export function cut(part: Part, times: Times, most: number): readonly Part[] {
  const whole = secondsOf(part, times);
  const wanted = Math.min(part.files.length, Math.ceil(whole / most));
  if (wanted <= 1) return [part];
  const pieces: string[][] = [];
  let before = 0;
  for (const file of part.files) {
    const seconds = times[file] ?? unmeasuredSeconds;
    // By its middle, so that a long file does not drag its neighbours along.
    const place = Math.min(wanted - 1, Math.floor(((before + seconds / 2) / whole) * wanted));
    pieces[place] = [...(pieces[place] ?? []), file];
    before += seconds;
  }
  const filled = pieces.filter((files) => files !== undefined);
  return filled.map((files, i) => ({ name: `${part.name} (${i + 1} of ${filled.length})`, files }));
}

/** The longest first: then all processes end at about the same time. */
export function longestFirst(parts: readonly Part[], times: Times): readonly Part[] {
  return parts.toSorted((a, b) => secondsOf(b, times) - secondsOf(a, times));
}

/** How long a piece may be: short beside the whole run, long beside the start of a process. */
export function pieceSeconds(parts: readonly Part[], times: Times): number {
  return Math.max(20, parts.reduce((sum, part) => sum + secondsOf(part, times), 0) / 16);
}
