import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface Toast {
  readonly number: number;
  readonly text: string;
}

const shownMs = 6_000;
const ToastContext = createContext<(text: string) => void>(() => {});

/** Shows in a corner, and tells screen readers, that something was done. */
export function ToastProvider({ children }: { readonly children: ComponentChildren }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((number: number) => setToasts((all) => all.filter((one) => one.number !== number)), []);
  const say = useCallback(
    (text: string) => {
      const number = Date.now() + Math.random();
      setToasts((all) => [...all.slice(-2), { number, text }]);
      setTimeout(() => drop(number), shownMs);
    },
    [drop],
  );
  return (
    <ToastContext.Provider value={say}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map(({ number, text }) => (
          <div class="toast" key={number}>
            <Icon name="check" />
            <span>{text}</span>
            <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => drop(number)}>
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}

export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}
