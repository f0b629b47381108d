import { saveFile } from '../../api/save-file.ts';
import { Button } from '../../parts/button.tsx';
import { csv } from '../../words/csv.ts';

interface CsvButtonProps {
  readonly name: string;
  readonly what: string;
  readonly header: readonly string[];
  readonly rows: () => readonly (readonly (string | number)[])[];
}

/** Makes the file in the browser from the rows shown. */
export function CsvButton({ name, what, header, rows }: CsvButtonProps) {
  const save = () => saveFile(name, new Blob([csv(header, rows())], { type: 'text/csv;charset=utf-8' }));
  return <Button look="small" words="Download CSV" label={`Download CSV, ${what}`} onClick={save} />;
}
