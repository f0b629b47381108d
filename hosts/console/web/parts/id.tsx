import { usePlace } from '../session/use-environment.ts';
import { type Environment, objectPath } from '../words/object-path.ts';
import { CopyButton } from './copy-button.tsx';

interface IdProps {
  readonly value: string | null;
  /** Shows only beginning and end, which are enough to tell rows apart. */
  readonly short?: boolean;
  readonly plain?: boolean;
}

/** An id to copy; it links to the page of its object, if there is one. */
export function Id({ value, short = false, plain = false }: IdProps) {
  const { environment } = usePlace();
  if (value === null) return <span class="quiet">–</span>;
  const href = plain ? undefined : objectPath(environment, value);
  const code = <code title={value}>{short ? shortened(value) : value}</code>;
  return (
    <span class="id">
      {href === undefined ? code : <a href={href}>{code}</a>}
      <CopyButton text={value} label={`Copy ${value}`} />
    </span>
  );
}

const shortEnough = 18;

/** Returns an id's beginning and end; callers choose the ids of their requests, up to 128 characters. */
export function shortened(id: string): string {
  const [, prefix, rest] = /^([a-z]+_)([0-9a-z]{26})$/.exec(id) ?? [];
  if (rest !== undefined) return `${prefix}…${rest.slice(-6)}`;
  return id.length <= shortEnough ? id : `${id.slice(0, 8)}…${id.slice(-6)}`;
}

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
