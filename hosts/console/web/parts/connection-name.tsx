import { useLoad } from '../api/use-load.ts';
import type { Connection, Items } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import type { Column } from './data-table.tsx';
import { shortened } from './id.tsx';

interface OfConnection {
  readonly connection_id: string | null;
}

/** Names the connection of each row, by one request for all of them. */
export function useConnectionColumn(rows: readonly OfConnection[]): Column<OfConnection> {
  const { api } = usePlace();
  const ids = [...new Set(rows.flatMap(({ connection_id: id }) => id ?? []))].sort();
  const path = ids.length === 0 ? undefined : api(`connections?limit=100&connection_ids=${ids}`);
  const known = useLoad<Items<Connection>>(path, { once: true }).data?.items ?? [];
  return {
    label: 'Customer',
    wide: true,
    cell: ({ connection_id: id }) => <Name id={id} connection={known.find((one) => one.connection_id === id)} />,
  };
}

/** A connection's name where the page is about one thing. */
export function ConnectionName({ id }: { readonly id: string }) {
  const { api } = usePlace();
  return <Name id={id} connection={useLoad<Connection>(api(`connections/${id}`), { once: true }).data} />;
}

function Name({ id, connection }: { readonly id: string | null; readonly connection: Connection | undefined }) {
  const { to } = usePlace();
  if (id === null) return <span class="quiet">–</span>;
  const { external_account_id: customer = '', provider_tenant_name: name = null } = connection ?? {};
  return (
    <a class="above cut two" href={to(`connections/${id}`)} title={[customer, id].filter(Boolean).join(' · ')}>
      {name ?? (customer || shortened(id))}
    </a>
  );
}
