// What the package holds, as a stranger gets it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { publint } from 'publint';
import { manifest, type PackedProject, packedProject, run, runScript } from './testing/packed-project.ts';

describe('the package', () => {
  let { project, home }: PackedProject = { project: '', stage: '', home: '' };
  before(() => {
    ({ project, home } = packedProject());
  });

  it('ships what its documents link to, its licence, and no source of ours that needs a compiler', () => {
    const shipped = globSync('**/*', { cwd: home }).map((file) => file.split(path.sep).join('/'));
    expect(shipped).to.include.members(['LICENSE', 'NOTICE', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md']);
    expect(shipped.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).to.deep.equal([]);
    // The console's are served, and their links are those of pages.
    const pages = shipped.filter((file) => file.endsWith('.md') && !file.includes('/assets/'));
    const broken = pages.flatMap((page) =>
      linksOf(readFileSync(path.join(home, page), 'utf8'))
        .map((link) => path.posix.join(path.posix.dirname(page), link))
        .filter((target) => !existsSync(path.join(home, target)))
        .map((target) => `${page} -> ${target}`),
    );
    expect(pages.length).to.be.greaterThan(20);
    expect(broken).to.deep.equal([]);
  });

  it('has nothing that publint complains of', async () => {
    const { messages } = await publint({ pkgDir: home, pack: false });
    // Node does read the `imports` of the package.json that is nearest to a file.
    expect(messages.filter(({ code }) => !/NESTED_PACKAGE/.test(code))).to.deep.equal([]);
  });

  it('is built before it is published, as the client is', () => {
    expect(manifest.scripts['build']).to.equal('node tools/build.ts');
    const steps = [...readFileSync('.github/workflows/release.yml', 'utf8').matchAll(/^ +- run: (.*)$/gm)];
    const commands = steps.map(([, command]) => command);
    expect(commands.slice(-2)).to.deep.equal([
      'npm run build && npm run build --workspace client',
      'npm publish --workspace client --include-workspace-root',
    ]);
  });

  it('brings the command', () => {
    const bin = path.join(home, manifest.bin['ledgerport'] ?? '');
    expect(run(process.execPath, [bin, 'version'], project)).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  it('builds every front door that it promises, with types', () => {
    const missing = Object.values(manifest.exports)
      .flatMap((door) => (typeof door === 'string' ? [door] : [door.types, door.default]))
      .filter((file) => !existsSync(path.join(home, file)));
    expect(missing).to.deep.equal([]);
  });

  it('opens every front door and no other', () => {
    const doors = Object.keys(manifest.exports).map((door) => door.replace(/^\./, 'ledgerport'));
    const script = [
      `for (const door of ${JSON.stringify(doors)}) {`,
      "  const type = door.endsWith('.json') ? { with: { type: 'json' } } : {};",
      '  const found = Object.keys(await import(door, type));',
      "  if (found.length === 0) throw new Error(door + ' is empty');",
      '}',
      "try { await import('ledgerport/dist/core/domain/errors.js'); throw new Error('a deep import was let in'); }",
      "catch (error) { if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error; }",
      "console.log('open');",
    ].join('\n');
    expect(runScript(project, script)).to.contain('open');
  });

  it('importing the core pulls in valibot, decimals and nothing else', () => {
    for (const door of ['ledgerport', 'ledgerport/schemas', 'ledgerport/ports', '@ledgerport/client']) {
      const script = [
        "import { registerHooks } from 'node:module';",
        'const seen = new Set();',
        'registerHooks({ resolve(specifier, context, next) {',
        "  if (!/^[./#]|^file:|^@?ledgerport|^node:/.test(specifier)) seen.add(specifier.split('/')[0]);",
        '  return next(specifier, context);',
        '} });',
        `await import('${door}');`,
        "console.log('packages:' + [...seen].sort().join(','));",
      ].join('\n');
      expect(runScript(project, script), door).to.match(/packages:(decimal\.js,)?(valibot)?\n/);
    }
  });
});

/** Relative links to files, without their anchors. */
function linksOf(page: string): readonly string[] {
  const links = [...page.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}
