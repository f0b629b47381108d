import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';

const keys = [
  ['/ or Ctrl+K', 'Search'],
  ['j and k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show these keys'],
] as const;

/** Hears the keys that work on every page, and shows them all at `?`. */
export function Keys() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '?') setShown(true);
      if (event.key === 'j') moveRow(1);
      if (event.key === 'k') moveRow(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (!isShown) return null;
  return (
    <Dialog title="Keys" onClose={() => setShown(false)}>
      <div class="dialog-body">
        <Facts facts={keys} />
      </div>
    </Dialog>
  );
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main .row-link')];
  const at = rows.findIndex((row) => row.matches(':focus'));
  rows[at < 0 ? 0 : at + step]?.focus();
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
