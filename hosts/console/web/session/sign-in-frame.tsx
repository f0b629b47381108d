import type { ComponentChildren } from 'preact';
import { Brand } from '../parts/brand.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageHead } from '../parts/page-head.tsx';

interface FrameProps {
  readonly title: string;
  /** Shows a dialog over the page; null: one that only signing in closes. */
  readonly onClose?: (() => void) | null | undefined;
  readonly children: ComponentChildren;
}

/** A step of signing in, or what stands before the pages: a page of its own, or a dialog. */
export function SignInFrame({ title, onClose, children }: FrameProps) {
  if (onClose !== undefined) {
    return (
      <Dialog title={title} mustStay={onClose === null} onClose={() => onClose?.()}>
        <div class="dialog-body">{children}</div>
      </Dialog>
    );
  }
  return (
    <main class="gate">
      <div class="gate-card">
        <Brand />
        <PageHead title={title} />
        {children}
      </div>
    </main>
  );
}
