import { useLoad } from '../../api/use-load.ts';
import type { Connection, Items, LookAlikeGroup } from '../../api/wire.ts';
import { type Column, Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty, FailureNote, Skeleton } from '../../parts/notes.tsx';
import { Said } from '../../parts/said.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { plural } from '../../words/quantity.ts';
import { singularOf } from '../../words/record-shape.ts';
import { familyLabel } from '../../words/record-summary.ts';
import { ConnectionFrame } from './connection-frame.tsx';

/** What may be one thing that was entered twice in a company's books: by agents, programs, people or anybody. */
export function LookAlikesPage() {
  return <ConnectionFrame>{(connection) => <Groups connection={connection} />}</ConnectionFrame>;
}

function Groups({ connection }: { readonly connection: Connection }) {
  const { api } = usePlace();
  const { data, failure, reload } = useLoad<Items<LookAlikeGroup>>(
    api(`connections/${connection.connection_id}/look-alikes`),
  );
  if (failure) return <FailureNote failure={failure} onRetry={reload} />;
  if (data === undefined) {
    return (
      <div class="card pad">
        <Skeleton lines={8} />
      </div>
    );
  }
  return (
    <>
      <p class="section quiet">
        Records of the last 30 days that may be one thing entered twice. It is no error by itself: equal orders are
        equal. What the first sync found is not among them.
      </p>
      {data.items.length === 0 ? (
        <div class="card">
          <Empty title="Nothing looks the same">
            No two that were made in the last 30 days are equal in contact, currency and amounts.
          </Empty>
        </div>
      ) : (
        data.items.map((group) => <Group key={group.items[0]?.id} group={group} connection={connection} />)
      )}
    </>
  );
}

type Item = LookAlikeGroup['items'][number];

interface GroupProps {
  readonly group: LookAlikeGroup;
  readonly connection: Connection;
}

function Group({ group, connection }: GroupProps) {
  const { type, items } = group;
  return (
    <Card
      title={`${items.length} ${familyLabel(type).toLowerCase()}`}
      actions={<span class="quiet">{equalWords(type)}</span>}
    >
      <Table
        caption={`${plural(items.length, singularOf(type, {}))} that look the same, newest first`}
        columns={columnsFor(connection, type)}
        rows={items}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}

/** What is equal in them. */
function equalWords(type: string): string {
  if (type === 'payments') return 'Equal: what is paid, and the amount';
  if (type === 'contacts') return 'Equal: name, e-mail address or tax number';
  if (type === 'bank_transfers') return 'Equal: both accounts, and the amount';
  return 'Equal: contact, currency, amounts and accounts of the lines';
}

const kindWords: Readonly<Record<Item['kind'], string>> = {
  record: 'in the books',
  operation: 'asked for, not written yet',
  write: 'sent; not known yet whether it was made',
};

function columnsFor(connection: Connection, type: string): readonly Column<Item>[] {
  return [
    { label: 'Which', cell: (item) => <Which item={item} connection={connection} type={type} /> },
    { label: 'State', wide: true, cell: ({ kind }) => kindWords[kind] },
    {
      label: 'Made by',
      cell: ({ by }) =>
        by === null ? <span class="quiet">seen in the books</span> : <Said text={actorWords(by)} line />,
    },
    {
      label: 'Purpose',
      wide: true,
      cell: ({ ref }) => (ref === null ? <span class="quiet">–</span> : <Said text={ref} line />),
    },
    { label: 'When', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}

/** Its number stands beside the link, because it may be a stranger's words. */
function Which({
  item,
  connection,
  type,
}: {
  readonly item: Item;
  readonly connection: Connection;
  readonly type: string;
}) {
  const { to } = usePlace();
  const { id, kind, number } = item;
  if (kind === 'write') return <code>{shortened(id)}</code>;
  const href =
    kind === 'operation'
      ? to(`operations/${id}`)
      : to(`connections/${connection.connection_id}/records/${type}/${encodeURIComponent(id)}`);
  return (
    <>
      <a class="row-link" href={href}>
        <code>{shortened(id)}</code>
      </a>
      {number !== null && (
        <span class="row-under">
          <Said text={number} line />
        </span>
      )}
    </>
  );
}
