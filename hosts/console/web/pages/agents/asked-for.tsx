import type { AgentDay, ListedProposal } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Said } from '../../parts/said.tsx';
import { Time } from '../../parts/time.tsx';
import { actorWords } from '../../words/actor-words.ts';
import { sumWords } from '../../words/decimal-sums.ts';
import { listedTitle } from '../../words/proposal-words.ts';
import { operationState } from '../../words/state-words.ts';

/** What it asked a person for on that day, and what people said. */
export function AskedFor({ found }: { readonly found: AgentDay }) {
  return (
    <Card title="What it asked people for">
      {found.proposals.length === 0 ? (
        <p class="pad quiet">Nothing had to be approved on this day.</p>
      ) : (
        <Table
          caption="What it asked people for, newest first"
          columns={[
            { label: 'What', cell: (row) => <What row={row} /> },
            {
              label: 'What people said',
              cell: (row) => (
                <>
                  <StateBadge state={operationState(row)} />
                  <Decision decision={row.decision} />
                </>
              ),
            },
            { label: 'Asked', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
          ]}
          rows={found.proposals}
          rowKey={({ operation_id: id }) => id}
        />
      )}
    </Card>
  );
}

function What({ row }: { readonly row: ListedProposal }) {
  const { contact, ref: purpose } = row.about;
  const amount = sumWords(row.about.amounts);
  return (
    <>
      <a class="row-link" href={`/console/${row.environment}/operations/${row.operation_id}`}>
        <strong>{listedTitle(row)}</strong>
      </a>
      {(contact !== null || amount !== '') && (
        <span class="row-under">
          {contact !== null && <Said text={contact} line />} <strong class="nowrap">{amount}</strong>
        </span>
      )}
      {purpose !== null && (
        <span class="row-under">
          for “<Said text={purpose} line />”
        </span>
      )}
    </>
  );
}

function Decision({ decision }: { readonly decision: ListedProposal['decision'] }) {
  if (decision === null) return null;
  return (
    <span class="row-under">
      {decision.verdict === 'approved' ? 'Approved' : 'Declined'} by {actorWords(decision.by)}
      {decision.comment !== null && (
        <>
          : “<Said text={decision.comment} line />”
        </>
      )}
    </span>
  );
}
