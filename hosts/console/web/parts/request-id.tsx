import type { Environment } from '../words/object-path.ts';
import { CopyButton } from './copy-button.tsx';
import { shortened } from './id.tsx';

/** A request's id, which its caller may have chosen; with an environment it links to the request's page. */
export function RequestId({ id, of }: { readonly id: string; readonly of: Environment | null }) {
  const code = <code title={id}>{shortened(id)}</code>;
  return (
    <span class="id">
      {of === null ? code : <a href={`/console/${of}/requests/${id}`}>{code}</a>}
      <CopyButton text={id} label={`Copy request id ${id}`} />
    </span>
  );
}
