const lettersMost = 40;

/** Returns `; did you mean …?` with the nearest known word, or ''. */
export function meant(word: string, known: readonly string[]): string {
  if (word.length > lettersMost) return '';
  const far = Math.max(2, Math.floor(word.length / 3));
  const ranked = known.map((one) => ({ one, steps: distance(word, one) })).sort((a, b) => a.steps - b.steps);
  const [nearest] = ranked;
  return nearest && nearest.steps <= far ? `; did you mean ${nearest.one}?` : '';
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
