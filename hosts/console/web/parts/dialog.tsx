import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called by Escape, the cross and buttons, unless `mustStay`, because something must be read first. */
  readonly onClose: () => void;
  readonly mustStay?: boolean;
}

/** A dialog over the page; the browser keeps the focus inside and returns it afterwards. */
export function Dialog({ title, children, onClose, mustStay = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustStay) onClose();
      }}
      // A browser lets Escape be refused once.
      onClose={() => (mustStay ? dialog.current?.showModal() : onClose())}
    >
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
      </header>
      {children}
      {/** Last, so that the focus begins at the content. */}
      {!mustStay && (
        <button type="button" class="icon-button dialog-close" aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </button>
      )}
    </dialog>
  );
}
