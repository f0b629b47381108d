import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Connection, Items } from '../../api/wire.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { amountWords } from '../../words/amounts.ts';
import type { Record } from '../../words/record-shape.ts';
import { InvoiceLink } from './record-document.tsx';

interface AllocationsProps {
  readonly connection: Connection;
  /** The family that holds the credit. */
  readonly type: string;
  readonly record: Record;
  /** Called after a change; the cached copies are read again by themselves. */
  readonly onChanged: () => void;
}

/** The invoices that a credit settles: a part more, or one taken back. */
export function RecordAllocations({ connection, type, record, onChanged }: AllocationsProps) {
  const { api } = usePlace();
  const [removing, setRemoving] = useState<Record>();
  const toast = useToast();
  if (!useMay('operate')) return null;
  const path = api(`connections/${connection.connection_id}/${type}/${record['id']}/allocations`);
  const rows = Array.isArray(record['allocations']) ? (record['allocations'] as readonly Record[]) : [];
  const left = Number(record['remaining_credit'] ?? 0);
  const currency = typeof record['currency'] === 'string' ? record['currency'] : null;
  if (rows.length === 0 && (left <= 0 || record['status'] !== 'AUTHORISED')) return null;
  const named = (row: Record) => String(row['allocation_id'] ?? row['invoice_id']);
  return (
    <Card title="Allocate this credit">
      <div class="pad files">
        {rows.length > 0 && (
          <Table
            caption="Allocations of this credit"
            rows={rows}
            rowKey={named}
            columns={[
              {
                label: 'Invoice',
                cell: (row) => <InvoiceLink connection={connection} id={String(row['invoice_id'])} />,
              },
              { label: 'Amount', kind: 'number', cell: (row) => amountWords(row['amount'], currency) },
              {
                label: 'Act',
                kind: 'end',
                cell: (row) => <Button look="small" words="Take back…" onClick={() => setRemoving(row)} />,
              },
            ]}
          />
        )}
        {left > 0 && record['status'] === 'AUTHORISED' && (
          <Allocate
            {...{ connection, record, path, left, currency }}
            onDone={() => {
              toast('Allocated');
              onChanged();
            }}
          />
        )}
      </div>
      {removing && (
        <ConfirmDialog
          title="Take this allocation back?"
          verb="Take it back"
          said="Taken back"
          act={(run) => run('DELETE', `${path}/${encodeURIComponent(named(removing))}`)}
          onDone={() => {
            setRemoving(undefined);
            onChanged();
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {amountWords(removing['amount'], currency)} of the invoice are due again, and the credit has them again.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface AllocateProps extends Pick<AllocationsProps, 'connection' | 'record'> {
  readonly path: string;
  readonly left: number;
  readonly currency: string | null;
  readonly onDone: () => void;
}

function Allocate({ connection, record, path, left, currency, onDone }: AllocateProps) {
  const action = useAction();
  const open = useOpenInvoices(connection, record);
  const [invoice, setInvoice] = useState('');
  const [amount, setAmount] = useState('');
  const due = open?.find(({ id }) => id === invoice)?.['amount_due'];
  const most = typeof due === 'number' ? Math.min(due, left) : left;
  const given = Number(amount);
  const submit = async () => {
    const answer = await action.run('POST', path, { invoice_id: invoice, amount: given });
    if (!answer) return;
    setInvoice('');
    setAmount('');
    onDone();
  };
  const error = { invoice: action.failure?.field('invoice_id'), amount: action.failure?.field('amount') };
  return (
    <Form onSubmit={() => invoice !== '' && given > 0 && submit()}>
      {open ? (
        <SelectField
          label="Invoice"
          hint={open.length === 0 ? 'Nothing of this contact is due, as far as the copies show.' : undefined}
          error={error.invoice}
          value={invoice}
          options={[{ value: '', label: 'Choose one' }, ...open.map((one) => optionOf(one, currency))]}
          onChange={(id) => {
            setInvoice(id);
            const chosen = open.find((one) => one['id'] === id)?.['amount_due'];
            if (typeof chosen === 'number') setAmount(String(Math.min(chosen, left)));
          }}
        />
      ) : (
        <TextField label="Invoice’s id" error={error.invoice} value={invoice} onInput={setInvoice} />
      )}
      <TextField
        label="Amount"
        hint={`At most ${amountWords(most, currency)}`}
        error={error.amount}
        value={amount}
        onInput={setAmount}
        rest={{ inputMode: 'decimal', autocomplete: 'off', required: true }}
      />
      {action.failure && <FailureNote failure={action.failure} />}
      <div>
        <SubmitButton look="" words="Allocate" isPending={action.isPending} />
      </div>
    </Form>
  );
}

function optionOf(invoice: Record, currency: string | null) {
  const name = invoice['number'] ?? invoice['external_reference'] ?? invoice['id'];
  return { value: String(invoice['id']), label: `${name}, ${amountWords(invoice['amount_due'], currency)} due` };
}

/** A deposit that was received settles sales, one that was spent settles bills. */
function sideOf({ type, kind }: Record): string {
  if (kind === 'receive') return 'receivable';
  return kind === 'spend' ? 'payable' : String(type);
}

/** What the contact owes, or is owed, by the copies; undefined while it is loaded, and where no copies are kept. */
function useOpenInvoices(connection: Connection, record: Record): readonly Record[] | undefined {
  const { api } = usePlace();
  const isKept = connection.retention_mode === 'cached';
  const terms = new URLSearchParams({
    contact_id: String(record['contact_id']),
    type: sideOf(record),
    status: 'AUTHORISED',
    amount_due_from: '0.01',
    limit: '100',
  });
  const path = api(`connections/${connection.connection_id}/invoices?${terms}`);
  const { data } = useLoad<Items<Record>>(isKept ? path : undefined);
  return data?.items.filter(({ currency }) => currency === record['currency']);
}
