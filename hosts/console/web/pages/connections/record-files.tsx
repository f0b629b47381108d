import { useRef, useState } from 'preact/hooks';
import type { Attachment } from '../../api/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNote, Note } from '../../parts/notes.tsx';
import { useMay } from '../../session/session.tsx';
import { bytes } from '../../words/quantity.ts';
import { type Files, useFiles } from './use-files.ts';

/** The files of a record: shown, fetched and attached at the provider, when a person asks for it. */
export function RecordFiles({ path }: { readonly path: string }) {
  const files = useFiles(path);
  const may = useMay('operate');
  const { items, failure, isPending, sending } = files;
  return (
    <Card
      title="Files"
      actions={
        <Button
          look="small"
          words={items ? 'Refresh' : 'Show files'}
          label={items ? 'Refresh the files' : 'Show files'}
          isDisabled={isPending}
          onClick={files.load}
        />
      }
    >
      <div class="pad files">
        {failure && <FailureNote failure={failure} />}
        <NameTaken files={files} />
        {items?.length === 0 && <p class="quiet">No files are attached.</p>}
        {items && items.length > 0 && <Listed items={items} files={files} />}
        {sending && <Progress name={sending.name} part={sending.part} />}
        {may && <Drop isDisabled={isPending} onFile={files.attach} />}
        <p class="quiet">Nothing is scanned for viruses: a file from the books is a file of a stranger.</p>
      </div>
    </Card>
  );
}

function Listed({ items, files }: { readonly items: readonly Attachment[]; readonly files: Files }) {
  return (
    <Table
      caption="Files of this record"
      rows={items}
      rowKey={({ attachment_id }) => attachment_id}
      columns={[
        { label: 'Name', cell: (one) => <span class="file-name">{one.filename}</span> },
        { label: 'Size', kind: 'number', cell: ({ size }) => bytes(size) },
        {
          label: 'Customer',
          cell: ({ include_online }) => (include_online ? 'Sees it' : 'Does not see it'),
          wide: true,
        },
        {
          label: 'File',
          kind: 'end',
          cell: (one) => (
            <Button
              look="small"
              words="Download"
              label={`Download ${one.filename}`}
              isDisabled={files.isPending}
              onClick={() => files.download(one)}
            />
          ),
        },
      ]}
    />
  );
}

function NameTaken({ files: { asking, attach, dismiss, isPending } }: { readonly files: Files }) {
  if (!asking) return null;
  return (
    <Note
      tone="warn"
      action={
        <span class="pair">
          <Button look="small" words="Replace it" isDisabled={isPending} onClick={() => attach(asking, true)} />
          <Button look="small" words="Keep it" onClick={dismiss} />
        </span>
      }
    >
      A file named {asking.name} is attached. What replaces it cannot be undone.
    </Note>
  );
}

function Progress({ name, part }: { readonly name: string; readonly part: number }) {
  const words = part < 1 ? `Sending ${name}` : `The provider is given ${name}`;
  return (
    <p class="sending" role="status">
      <label>
        {words} <progress max={1} value={part} />
      </label>
    </p>
  );
}

interface DropProps {
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes one dropped file, or one that is chosen; by keyboard, the button opens the choice. */
function Drop({ isDisabled, onFile }: DropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null | undefined) => {
    const [file] = list ?? [];
    if (file && !isDisabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards and screen readers
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <input
        ref={input}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button words="Attach a file…" isDisabled={isDisabled} onClick={() => input.current?.click()} />
      <span class="quiet">or drop it here: a document or a picture of at most 10 MB</span>
    </div>
  );
}
