import { useId, useState } from 'preact/hooks';
import { noteCharactersMost } from '../../../../../core/domain/history.ts';
import { asFailure } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import type { HistoryEntry, Items } from '../../api/wire.ts';
import { Button, SubmitButton } from '../../parts/button.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNote } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { useClient, useMay } from '../../session/session.tsx';

/** What happened to a record in the books: asked at the provider when a person wants it, and kept nowhere. */
export function RecordHistory({ path }: { readonly path: string }) {
  const client = useClient();
  const may = useMay('operate');
  const [items, setItems] = useState<readonly HistoryEntry[]>();
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const load = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      setItems((await client.get<Items<HistoryEntry>>(path)).data.items);
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Card
      title="History in the books"
      actions={
        <Button
          look="small"
          words={items ? 'Refresh' : 'Show history'}
          label={items ? 'Refresh the history' : 'Show history'}
          isDisabled={isPending}
          onClick={() => void load()}
        />
      }
    >
      <div class="pad files">
        {failure && <FailureNote failure={failure} />}
        {items?.length === 0 && <p class="quiet">The provider tells nothing of it.</p>}
        {items && items.length > 0 && <Entries items={items} />}
        {may && <NewNote path={path} onAdded={() => void load()} />}
      </div>
    </Card>
  );
}

function Entries({ items }: { readonly items: readonly HistoryEntry[] }) {
  return (
    <ol class="books-history" aria-label="History of this record, newest first">
      {items.map(({ at, user, change, details }, place) => (
        // Entries have no ids, and only their whole list is exchanged.
        <li key={place}>
          <p class="quiet">
            <Time at={at} /> {[change, user].filter((part) => part !== null).join(' · ')}
          </p>
          <p class="as-written">{details}</p>
        </li>
      ))}
    </ol>
  );
}

function NewNote({ path, onAdded }: { readonly path: string; readonly onAdded: () => void }) {
  const action = useAction();
  const [note, setNote] = useState('');
  const id = useId();
  const add = async () => {
    if (!(await action.run('POST', path, { note }))) return;
    setNote('');
    onAdded();
  };
  return (
    <form
      class="files"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label for={id}>Note</label>
      <textarea
        id={id}
        class="input"
        rows={3}
        required
        maxLength={noteCharactersMost}
        aria-describedby={`${id}-hint`}
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} class="hint">
        The provider does not show who wrote it, and nobody can take it back.
      </p>
      {action.failure && <FailureNote failure={action.failure} />}
      <div>
        <SubmitButton look="" words="Add the note" isPending={action.isPending} />
      </div>
    </form>
  );
}
