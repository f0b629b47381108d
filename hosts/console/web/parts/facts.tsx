import type { ComponentChildren } from 'preact';

/** Undefined and false are left out. */
export type Fact = readonly [label: string, value: ComponentChildren] | undefined | false;

/** Pairs of a label and a fact. */
interface FactsProps {
  readonly facts: readonly Fact[];
  /** Sets pairs side by side where there is space, for many short facts. */
  readonly many?: boolean;
}

export function Facts({ facts, many = false }: FactsProps) {
  return (
    <dl class={many ? 'facts many' : 'facts'}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} class="fact">
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Card({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="card">
      <header class="card-head">
        <h2>{title}</h2>
        {actions && <div class="card-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
