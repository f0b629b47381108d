import { useLocation } from 'preact-iso';
import { saveFile } from '../api/save-file.ts';
import { useAction } from '../api/use-action.ts';
import type { ExportRequest, Operation } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { FailureNote } from './notes.tsx';

const formats = ['csv', 'json'] as const;

/** Saves the whole list as it is filtered; for a long one, leads to the operation that makes the file. */
export function ExportButtons({ list, filter }: Pick<ExportRequest, 'list' | 'filter'>) {
  const { api, to } = usePlace();
  const { route } = useLocation();
  const { run, isPending, failure } = useAction();
  const save = async (format: ExportRequest['format']) => {
    const answer = await run<Blob | Operation>('POST', api('exports'), { list, filter, format });
    if (answer?.data instanceof Blob) saveFile(`${list}.${format}`, answer.data);
    else if (answer) route(to(`operations/${answer.data.operation_id}`));
  };
  return (
    <>
      {failure && <FailureNote failure={failure} />}
      <span class="exports quiet">
        {isPending ? 'Exporting…' : 'Export'}
        {formats.map((format) => (
          <button
            key={format}
            type="button"
            class="link"
            aria-label={`Export ${format.toUpperCase()}`}
            disabled={isPending}
            onClick={() => void save(format)}
          >
            {format.toUpperCase()}
          </button>
        ))}
      </span>
    </>
  );
}
