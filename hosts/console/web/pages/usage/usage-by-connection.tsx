import { useAllPages } from '../../api/use-all-pages.ts';
import type { Connection, UsageItem } from '../../api/wire.ts';
import { type Column, Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { billableMeters, meterLabel, meterNames } from '../../words/meter-words.ts';
import { bytes, grouped, plural } from '../../words/quantity.ts';
import { connectionsOf, table } from '../../words/usage-sums.ts';
import { CsvButton } from './csv-button.tsx';

const mostRows = 50;

interface Row {
  readonly id: string;
  readonly href: string;
  readonly name: string;
  readonly customer: string;
  readonly values: readonly number[];
  readonly billable: number;
}

interface UsageByConnectionProps {
  readonly items: readonly UsageItem[];
  readonly file: string;
}

/** Use by connection, the most billable use first; a bar compares each with the largest. */
export function UsageByConnection({ items, file }: UsageByConnectionProps) {
  const { api, to } = usePlace();
  const { rows: known = [] } = useAllPages<Connection>(api('connections'));
  const rows = table(items, 'connection_id', connectionsOf(items), meterNames).map(({ key: id, values }): Row => {
    const connection = known.find(({ connection_id }) => connection_id === id);
    const billable = values.slice(0, billableMeters.length).reduce((sum, value) => sum + value, 0);
    const name = connection?.provider_tenant_name ?? shortened(id);
    const customer = connection?.external_account_id ?? '';
    return { id, href: to(`connections/${id}`), name, customer, values, billable };
  });
  const most = Math.max(1, ...rows.map(({ billable }) => billable));
  return (
    <Card
      title="By connection"
      actions={
        <CsvButton
          name={`${file}-by-connection.csv`}
          header={['connection_id', 'organization', 'customer', ...meterNames]}
          rows={() => rows.map(({ id, name, customer, values }) => [id, name, customer, ...values])}
          what="by connection"
        />
      }
    >
      {rows.length === 0 ? (
        <Empty title="Nothing was used">No connection was read, written or synced in this period.</Empty>
      ) : (
        <Table
          caption="Usage by connection, most billable first"
          columns={columnsWith(most)}
          rows={rows.slice(0, mostRows)}
          rowKey={({ id }) => id}
        />
      )}
      {rows.length > mostRows && (
        <p class="pad quiet">{plural(rows.length - mostRows, 'more connection')}; the file has all of them.</p>
      )}
    </Card>
  );
}

function columnsWith(most: number): readonly Column<Row>[] {
  return [
    {
      label: 'Organization',
      cell: ({ href, name, customer }) => (
        <a class="row-link" href={href}>
          <strong>{name}</strong> <span class="quiet">{customer}</span>
        </a>
      ),
    },
    {
      label: 'Billable',
      kind: 'number',
      cell: ({ billable }) => (
        <span class="share">
          <progress class="share-bar" max={most} value={billable} aria-hidden="true" />
          <strong>{grouped(billable)}</strong>
        </span>
      ),
    },
    ...meterNames.map((meter, i): Column<Row> => {
      const cell = ({ values }: Row) => (meter === 'provider_bytes_in' ? bytes : grouped)(values[i] ?? 0);
      return { label: shortLabels[meter] ?? meterLabel(meter), kind: 'number', wide: true, cell };
    }),
  ];
}

const shortLabels: Readonly<Record<string, string>> = {
  automation_run: 'Automations',
  provider_request: 'Requests',
  webhook_event: 'Events',
  provider_calls: 'Calls',
  provider_bytes_in: 'Data',
};
