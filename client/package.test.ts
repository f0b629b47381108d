// The client as a stranger gets it: packed, installed in an empty project, and compiled as strictly as possible.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const client = path.resolve(import.meta.dirname);
const run = async (cwd: string, file: string, ...args: readonly string[]) =>
  (
    await promisify(execFile)(file, args, { cwd, encoding: 'utf8' }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${file} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
      },
    )
  ).stdout;
const tsc = [path.resolve('node_modules/typescript/bin/tsc'), '--singleThreaded'];

const strictest = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
};

describe('the client’s package', () => {
  let project: string;

  before(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'ledgerport-client-package-'));
    const built = path.join(project, 'built');
    mkdirSync(built);
    for (const file of ['package.json', 'README.md'])
      writeFileSync(path.join(built, file), readFileSync(path.join(client, file)));
    await run(client, process.execPath, ...tsc, '-p', 'tsconfig.json', '--outDir', path.join(built, 'dist'));
    await run(built, 'npm', 'pack', '--silent', '--pack-destination', project);
    const empty = path.join(project, 'empty');
    mkdirSync(empty);
    writeFileSync(path.join(empty, 'package.json'), '{ "type": "module", "private": true }\n');
    const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
    await run(empty, 'npm', 'install', '--offline', '--no-audit', '--no-fund', path.join(project, tarball));
  });
  after(() => rmSync(project, { recursive: true, force: true }));

  const compileAll = async (texts: Readonly<Record<string, string>>, options: object) => {
    const empty = path.join(project, 'empty');
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(path.join(empty, `${name}.ts`), text);
      return `${name}.ts`;
    });
    const settings = `${Object.keys(texts)[0]}.json`;
    writeFileSync(path.join(empty, settings), JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }));
    return run(empty, process.execPath, ...tsc, '--pretty', 'false', '-p', settings);
  };
  const compile = (name: string, text: string, options: object) => compileAll({ [name]: text }, options);
  const withNode = { types: ['node'], typeRoots: [path.resolve('node_modules/@types')] };

  it('installs nothing but itself', () => {
    const installed = readdirSync(path.join(project, 'empty', 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).to.deep.equal(['@ledgerport']);
  });

  it('compiles what its README says, as strictly as possible', async () => {
    const blocks = [...readFileSync(path.join(client, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)];
    expect(blocks.length).to.be.greaterThan(8);
    const text = blocks.map(([, block = '']) => block).join('\n');
    const wrong = text.replace('unit_amount: 150.5', "unit_amount: '150.5'");
    const said = await compileAll({ readme: text, wrong }, withNode).catch(String);
    const errors = [...said.matchAll(/^(\S+)\(\d+,\d+\): error (\w+)/gm)].map(([, file, code]) => `${file} ${code}`);
    expect(errors, said).to.deep.equal(['wrong.ts TS2322']);
  });

  it('compiles without the types of Node, where the platform’s are those of the web', async () => {
    const text =
      "import { Ledgerport } from '@ledgerport/client';\nexport const lp = new Ledgerport({ apiKey: 'a' });\n";
    await compile('web', text, { types: [], lib: ['es2022', 'dom'] });
  });

  it('verifies webhooks where there is no Node', async () => {
    const empty = path.join(project, 'empty');
    const text =
      "import { verifyWebhookAsync } from '@ledgerport/client/webhooks';\nexport const verify = verifyWebhookAsync;\n";
    await compile('edge', text, { types: [], lib: ['es2024', 'dom'] });
    const script = [
      "import { registerHooks } from 'node:module';",
      'const seen = [];',
      'registerHooks({ resolve(specifier, context, next) { seen.push(specifier); return next(specifier, context); } });',
      "const { verifyWebhookAsync } = await import('@ledgerport/client/webhooks');",
      "console.log(seen.filter((name) => name.startsWith('node:')).length);",
      "console.log(await verifyWebhookAsync('{}', '', 'whsec_').catch(({ reason }) => reason));",
    ].join('\n');
    writeFileSync(path.join(empty, 'edge.mjs'), script);
    expect(await run(empty, process.execPath, 'edge.mjs')).to.equal('0\nsignature_missing\n');
  });

  it('runs, and imports nothing but the platform', async () => {
    const empty = path.join(project, 'empty');
    const script = [
      "import { registerHooks } from 'node:module';",
      'const seen = new Set();',
      'registerHooks({ resolve(specifier, context, next) { seen.add(specifier); return next(specifier, context); } });',
      "const { Ledgerport } = await import('@ledgerport/client');",
      'const fetch = async (url, { headers }) => {',
      "  console.log(headers.get('user-agent'));",
      "  return Response.json({ success: true, data: { source: 'provider', item: { number: 'INV-1' } } });",
      '};',
      "const lp = new Ledgerport({ apiKey: 'acct_test_1', fetch });",
      "console.log((await lp.invoices.get('conn_1', 'inv_1')).number);",
      'console.log([...seen].filter((name) => !/^(node:|\\.|@ledgerport)/.test(name)).length);',
    ].join('\n');
    writeFileSync(path.join(empty, 'script.mjs'), script);
    const { version } = JSON.parse(readFileSync(path.join(client, 'package.json'), 'utf8'));
    expect(await run(empty, process.execPath, 'script.mjs')).to.equal(`ledgerport-client/${version}\nINV-1\n0\n`);
  });
});
