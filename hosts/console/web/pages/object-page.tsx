import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { FailureNote, Skeleton } from '../parts/notes.tsx';
import { PageHead } from '../parts/page-head.tsx';

interface ObjectPageProps<T> {
  readonly loaded: Loaded<T>;
  /** What the page is called while the thing is on its way, and if it never comes. */
  readonly title: string;
  readonly up: { readonly href: string; readonly label: string };
  readonly children: (data: T) => ComponentChildren;
}

/** The page of one thing: on its way, not to be had, or there. */
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
        {failure ? <FailureNote failure={failure} onRetry={reload} /> : <Skeleton lines={8} />}
      </div>
    </>
  );
}
