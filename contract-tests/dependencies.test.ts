// What the lock file says of the packages of production.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  readonly deprecated?: string;
}

const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
];

/** Packages that name no licence and bring its text. */
const byTheirText: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

/** `A AND B` asks for both licences, `A OR B` for one. */
function isAllowed(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}

function lockedIn(file: string): Readonly<Record<string, Locked>> {
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }).packages;
}

function faultsOf(packages: Readonly<Record<string, Locked>>): readonly string[] {
  return Object.entries(packages).flatMap(
    ([place, { dev, link, license = byTheirText[place] ?? 'no licence', integrity, deprecated }]) => {
      if (!place.includes('node_modules/') || link) return [];
      const faults = integrity === undefined ? ['no hash'] : [];
      if (dev) return faults.map((fault) => `${place}: ${fault}`);
      if (!isAllowed(license)) faults.push(license);
      if (deprecated !== undefined) faults.push('given up by its authors');
      return faults.map((fault) => `${place}: ${fault}`);
    },
  );
}

describe('packages', () => {
  it('have hashes; those of production have licences that allow everything, and are not given up', () => {
    const packages = lockedIn('package-lock.json');
    expect(Object.values(packages).filter(({ dev, link }) => !dev && !link).length).to.be.greaterThan(100);
    expect(faultsOf(packages)).to.deep.equal([]);
  });

  it('of the benchmarks and of the documents have hashes, too', () => {
    for (const folder of ['bench', 'docs']) {
      const locked = Object.entries(lockedIn(`${folder}/package-lock.json`)).filter(([place]) => place !== '');
      expect(locked.length).to.be.greaterThan(10);
      expect(locked.filter(([, { integrity }]) => integrity === undefined)).to.deep.equal([]);
    }
  });

  it('run no install script: npm is told not to', () => {
    for (const file of ['.npmrc', 'bench/.npmrc', 'docs/.npmrc'])
      expect(readFileSync(file, 'utf8').split('\n'), file).to.include('ignore-scripts=true');
  });

  it('that lack a hash, have another licence or are given up are found', () => {
    const good: Locked = { license: '(MIT OR GPL-3.0-only)', integrity: 'sha512-a' };
    const bad = [
      { license: 'MIT' },
      { ...good, license: 'MIT AND GPL-3.0-only' },
      { ...good, deprecated: 'use another' },
      { integrity: 'sha512-b' },
    ];
    const named = Object.fromEntries(bad.map((one, i) => [`node_modules/${i}`, one]));
    expect(
      faultsOf({ 'node_modules/koa': good, 'node_modules/x': { ...good, license: 'GPL-3.0-only', dev: true } }),
    ).to.deep.equal([]);
    expect(faultsOf(named)).to.have.length(bad.length);
  });
});
