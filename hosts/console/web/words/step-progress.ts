const shown = 5;

/** Summarizes a step's counts: `read 100 · changed 3`. The result shows everything else. */
export function stepProgress(result: unknown): string {
  if (typeof result !== 'object' || result === null) return '';
  const counts = Object.entries(result).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return counts
    .slice(0, shown)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(' · ');
}
