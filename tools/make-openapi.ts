// Writes hosts/koa/openapi.json, which hosts serve (`npm run generate`). tools/openapi/document.test.ts fails if it
// differs from the routes and schemas.
import { writeFileSync } from 'node:fs';
import { routes } from '../hosts/koa/routes/routes.ts';
import { openApiDocument } from './openapi/document.ts';

/** A host replaces it by its own URL. */
const document = { ...openApiDocument(routes, 'http://localhost:8080'), servers: [{ url: '/' }] };
writeFileSync('hosts/koa/openapi.json', `${JSON.stringify(document, null, 1)}\n`);
