// A host that serves no agent pays nothing for them: no package is loaded before the first call, and none is installed.
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { importsOf } from '../../contract-tests/import-rules.ts';

const name = '@modelcontextprotocol/';

describe('the package of the protocol', () => {
  it('is loaded by one import, at the first call, and by no file when it is loaded itself', () => {
    const files = globSync('{core,adapters,hosts,client}/**/*.ts', {
      exclude: ['**/node_modules/**', '**/testing/**', '**/*.test.ts'],
    });
    expect(files.length).to.be.greaterThan(500);
    const loading = files.flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const named = importsOf(source).filter(({ specifier, typeOnly }) => specifier.startsWith(name) && !typeOnly);
      // An import in the middle of a function is a call.
      return named.map(() => `${file} ${/await import\('@modelcontextprotocol/.test(source) ? 'later' : 'at once'}`);
    });
    // A type that is taken by `typeof import(…)` loads nothing.
    expect([...new Set(loading)]).to.deep.equal(['hosts/mcp/serve.ts later']);
  });

  it('comes with no installation of production', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const parts = Object.entries(lock.packages).filter(
      ([place]) => place.includes(name) || place === 'node_modules/zod',
    );
    expect(parts.length).to.be.greaterThan(2);
    for (const [place, { dev }] of parts) expect(dev, place).to.equal(true);
    const { peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(peerDependenciesMeta[`${name}server`]).to.deep.equal({ optional: true });
  });
});
