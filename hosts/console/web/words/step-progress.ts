const shown = 5;

/** What a step counted, in a line: `read 100 · changed 3`. Whatever it found beside numbers is in the result. */
export function stepProgress(result: unknown): string {
  if (typeof result !== 'object' || result === null) return '';
  const counts = Object.entries(result).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return counts
    .slice(0, shown)
    .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count}`)
    .join(' · ');
}
