import type { Connection } from '../../api/wire.ts';
import { EnvironmentWord } from '../../parts/badge.tsx';
import { Table } from '../../parts/data-table.tsx';
import { Card, type Fact, Facts } from '../../parts/facts.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Said } from '../../parts/said.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { itemFacts, lineCount, type Proposed, valueLines } from '../../words/proposal-words.ts';
import { plural } from '../../words/quantity.ts';
import { currencyOf, factWords, labelOf, type Record } from '../../words/record-shape.ts';
import { shownIn } from '../../words/shown-text.ts';
import { Lines, useTaxNames } from '../connections/record-lines.tsx';

interface CompanyProps {
  readonly name: string;
  readonly title: string;
  readonly amount: string;
}

/** Large, so that nobody approves for another company or another environment: whose books, and what would be done. */
export function WhoseBooks({ name, title, amount }: CompanyProps) {
  const { environment } = usePlace();
  return (
    <section class="card pad whose" aria-label="Whose books, and what">
      <p class="whose-company">
        <Said text={name} line /> <EnvironmentWord environment={environment} />
      </p>
      <p class="whose-act">
        {title}
        {amount !== '' && (
          <>
            {' · '}
            <strong>{amount}</strong> <span class="quiet">before tax</span>
          </>
        )}
      </p>
    </section>
  );
}

type Names = Proposed['names'];

interface DocumentProps {
  readonly connection: Connection;
  readonly type: string;
  readonly title: string;
  readonly record: Record;
  readonly names: Names;
}

/** A record as a person reads it: its contact by name, its facts, its lines. */
export function ProposedDocument({ connection, type, title, record, names }: DocumentProps) {
  const shown = shownIn(record);
  const hasLines = lineCount(shown) > 0;
  const taxNames = useTaxNames(connection, hasLines);
  return (
    <Card title={title}>
      <Facts many facts={[contactFact(connection, shown, names), ...factsOf(type, shown, names)]} />
      {hasLines && <Lines record={shown} taxNames={taxNames} />}
    </Card>
  );
}

function contactFact(connection: Connection, record: Record, names: Names): Fact {
  const id = record['contact_id'];
  if (typeof id !== 'string') return undefined;
  return ['Contact', <RecordLink connection={connection} type="contacts" id={id} name={names[id]} />];
}

interface RecordLinkProps {
  readonly connection: Connection;
  readonly type: string;
  readonly id: string;
  readonly name: string | undefined;
}

/** The link's own words name no text of a stranger: the name stands beside it. */
function RecordLink({ connection, type, id, name }: RecordLinkProps) {
  const { to } = usePlace();
  const href = to(`connections/${connection.connection_id}/records/${type}/${encodeURIComponent(id)}`);
  return (
    <span class="pair">
      <strong>
        <Said text={name ?? id} line />
      </strong>
      <a href={href}>open</a>
    </span>
  );
}

function factsOf(type: string, record: Record, names: Names): readonly Fact[] {
  return itemFacts(type, record).map((field) => {
    const value = record[field];
    const words = typeof value === 'string' && names[value] ? [names[value]] : factWords(record, field);
    return words.length === 0 ? undefined : [labelOf(field), <TextLines lines={words} />];
  });
}

function TextLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <>
      {lines.map((line, i) => (
        <span key={`${i}`} class="line">
          <Said text={line} />
        </span>
      ))}
    </>
  );
}

/** What a change would give another value, before and after. */
export function ProposedChanges({ proposed }: { readonly proposed: Proposed }) {
  const { changes, names, before, item } = proposed;
  const currency = currencyOf(item ?? before ?? {});
  if (changes.length === 0) return null;
  return (
    <Card title="What would change">
      <Table
        caption="What would change, before and after"
        columns={[
          { label: 'Field', cell: ({ path }) => labelOf(path) },
          { label: 'Now', cell: (change) => <TextLines lines={valueLines(change.before, names, currency)} /> },
          {
            label: 'Afterwards',
            cell: (change) => (
              <strong>
                <TextLines lines={valueLines(change.after, names, currency)} />
              </strong>
            ),
          },
        ]}
        rows={changes}
        rowKey={({ path }) => path}
      />
    </Card>
  );
}

interface PlanProps {
  readonly plan: Record | null;
  readonly names: Names;
}

/** What an automation would write, or the items of a bulk write, as it was planned when it was proposed. */
export function ProposedPlan({ plan, names }: PlanProps) {
  if (plan === null) return null;
  const items = Array.isArray(plan['items']) ? (plan['items'] as readonly Record[]) : undefined;
  return (
    <Card title={items ? plural(items.length, 'record') : 'What it would write'}>
      {items ? <PlanItems items={items} names={names} /> : <JsonView label="Plan" value={shownIn(plan)} />}
    </Card>
  );
}

function PlanItems({ items, names }: { readonly items: readonly Record[]; readonly names: Names }) {
  const contact = ({ contact_id: id, name }: Record) => String(names[String(id)] ?? name ?? id ?? '');
  return (
    <Table
      caption="Records"
      columns={[
        { label: 'Item', cell: (row) => <Said text={String(row['item_key'] ?? '')} line /> },
        { label: 'For', cell: (row) => <Said text={contact(row)} line /> },
        {
          label: 'Lines',
          cell: (row) => <TextLines lines={valueLines(row['line_items'] ?? [], names, currencyOf(row))} />,
        },
      ]}
      rows={items}
      rowKey={(row) => JSON.stringify(row)}
    />
  );
}
