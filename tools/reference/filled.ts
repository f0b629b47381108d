import { readFileSync } from 'node:fs';

/** Reads a page of this folder and replaces names in double braces by values. */
export function filled(page: string, values: Readonly<Record<string, string | number>>): string {
  const unused = new Set(Object.keys(values));
  const text = readFileSync(new URL(`${page}.md`, import.meta.url), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`tools/reference/${page}.md: ${name} is not known`);
    unused.delete(name);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`tools/reference/${page}.md says nothing of ${[...unused].join(', ')}`);
  return text;
}
