import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import { errorCodes } from '#core';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { openApiDocument } from './document.ts';

const { Spectral } = spectralCore;
const { oas } = spectralRulesets;
type Json = Record<string, unknown>;

const document = openApiDocument(routes, 'https://api.ledgerport.test') as Json;
const linter = path.resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');

// The specification's own paths are ambiguous to this rule, and a page's form may answer with nothing but a redirect.
const skippedRules = ['no-ambiguous-paths', 'operation-2xx-response'];

async function lint(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-openapi-'));
  try {
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, text);
    const skipped = skippedRules.map((rule) => `--skip-rule=${rule}`);
    const options = { env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' }, cwd: folder };
    const args = [linter, 'lint', file, '--extends=recommended-strict', '--format=json', ...skipped];
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
      (error: { stdout: string }) => error,
    );
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: { ruleId: string; message: string }[] };
    return report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Judge = (
  media: object,
  options: object,
  context: { readonly path: readonly unknown[] },
) => readonly unknown[] | undefined;
const mediaExamples = 'oas3-valid-media-example';
const { [mediaExamples]: mediaRule } = oas.rules as unknown as Record<string, { then: { function: Judge } }>;

/** The rule compiles a schema at each place that a reference leads to: 1600, of which 190 are places of their own. */
function onceWhereFaultless(judge: Judge): Judge {
  const faultless = new Map<string, WeakSet<object>>();
  return (media, options, context) => {
    // What is read-only concerns requests, what is write-only answers.
    const [root, part, , half] = context.path;
    const kind = String(root === 'components' ? part : half);
    const known = faultless.get(kind) ?? new WeakSet();
    faultless.set(kind, known);
    if (known.has(media)) return undefined;
    const found = judge(media, options, context);
    if (!found?.length) known.add(media);
    return found;
  };
}

/** The codes of the rules that the document breaks. Nobody in particular is its contact. */
async function spectral(checked: object): Promise<string[]> {
  const linting = new Spectral();
  const { then } = mediaRule ?? expect.fail(`Spectral has no rule ${mediaExamples}`);
  // biome-ignore lint/suspicious/noThenProperty: Spectral's own word, and nothing awaits a rule.
  const once = { ...mediaRule, then: { ...then, function: onceWhereFaultless(then.function) } };
  const ruleset = { extends: [oas], rules: { 'info-contact': 'off', [mediaExamples]: once } };
  linting.setRuleset(ruleset as unknown as Parameters<typeof linting.setRuleset>[0]);
  return (await linting.run(checked as Record<string, unknown>)).map(({ code }) => String(code));
}

describe('the OpenAPI document', () => {
  it('is the one that hosts serve (npm run generate)', () => {
    const served = JSON.parse(readFileSync('hosts/koa/openapi.json', 'utf8')) as Json;
    expect({ ...served, servers: document['servers'] }).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('is found without fault by the linter', async () => {
    expect(await lint(JSON.stringify(document))).to.equal('');
  });

  it('is found without fault by the rules for OpenAPI of Spectral', async () => {
    expect(await spectral(document)).to.deep.equal([]);
    const { summary: _summary, ...nameless } = (document['info'] ?? {}) as Json;
    const broken = { ...document, info: nameless, tags: [{ name: 'A' }, { name: 'A' }], paths: {}, webhooks: {} };
    expect(await spectral(broken)).to.include('openapi-tags-uniqueness');
  }).timeout(120_000);

  it('would be found at fault at each place that shows a wrong example', async () => {
    const media = { schema: { type: 'object', required: ['a'] }, examples: { wrong: { value: {} } } };
    const answer = { responses: { 200: { $ref: '#/components/responses/Wrong' } } };
    const wrong = {
      ...document,
      paths: { '/a': { get: answer }, '/b': { get: answer } },
      components: { responses: { Wrong: { description: 'Wrong', content: { 'application/json': media } } } },
    };
    expect((await spectral(wrong)).filter((code) => code === mediaExamples)).to.have.length(3);
  });

  it('says which version and licence it has', () => {
    const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Json;
    expect(document['info']).to.deep.include({ version, license: { name: license, identifier: license } });
  });

  it('would be found at fault if it were wrong', async () => {
    const all = Object.entries(document['paths'] as Json);
    const paths = Object.fromEntries(all.filter(([place]) => place.startsWith('/v1/operations')));
    const broken = JSON.stringify({ ...document, paths, webhooks: {} }).replaceAll(
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

  it('shows an error of each code with which the API answers, in both forms', () => {
    const { responses = {} } = document['components'] as Record<string, Record<string, Json>>;
    const contents = Object.values(responses).flatMap(({ content }) => Object.values(content as Record<string, Json>));
    const shown = contents.map(({ examples }) => Object.keys(examples as Json));
    expect(shown.every((codes) => codes.length > 0)).to.equal(true);
    // A method that a path has not is no operation; a session’s rights concern the console alone.
    const others = ['METHOD_NOT_ALLOWED', 'FORBIDDEN'];
    expect([...new Set(shown.flat()), ...others].sort()).to.deep.equal([...errorCodes].sort());
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
