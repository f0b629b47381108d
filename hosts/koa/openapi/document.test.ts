import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { routes } from '../routes/routes.ts';
import { openApiDocument } from './document.ts';

type Json = Record<string, unknown>;

const document = openApiDocument(routes, 'https://api.ledgerport.test') as Json;
const linter = path.resolve(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');

// The specification's own paths are ambiguous to this rule; a page's form may answer with nothing but a redirect; and a
// request schema may say both "not negative" and "greater than 0".
const skippedRules = ['no-ambiguous-paths', 'operation-2xx-response', 'no-mixed-number-range-constraints'];

async function lint(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, text);
    const skipped = skippedRules.map((rule) => `--skip-rule=${rule}`);
    const options = { env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' }, cwd: folder };
    const args = [linter, 'lint', file, '--format=json', ...skipped];
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
  it('is found without fault by the linter', async () => {
    expect(await lint(JSON.stringify(document))).to.equal('');
  });

  it('would be found at fault if it were wrong', async () => {
    const broken = JSON.stringify(document).replaceAll(
      '"operationId":"getOperation"',
      '"operationId":"listOperations"',
    );
    expect(await lint(broken)).to.include('operation-operationId-unique');
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

  it('says of itself that it needs no key', () => {
    const paths = document['paths'] as Record<string, { get?: Json }>;
    const { security, description } = paths['/v1/openapi.json']?.get ?? {};
    expect(security).to.deep.equal([]);
    expect(description).to.match(/^Public: it needs no key/);
  });

  it('asks for a key on every operation of the JSON API and on no other', () => {
    for (const route of routes) {
      const keyed = route.path.startsWith('/v1/') && route.path !== '/v1/openapi.json';
      expect(route.kind === 'api', route.path).to.equal(keyed);
    }
  });
});
