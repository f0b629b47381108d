import type { Connection, Report } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/facts.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { groupedAmount, reportFacts, reportTitle } from '../../words/report-words.ts';

type Row = Report['rows'][number];

/** More columns than stand side by side on an upright page. */
const uprightMost = 5;

/** A report as a table, on screen and on paper. */
export function ReportTable({ connection, report }: { readonly connection: Connection; readonly report: Report }) {
  const { columns, rows, warnings } = report;
  const title = reportTitle(report);
  const isWide = columns.length > uprightMost;
  return (
    <Card
      title={title}
      actions={<Button look="small" words="Print" label={`Print ${title}`} onClick={() => print()} />}
    >
      <p class="pad quiet">
        {connection.provider_tenant_name ?? connection.external_account_id} · {reportFacts(report)} · computed{' '}
        <Time at={report.generated_at} />
      </p>
      {warnings.length > 0 && (
        <div class="pad stack">
          {warnings.map(({ path, message }) => (
            <Note key={path} tone="warn">
              {placeOf(path, report)}: {message}
            </Note>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide report is scrolled with the keyboard, too */}
      <section class="report-box" aria-label={title} tabIndex={0}>
        <table class={isWide ? 'report wide' : 'report'}>
          <caption class="hidden">{title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label || key.replaceAll('_', ' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // Rows have no ids, two may be equal, and only the whole report is exchanged.
              <ReportRow key={place} connection={connection} report={report} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

interface ReportRowProps {
  readonly connection: Connection;
  readonly report: Report;
  readonly row: Row;
}

function ReportRow({ connection, report: { columns }, row }: ReportRowProps) {
  return (
    <tr class={`of-${row.kind}`}>
      <th scope={row.kind === 'section' ? 'rowgroup' : 'row'} style={{ '--depth': row.depth }}>
        <RowLabel connection={connection} row={row} />
      </th>
      {columns.map(({ key }) => {
        const amount = row.values[key];
        const text = row.texts?.[key];
        return (
          <td key={key} class={text === undefined ? 'amount' : 'text'}>
            {text ?? (amount ? groupedAmount(amount) : '')}
          </td>
        );
      })}
    </tr>
  );
}

function RowLabel({ connection, row }: Omit<ReportRowProps, 'report'>) {
  const { to } = usePlace();
  const records = `connections/${connection.connection_id}/records`;
  if (row.account_id) return <a href={to(`${records}/accounts/${row.account_id}`)}>{row.label}</a>;
  if (row.document_id) return <a href={to(`${records}/invoices/${row.document_id}`)}>{row.label || 'Document'}</a>;
  return <>{row.label}</>;
}

/** Such as `Total Bank, 30 Nov 2026` for `rows[3].values.current`. */
function placeOf(path: string, { rows, columns }: Report): string {
  const [, place, key] = /^rows\[(\d+)\]\.values\.(.+)$/.exec(path) ?? [];
  const column = columns.find((one) => one.key === key);
  return place === undefined ? 'Columns' : `${rows[Number(place)]?.label ?? ''}, ${column?.label || key}`;
}
