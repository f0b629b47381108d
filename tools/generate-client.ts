// Writes client/generated/ from the service's routes (`npm run generate`).
import { writeFileSync } from 'node:fs';
import { routes } from '../hosts/koa/routes/routes.ts';
import { type ApiDocument, clientFiles } from './client/client-files.ts';
import { openApiDocument } from './openapi/document.ts';

const document = openApiDocument(routes, 'http://localhost:8080') as ApiDocument;
for (const [name, text] of Object.entries(clientFiles(document))) writeFileSync(`client/generated/${name}`, text);
