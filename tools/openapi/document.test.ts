import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { errorCodes } from '#core';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { openApiDocument } from './document.ts';

type Json = Record<string, unknown>;

const document = openApiDocument(routes, 'https://api.ledgerport.test') as Json;
const linter = path.resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');

/** Rules that Spectral recommends beyond its strict ones; `npm run lint:openapi` runs Spectral itself. */
const furtherRules = [
  'info-contact',
  'no-duplicated-tag-names',
  'no-invalid-media-type-examples',
  'no-invalid-schema-examples',
  'no-server-trailing-slash',
  'operation-description',
  'operation-singular-tag',
  'operation-tag-defined',
  'path-not-include-query',
  'tag-description',
];
const configuration = {
  extends: ['recommended-strict'],
  rules: Object.fromEntries(furtherRules.map((rule) => [rule, 'error'])),
};

async function lint(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, text);
    await writeFile(path.join(folder, 'redocly.yaml'), JSON.stringify(configuration));
    const options = { env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' }, cwd: folder };
    const args = [linter, 'lint', file, '--format=json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
      (error: { stdout: string }) => error,
    );
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: { ruleId: string; message: string }[] };
    return report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the OpenAPI document', () => {
  it('is the one that hosts serve (npm run generate)', () => {
    const served = JSON.parse(readFileSync('hosts/koa/openapi.json', 'utf8')) as Json;
    const { servers, externalDocs } = document;
    expect({ ...served, servers, externalDocs }).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('is found without fault by the linter', async () => {
    expect(await lint(JSON.stringify(document))).to.equal('');
  });

  it('says which version and licence it has', () => {
    const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Json;
    expect(document['info']).to.deep.include({ version, license: { name: license, identifier: license } });
  });

  it('would be found at fault if it were wrong', async () => {
    const all = Object.entries(document['paths'] as Json);
    const paths = Object.fromEntries(all.filter(([place]) => place.startsWith('/v1/operations')));
    const { contact: _contact, ...info } = document['info'] as Json;
    const media = { schema: { type: 'object', required: ['a'] }, examples: { wrong: { value: {} } } };
    const wrong = { responses: { 200: { description: 'Wrong', content: { 'application/json': media } } } };
    const broken = JSON.stringify({
      ...document,
      info,
      tags: [{ name: 'A' }, { name: 'A' }],
      paths: { ...paths, '/a': { get: wrong } },
      webhooks: {},
    }).replaceAll('"operationId":"getOperation"', '"operationId":"listOperations"');
    const found = await lint(broken);
    for (const rule of [
      'operation-operationId-unique',
      'info-contact',
      'no-duplicated-tag-names',
      'no-invalid-media-type-examples',
      'operation-tag-defined',
    ]) {
      expect(found).to.include(rule);
    }
  });

  it('names every operation once and puts every tag to use', () => {
    const operations = routes.flatMap((route) => route.operations);
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).to.equal(names.length);
    const declared = (document['tags'] as { name: string }[]).map(({ name }) => name);
    expect([...new Set(operations.map(({ tag }) => tag))].sort()).to.deep.equal([...declared].sort());
  });

  it('points only at what it holds, and holds nothing that is not pointed at', () => {
    const text = JSON.stringify(document);
    const pointers = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, pointer]) => pointer));
    const components = document['components'] as Record<string, Json>;
    const held = ['schemas', 'responses', 'parameters', 'headers'].flatMap((kind) =>
      Object.keys(components[kind] ?? {}).map((name) => `${kind}/${name}`),
    );
    expect([...pointers].sort()).to.deep.equal([...held].sort());
  });

  it('shows an error of each code with which the API answers, in both forms', () => {
    const { responses = {} } = document['components'] as Record<string, Record<string, Json>>;
    const { AwaitsApproval: _, ...refusals } = responses;
    const contents = Object.values(refusals).flatMap(({ content }) => Object.values(content as Record<string, Json>));
    const shown = contents.map(({ examples }) => Object.keys(examples as Json));
    expect(shown.every((codes) => codes.length > 0)).to.equal(true);
    // A method that a path lacks is no operation, and only the console's sessions have rights.
    const others = ['METHOD_NOT_ALLOWED', 'FORBIDDEN'];
    expect([...new Set(shown.flat()), ...others].sort()).to.deep.equal([...errorCodes].sort());
  });

  it('marks what is for browsers and the provider, so that generators leave it out', () => {
    const paths = Object.values(document['paths'] as Record<string, Record<string, Json>>);
    const marked = paths.flatMap((methods) => Object.values(methods)).filter((one) => one['x-internal'] === true);
    expect(new Set(marked.flatMap(({ tags }) => tags))).to.deep.equal(
      new Set(['Provider notifications', 'Hosted connect page']),
    );
    expect(marked.length).to.equal(routes.filter(({ kind }) => kind === 'page' || kind === 'receiver').length);
  });

  it('joins no two conditions to a shape with fields of its own, which generators of zod cannot', () => {
    const { schemas = {} } = document['components'] as Record<string, Record<string, Json>>;
    const joined = Object.entries(schemas).filter(([, schema]) => 'allOf' in schema && 'properties' in schema);
    expect(joined.map(([name]) => name)).to.deep.equal([]);
  });
});
