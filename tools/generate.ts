// Writes the files made from routes and schemas (`npm run generate`): the OpenAPI document that hosts serve, the
// generated half of the client, the pages under docs/reference, and the columns in docs/exports.md. Tests fail if one is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { routes } from '../hosts/koa/routes/routes.ts';
import { type ApiDocument, clientFiles } from './client/client-files.ts';
import { openApiDocument } from './openapi/document.ts';
import { withColumns } from './reference/export-columns.ts';
import { referencePages } from './reference/pages.ts';

const document = openApiDocument(routes, 'http://localhost:8080');
/** A host replaces this with its own URL. */
const servers = [{ url: '/' }];
writeFileSync('hosts/koa/openapi.json', `${JSON.stringify({ ...document, servers }, null, 1)}\n`);
for (const [name, text] of Object.entries(clientFiles(document as ApiDocument)))
  writeFileSync(`client/generated/${name}`, text);
mkdirSync('docs/reference', { recursive: true });
for (const [file, text] of Object.entries(referencePages())) writeFileSync(`docs/reference/${file}`, text);
writeFileSync('docs/exports.md', withColumns(readFileSync('docs/exports.md', 'utf8')));
