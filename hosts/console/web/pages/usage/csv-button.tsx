import { csv } from '../../words/csv.ts';

interface CsvButtonProps {
  readonly name: string;
  readonly what: string;
  readonly header: readonly string[];
  readonly rows: () => readonly (readonly (string | number)[])[];
}

/** Makes the file in the browser from the rows shown. */
export function CsvButton({ name, what, header, rows }: CsvButtonProps) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([csv(header, rows())], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser reads the file after the click handler has returned.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <button type="button" class="button small" aria-label={`Download CSV, ${what}`} onClick={save}>
      Download CSV
    </button>
  );
}
