import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Loaded } from '../api/use-load.ts';
import { LinkButton } from '../parts/button.tsx';
import { Empty, FailureNote, Skeleton } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { usePlace } from '../session/use-environment.ts';

interface ObjectPageProps<T> {
  readonly loaded: Loaded<T>;
  /** The page's title while the object loads, and if it cannot be loaded. */
  readonly title: string;
  readonly up: { readonly href: string; readonly label: string };
  readonly children: (data: T) => ComponentChildren;
}

/** The page of an object: while it loads, after a failure, or with its content. */
export function ObjectPage<T>({ loaded, title, up, children }: ObjectPageProps<T>) {
  const { data, failure, isLoading, reload } = loaded;
  if (data !== undefined && !isLoading) {
    return (
      <>
        {failure && <FailureNote failure={failure} onRetry={reload} />}
        {children(data)}
      </>
    );
  }
  return (
    <>
      <PageHead title={title} up={up} />
      <div class="card pad">
        {failure?.code === 'NOT_FOUND' && <Missing up={up} />}
        {failure && failure.code !== 'NOT_FOUND' && <FailureNote failure={failure} onRetry={reload} />}
        {!failure && <Skeleton lines={8} />}
      </div>
    </>
  );
}

function Missing({ up }: Pick<ObjectPageProps<unknown>, 'up'>) {
  const { environment } = usePlace();
  const { url } = useLocation();
  const other = environment === 'test' ? 'live' : 'test';
  return (
    <Empty
      title={`There is nothing with this id in ${environment}`}
      action={<LinkButton words={up.label} href={up.href} />}
    >
      It may be <a href={url.replace(`/${environment}/`, `/${other}/`)}>in {other}</a>, or it is older than the stored
      data.
    </Empty>
  );
}

export function NotFoundPage() {
  const { to } = usePlace();
  return (
    <>
      <PageHead title="There is no such page" />
      <div class="card">
        <Empty
          title="There is no page at this address"
          action={<LinkButton words="To the overview" href={to('overview')} />}
        >
          It may have been removed, or the address was cut on its way here.
        </Empty>
      </div>
    </>
  );
}
