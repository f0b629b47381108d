import { useState } from 'preact/hooks';
import { type List, useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { ApiKey, Items, ListedProposal } from '../../api/wire.ts';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filter-bar.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Said } from '../../parts/said.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { sumWords } from '../../words/decimal-sums.ts';
import { listedTitle } from '../../words/proposal-words.ts';
import { plural } from '../../words/quantity.ts';
import { ApproveMany } from './approve-many.tsx';

/** What waits for a person: read one after another, or chosen together and approved under their sum. */
export function ApprovalsPage() {
  const { api } = usePlace();
  const may = useMay('operate');
  const list = useList<ListedProposal>(api('approvals'), {
    filters: ['api_key_id', 'connection_id', 'type'],
    limit: 50,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ofCustomer = useConnectionColumn(list.rows);
  const shown = list.rows.filter(({ operation_id: id }) => chosen.has(id));
  const columns = columnsWith(ofCustomer);
  return (
    <>
      <PageHead
        title="Approvals"
        under="Writes that agents have asked for. Nothing of them is in the books until somebody approves it here."
      />
      <Filters list={list} />
      {may && list.rows.length > 0 && (
        <ApproveMany list={list} chosen={shown} onChoose={(ids) => setChosen(new Set(ids))} />
      )}
      <ListTable
        caption="Writes that wait, the newest first"
        // There is no file of what may be gone in a moment.
        list={{ ...list, exported: undefined }}
        columns={may ? [...columns, chooseColumn(chosen, setChosen)] : columns}
        rowKey={({ operation_id: id }) => id}
        empty={
          <Empty title="Nothing waits">
            What an agent’s key asks for and a person must approve appears here, and the alerts tell of it.
          </Empty>
        }
      />
    </>
  );
}

const types = [
  ['record.write', 'Single records'],
  ['records.bulk', 'Many records at once'],
] as const;

function Filters({ list }: { readonly list: List<ListedProposal> }) {
  const { environment } = usePlace();
  const keys = useLoad<Items<ApiKey>>('api-keys?limit=200');
  const agents = (keys.data?.items ?? []).filter((key) => key.kind === 'agent' && key.environment === environment);
  return (
    <FilterBar>
      <FilterSelect
        label="Agent"
        any="Any agent"
        {...list.one('api_key_id')}
        options={agents.map(({ id, name, last_four: last }) => [id, `${name} …${last}`])}
      />
      <FilterSelect label="Kind" any="Any kind" {...list.one('type')} options={types} />
      <FilterText label="Connection id" {...list.one('connection_id')} />
    </FilterBar>
  );
}

function columnsWith(ofCustomer: Column<{ readonly connection_id: string | null }>): readonly Column<ListedProposal>[] {
  return [
    {
      label: 'What',
      cell: (row) => (
        <>
          <a class="row-link" href={`/console/${row.environment}/operations/${row.operation_id}`}>
            <strong>{listedTitle(row)}</strong>
          </a>
          {row.about.contact !== null && (
            <span class="row-under">
              <Said text={row.about.contact} line />
            </span>
          )}
          {row.about.look_alikes > 0 && (
            <span class="row-under word warn">
              looks like {plural(row.about.look_alikes, 'other one', 'other ones')}
            </span>
          )}
        </>
      ),
    },
    { label: 'Amount', kind: 'number', cell: (row) => <strong class="nowrap">{sumWords(row.about.amounts)}</strong> },
    { label: 'Company', cell: ofCustomer.cell },
    {
      label: 'Purpose',
      wide: true,
      cell: ({ about }) => (about.ref === null ? <span class="quiet">–</span> : <Said text={about.ref} line />),
    },
    { label: 'Agent', wide: true, cell: ({ actor }) => <Said text={actor.name ?? actor.id} line /> },
    { label: 'Asked', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}

function chooseColumn(
  chosen: ReadonlySet<string>,
  onChoose: (chosen: ReadonlySet<string>) => void,
): Column<ListedProposal> {
  const turn = (id: string, isOn: boolean) => {
    const others = [...chosen].filter((other) => other !== id);
    onChoose(new Set(isOn ? [...others, id] : others));
  };
  return {
    label: 'Choose',
    kind: 'end',
    cell: (row) => (
      <label class="choose above">
        <span class="hidden">
          {`Choose ${listedTitle(row)} ${sumWords(row.about.amounts)}`.trim()}, {row.operation_id.slice(-6)}
        </span>
        <input
          type="checkbox"
          checked={chosen.has(row.operation_id)}
          onChange={(event) => turn(row.operation_id, event.currentTarget.checked)}
        />
      </label>
    ),
  };
}
