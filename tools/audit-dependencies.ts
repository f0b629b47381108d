// Writes docs/dependencies.md, and ends with 1 when something about the packages of production must not be.
import { readFileSync, writeFileSync } from 'node:fs';
import { auditDocument, faultsOf } from './dependencies/audit-document.ts';
import { takeInventory } from './dependencies/inventory.ts';
import { askRegistry } from './dependencies/registry-word.ts';

const page = 'docs/dependencies.md';

const inventory = takeInventory('.');
const before = readOrNothing();
const document = auditDocument(inventory, askRegistry('.'), new Date().toISOString().slice(0, 10));
writeFileSync(page, document);
const faults = faultsOf(inventory);
console.log(faults.length === 0 ? `${page}: ${before === document ? 'as it was' : 'written'}` : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

function readOrNothing(): string {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return '';
  }
}
