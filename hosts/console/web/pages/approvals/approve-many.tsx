import { useState } from 'preact/hooks';
import type { List } from '../../api/use-list.ts';
import type { Items, ListedProposal, Operation } from '../../api/wire.ts';
import { EnvironmentWord } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Said } from '../../parts/said.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { sumsOf, sumWords } from '../../words/decimal-sums.ts';
import { listedTitle } from '../../words/proposal-words.ts';
import { plural } from '../../words/quantity.ts';

interface ApproveManyProps {
  readonly list: List<ListedProposal>;
  readonly chosen: readonly ListedProposal[];
  readonly onChoose: (ids: readonly string[]) => void;
}

/** Says how many are chosen and what they come to, and approves them together. */
export function ApproveMany({ list, chosen, onChoose }: ApproveManyProps) {
  const [isAsked, setAsked] = useState(false);
  const isAll = chosen.length === list.rows.length;
  return (
    <div class="chosen">
      <Button
        look="small"
        words={isAll ? 'Choose none' : 'Choose all here'}
        onClick={() => onChoose(isAll ? [] : list.rows.map(({ operation_id: id }) => id))}
      />
      <p role="status">{chosen.length === 0 ? 'None is chosen.' : chosenWords(chosen)}</p>
      <Button
        look="primary"
        words={chosen.length === 0 ? 'Approve…' : `Approve ${chosen.length}…`}
        isDisabled={chosen.length === 0}
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <Ask
          chosen={chosen}
          onDone={() => {
            onChoose([]);
            setAsked(false);
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

const amountsOf = (rows: readonly ListedProposal[]) => rows.flatMap(({ about }) => about.amounts);
const without = (rows: readonly ListedProposal[]) => rows.filter(({ about }) => about.amounts.length === 0).length;

/** Such as `3 chosen: 1,250.00 NZD and 20.00 GBP; 1 without an amount`. */
function chosenWords(chosen: readonly ListedProposal[]): string {
  const sums = sumWords(amountsOf(chosen));
  const others = without(chosen);
  const rest = others === 0 ? '' : `${sums === '' ? '' : '; '}${others} without an amount`;
  return `${chosen.length} chosen: ${sums}${rest}`;
}

interface AskProps {
  readonly chosen: readonly ListedProposal[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Lists all that would be approved under their sum; what changes meanwhile is not in it. */
function Ask({ chosen, onDone, onClose }: AskProps) {
  const { api, environment } = usePlace();
  const toast = useToast();
  const [rows] = useState(chosen);
  const [comment, setComment] = useState('');
  const customer = useConnectionColumn(rows);
  const said = comment.trim();
  const sums = sumWords(amountsOf(rows));
  const others = without(rows);
  // What a person was shown, so that the service refuses if they come to something else.
  const total = Object.fromEntries(sumsOf(amountsOf(rows)).map(({ currency, amount }) => [currency, amount]));
  return (
    <ConfirmDialog
      title={`Approve ${plural(rows.length, 'write')}?`}
      verb={`Approve ${rows.length}`}
      act={(run) =>
        run<Items<Operation>>('POST', api('operations/approve'), {
          operation_ids: rows.map(({ operation_id: id }) => id),
          total,
          ...(said !== '' && { reason: said }),
        })
      }
      onDone={({ data }) => {
        toast(`${plural(data.items.length, 'write')} approved: written now`);
        onDone();
      }}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <p class="whose-company">
            {sums === '' ? plural(rows.length, 'write') : sums} <EnvironmentWord environment={environment} />
          </p>
          {others > 0 && sums !== '' && <p class="quiet">And {plural(others, 'write')} without an amount.</p>}
          <ul class="sample" aria-label="What would be approved">
            {rows.map((row) => (
              <li key={row.operation_id}>
                {listedTitle(row)} {row.about.contact !== null && <Said text={row.about.contact} line />}{' '}
                <strong>{sumWords(row.about.amounts)}</strong> {customer.cell(row)}
              </li>
            ))}
          </ul>
          <TextField
            label="Comment (if you like)"
            hint="The agents read it, and it is kept in the audit log."
            error={failure?.field('reason')}
            value={comment}
            onInput={setComment}
            rest={{ maxLength: 1000, autocomplete: 'off' }}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
