import type { ComponentChildren } from 'preact';

interface FormProps {
  readonly look?: string;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** A form that the page sends itself. */
export function Form({ look = 'stack', onSubmit, children }: FormProps) {
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
