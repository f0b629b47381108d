import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';

interface PageHeadProps {
  readonly title: string;
  /** A state, shown beside the title. */
  readonly badge?: ComponentChildren;
  readonly under?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** The list that the page belongs to. */
  readonly up?: { readonly href: string; readonly label: string };
  /** What is shown of the title, for the browser's tab. */
  readonly view?: string | undefined;
}

let lastPath: string | undefined;

/** A page's heading. It takes the focus when the page opens, so that screen readers and keyboards start there. */
export function PageHead({ title, badge, under, actions, up, view }: PageHeadProps) {
  const tab = [view, title, 'Ledgerport'].filter(Boolean).join(' · ');
  const heading = useRef<HTMLHeadingElement>(null);
  const { path } = useLocation();
  useEffect(() => {
    const isNew = lastPath !== path;
    // The page had another heading while it loaded; the focus was lost with that heading.
    const isLost = document.activeElement === document.body;
    if (lastPath !== undefined && (isNew || isLost)) heading.current?.focus({ preventScroll: true });
    lastPath = path;
  }, [path]);
  useEffect(() => {
    document.title = tab;
  }, [tab]);
  return (
    <header class="page-head">
      <div class="page-title">
        {up && (
          <a class="up" href={up.href}>
            {up.label}
          </a>
        )}
        <div class="page-heading">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {under && <div class="page-under">{under}</div>}
      </div>
      {actions && <div class="page-actions">{actions}</div>}
    </header>
  );
}
