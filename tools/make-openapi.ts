// Writes hosts/koa/openapi.json, which hosts serve: `npm run generate`. tools/openapi/document.test.ts fails when it is not
// what the routes and their schemas say.
import { writeFileSync } from 'node:fs';
import { routes } from '../hosts/koa/routes/routes.ts';
import { openApiDocument } from './openapi/document.ts';

/** A host puts its own address there. */
const document = { ...openApiDocument(routes, 'http://localhost:8080'), servers: [{ url: '/' }] };
writeFileSync('hosts/koa/openapi.json', `${JSON.stringify(document, null, 1)}\n`);
