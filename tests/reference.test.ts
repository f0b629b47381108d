// docs/reference/errors.md explains each reason that the service gives, and no other.
import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { explainedReasons } from '../tools/reference/errors-page.ts';

/** Given to a name that ends with "reason"; what follows may choose among several. */
const named = /\b(?:reason|(?!status)[a-z]\w*Reason)(?: ?:| =(?!=)) ?([^;,}\n]*)|\bstatusReason \?\? ('\w+')/g;
/** Given to a function that makes an error of it: its first word. */
const passed =
  /\b(?:assertRate|conflict|retry|failure|refusedUntil|continueLater|actionRequired|ended|assertNoRetention)\([^')]*(?:'[A-Z_]+', )?('[a-z_]+')/g;

/** What has the name of a reason and is none of an error. */
const others = new Set([
  // of a sync warning: the OpenAPI document says what they mean
  ...['not_understood', 'not_storable', 'stamp_in_future'],
  // of a connection's health
  ...['authorization', 'sync_failed'],
  // of an endpoint that a person disabled
  'requested',
  // of what waits for a member: why it does
  ...['all', 'high'],
  // of a log line
  'unknown',
  // of a filter
  'reason',
  // of operational events
  'address_changed',
  'delivered',
  'enabled',
  'failing',
]);

function givenReasons(): ReadonlySet<string> {
  const files = globSync('{core,hosts,adapters}/**/*.ts', {
    exclude: [
      '**/node_modules/**',
      '**/*.test.ts',
      '**/testing/**',
      'adapters/ledger-sandbox/**',
      'hosts/console/web/**',
    ],
  });
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/^ *(?:\*|\/\/).*$/gm, '');
    const expressions = [...text.matchAll(named), ...text.matchAll(passed)].map(([, one, other]) => one ?? other ?? '');
    const words = expressions.flatMap((expression) => [...expression.matchAll(/(?<!=== )'([a-z_]+)'/g)]);
    return words.map(([, word = '']) => word);
  });
  return new Set(found.filter((word) => !others.has(word)));
}

describe('the page of errors', () => {
  it('explains each reason once that the service gives, and no other', () => {
    const explained = [...explainedReasons()].sort();
    expect(explained).to.deep.equal([...givenReasons()].sort());
  });
});
