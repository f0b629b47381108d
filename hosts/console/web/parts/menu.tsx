import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface MenuProps {
  readonly label: string;
  /** Buttons; a click on one closes the menu. */
  readonly children: ComponentChildren;
}

/** The acts that are needed less often, behind one button. */
export function Menu({ label, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (box.current) box.current.open = false;
  };
  return (
    <details
      class="menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        box.current?.querySelector('summary')?.focus();
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) close();
      }}
    >
      <summary class="button">
        {label}
        <Icon name="choose" />
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the clicks on its buttons. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button clicks it. */}
      <div class="menu-items" onClick={close}>
        {children}
      </div>
    </details>
  );
}
