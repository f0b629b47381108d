// Writes the pages under docs/reference (`npm run generate`). tests/docs.test.ts fails if they are out of date.
import { mkdirSync, writeFileSync } from 'node:fs';
import { referencePages } from './reference/pages.ts';

mkdirSync('docs/reference', { recursive: true });
for (const [file, text] of Object.entries(await referencePages())) writeFileSync(`docs/reference/${file}`, text);
