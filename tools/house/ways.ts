// The three ways through the house that docs/architecture.md writes down, as the lists of files that stand there.
import { readFileSync } from 'node:fs';

/** By the way's title, the files in the order in which the page names them. */
export function waysThroughTheHouse(page = 'docs/architecture.md'): Readonly<Record<string, readonly string[]>> {
  const sections = readFileSync(page, 'utf8')
    .split(/^### Way: /m)
    .slice(1);
  return Object.fromEntries(
    sections.map((section) => {
      const [title = ''] = section.split('\n');
      const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
      return [title.trim(), files];
    }),
  );
}
