// Answers of made-up books with what is told of them, both written by hand: fixtures/reports/README.md says how.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { type ReportName, reportNames } from '../../domain/report-query.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { openBooks } from '../resources/testing/books.ts';
import { givenService } from '../testing/worlds.ts';
import type { ShownReport } from './read-report.ts';

type Cell = string | null;
type Given =
  | readonly ['H' | 'R' | 'T', ...(readonly Cell[])]
  | readonly ['S', string]
  | readonly ['S', string, readonly Given[]];

interface Example {
  readonly name: string;
  readonly asked: Readonly<Record<string, string>>;
  readonly given: readonly Given[];
  readonly told: { readonly columns: unknown; readonly rows: unknown; readonly warnings: unknown };
}

const idOf = (name: string): string => `00000000-0000-4000-8000-${name.padStart(12, '0')}`;
const noAccounts: Readonly<Record<string, string>> = {
  FX: 'FXGROUPID',
  CYE: 'abababab-abab-abab-abab-abababababab',
  ZERO: '00000000-0000-0000-0000-000000000000',
  x: 'not-an-id',
};
const mark = /^(.*)([@^#])(\w+)$/;
const rowTypes = { H: 'Header', R: 'Row', T: 'SummaryRow' } as const;

/** In the provider's form. */
function rowOf(given: Given): object {
  if (given[0] === 'S') {
    const [, title, rows] = given;
    return { RowType: 'Section', Title: title, ...(rows && { Rows: rows.map(rowOf) }) };
  }
  const [type, ...cells] = given;
  const [, , kind, name = ''] = cells.map((cell) => mark.exec(cell ?? '')).find(Boolean) ?? [];
  const attributesOf = (place: number) => {
    if (kind === '@') return [{ Id: 'account', Value: noAccounts[name] ?? idOf(name) }];
    if (kind === '#') return [{ Id: 'invoiceID', Value: idOf(name) }];
    if (kind === '^' && place === 0) return [{ Id: 'accountID', Value: idOf(name) }];
    return kind === '^' && (place === 2 || place === 3) ? [{ Id: 'account', Value: idOf(name) }] : [];
  };
  const written = cells.map((cell, place) => {
    const attributes = attributesOf(place);
    const value = cell === null ? {} : { Value: mark.exec(cell)?.[1] ?? cell };
    return { ...value, ...(attributes.length > 0 && { Attributes: attributes }) };
  });
  return { RowType: rowTypes[type as 'H' | 'R' | 'T'], Cells: written };
}

const pseudos = { current_year_earnings: 'cye', exchange_group: 'fx' } as const;

/** As the examples have it. */
function told({ columns, rows, warnings }: ShownReport): Example['told'] {
  const names = Array.from({ length: 9 }, (_, number) => String(number));
  const known = new Map([
    ...names.map((name) => [resourceIdOf('accounts', idOf(name)), `a${name}`] as const),
    ...names.map((name) => [resourceIdOf('invoices', idOf(name)), `i${name}`] as const),
  ]);
  return {
    columns: columns.map(({ key, label, from, to }) => [key, label, from, to]),
    rows: rows.map(({ kind, depth, section, label, accountId, pseudo, documentId, values, texts = {} }) => {
      const id = accountId ?? documentId;
      const reference = pseudo ? pseudos[pseudo] : id === null ? '' : known.get(id);
      const cellOf = (key: string) => {
        const text = texts[key];
        if (text !== undefined) return `=${text}`;
        return key in values ? values[key] : '=';
      };
      const cells = kind === 'section' ? [] : columns.map(({ key }) => cellOf(key));
      return [kind, depth, section, label, reference, ...cells];
    }),
    warnings: warnings.map(({ code, path }) => [code, path]),
  };
}

const examplesOf = (report: ReportName) =>
  JSON.parse(readFileSync(`fixtures/reports/${report}.json`, 'utf8')) as readonly Example[];

describe('a report of the provider', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));

  it('is told in forty-one examples', () => {
    expect(reportNames.flatMap(examplesOf)).to.have.length(41);
  });

  for (const report of reportNames) {
    for (const { name, asked, given, told: expected } of examplesOf(report)) {
      it(`${report}: ${name}`, async () => {
        const body = JSON.stringify({ Reports: [{ ReportName: 'x', Rows: given.map(rowOf) }] });
        const headers = { 'content-type': 'application/json' };
        const match = { path: '/api.xro/2.0/Reports/*' };
        await service.sandbox.control('POST', 'faults', { match, action: { status: 200, headers, body } });
        const of = report.startsWith('aged') ? { contact_id: idOf('7') } : {};
        const query = { ...asked, ...of };
        const path = { connectionId: books.connection.id, report, query, waitSeconds: 0 };
        expect(told(await service.core.reports.read(tenancy.test, path))).to.deep.equal(expected);
      });
    }
  }
});
