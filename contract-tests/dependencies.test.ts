import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { auditDocument, faultsOf, lastingPart } from '../tools/dependencies/audit-document.ts';
import { type Inventory, type Package, takeInventory } from '../tools/dependencies/inventory.ts';
import { isAllowed, licenceOfText } from '../tools/dependencies/licence-rules.ts';

const page = 'docs/dependencies.md';

describe('packages of production', () => {
  const inventory = takeInventory('.');

  it('have allowed licences, hashes in the lock file and a purpose, and are not given up by their authors', () => {
    expect(faultsOf(inventory)).to.deep.equal([]);
  });

  it(`are all in ${page}, by name, version and licence`, () => {
    const text = readFileSync(page, 'utf8');
    expect(inventory.production.length).to.be.greaterThan(150);
    for (const { name, version } of inventory.production) expect(text).to.contain(`\`${name}@${version}\``);
    const made = lastingPart(auditDocument(inventory, [], '2026-01-01'));
    expect(lastingPart(text), 'npm run audit:deps').to.equal(made);
  });

  it('are found wherever Node would find them', () => {
    const names = inventory.production.map(({ name }) => name);
    expect(names).to.include.members(['koa', 'pg', 'better-sqlite3', 'pg-protocol', 'preact']);
    expect(names).not.to.include.members(['mocha', 'esbuild', 'playwright-core']);
    expect(inventory.direct.find(({ name }) => name === 'pg')?.transitive).to.be.greaterThan(5);
  });

  it('run no install script: npm is told not to', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).to.include('ignore-scripts=true');
  });
});

describe('the audit of packages', () => {
  const good: Package = {
    ...{ name: 'koa', version: '1.0.0', licence: 'MIT', place: 'node_modules/koa' },
    ...{ hasIntegrity: true, hasInstallScript: false, deprecated: false, optional: false },
  };
  const audited = (bad: Partial<Inventory>) =>
    faultsOf({ direct: [], production: [good], installScripts: [], withoutIntegrity: [], locked: 1, ...bad });

  it('finds nothing where nothing is', () => {
    expect(audited({})).to.deep.equal([]);
  });

  it('finds a licence, a missing hash, a package given up and one that nobody asked for', () => {
    expect(audited({ production: [{ ...good, licence: 'GPL-3.0-only' }] })).to.have.length(1);
    expect(audited({ production: [{ ...good, licence: 'unknown' }] })).to.have.length(1);
    expect(audited({ production: [{ ...good, deprecated: true }] })).to.have.length(1);
    expect(audited({ withoutIntegrity: ['node_modules/koa'] })).to.have.length(1);
    expect(audited({ direct: [{ ...good, name: 'left-pad', transitive: 0 }] })).to.have.length(1);
  });

  it('reads choices of licences, and licences from their text', () => {
    expect(isAllowed('(MIT OR GPL-3.0-only)')).to.equal(true);
    expect(isAllowed('MIT AND GPL-3.0-only')).to.equal(false);
    expect(licenceOfText('Permission is hereby granted, free\nof charge, to any person obtaining a copy')).to.equal(
      'MIT',
    );
    expect(licenceOfText('All rights reserved.')).to.equal(undefined);
  });
});
