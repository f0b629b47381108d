// The pages under docs/reference, made from what the service reads or serves.
import { readFileSync } from 'node:fs';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { limitsPage } from './limits-page.ts';
import { variablesPage } from './variables-page.ts';

export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    'errors.md': errorsPage(),
    'events.md': eventsPage(),
    'limits.md': limitsPage(),
    'variables.md': variablesPage(readFileSync('.env.example', 'utf8')),
  };
}
