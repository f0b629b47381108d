// Lets `npx mocha` run the examples' tests in a checkout that nobody built: they import the package and Node's test runner, as
// its users do, and get the source and Mocha's functions. `npm run test:package` runs them over the packed package.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly default?: string }>>;
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const urlOf = (file: string): string => pathToFileURL(path.resolve(file)).href;

/** The source of one of the package's doors; undefined for other names. */
function sourceOf(specifier: string): string | undefined {
  if (specifier !== 'ledgerport' && !specifier.startsWith('ledgerport/')) return undefined;
  const built = exports[specifier.replace('ledgerport', '.')]?.default;
  return built?.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts');
}

registerHooks({
  resolve(specifier, context, next) {
    const isExample = context.parentURL?.startsWith(urlOf('examples')) === true;
    const runner = isExample && specifier === 'node:test' ? 'tools/mocha-as-node-test.ts' : undefined;
    const file = runner ?? sourceOf(specifier);
    return file === undefined ? next(specifier, context) : { url: urlOf(file), shortCircuit: true };
  },
});
