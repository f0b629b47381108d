/** Draws that are the same for the same seed (mulberry32). */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `below`. */
  below(below: number): number;
  /** True with this probability. */
  hits(probability: number): boolean;
  of<T>(among: readonly T[]): T;
  /** Draws of its own, which do not depend on how many others were made in between. */
  apart(name: string): Chance;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    hits: (probability) => next() < probability,
    of<T>(among: readonly T[]): T {
      const one = among[below(among.length)];
      if (one === undefined) throw new Error('there is nothing to choose from');
      return one;
    },
    apart: (name) =>
      chanceOf([...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed)),
  };
}
