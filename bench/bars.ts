// What a run promises: a bar that is missed makes the run fail.

/** Prints the bar with what was measured; the process ends with 1 when one was missed. */
export function bar(
  text: string,
  measured: number,
  most: { readonly most: number } | { readonly least: number },
): void {
  const isMet = 'most' in most ? measured <= most.most : measured >= most.least;
  const asked = 'most' in most ? `at most ${most.most}` : `at least ${most.least}`;
  console.log(`bar: ${text}: ${measured.toFixed(2)} (${asked}): ${isMet ? 'met' : 'missed'}`);
  if (!isMet) process.exitCode = 1;
}
