import { createInterface } from 'node:readline';

const longestLine = 1000;

/** The first lines of standard input; throws when one is missing or empty. */
export async function readSecret(lines: number): Promise<readonly string[]> {
  const found: string[] = [];
  const reader = createInterface({ input: process.stdin, terminal: false });
  for await (const line of reader) {
    if (line.length > longestLine) throw new Error(`a secret may have at most ${longestLine} characters`);
    if (line.trim() !== '') found.push(line.trim());
    if (found.length === lines) break;
  }
  reader.close();
  if (found.length < lines)
    throw new Error(`standard input must hold ${lines} line${lines === 1 ? '' : 's'}: see the usage`);
  return found;
}
