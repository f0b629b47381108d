// Makes the pages under docs/reference from what the service itself reads or serves.
import { readFileSync } from 'node:fs';
import { coveragePage } from './coverage-page.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { imitatedPage } from './imitated-page.ts';
import { limitsPage } from './limits-page.ts';

export function referencePages(): Readonly<Record<string, string>> {
  return {
    'coverage.md': filled('coverage', coveragePage()),
    'errors.md': filled('errors', errorsPage()),
    'events.md': filled('events', eventsPage()),
    'imitated.md': filled('imitated', imitatedPage()),
    'limits.md': filled('limits', limitsPage()),
    'variables.md': `# Variables\n\nThis is \`.env.example\`:\n\n\`\`\`sh\n${readFileSync('.env.example', 'utf8')}\`\`\`\n`,
  };
}

/** Reads the page of that name beside this file and replaces each name in double braces by its value. */
function filled(page: string, values: Readonly<Record<string, string | number>>): string {
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
