// A caller makes new ids in each run, so a tape holds placeholders, and each replay binds them anew.

export type Bound = ReadonlyMap<number, string>;

const placeholders = /\{\{caller (\d+)\}\}/g;
const anyId = '([0-9A-Za-z_-]{8,128})';

export function fill(text: string, bound: Bound): string {
  return text.replace(placeholders, (_all, number: string) => {
    const value = bound.get(Number(number));
    if (value === undefined) throw new Error(`the tape answers with an id that was never sent: ${_all}`);
    return value;
  });
}

/**
 * Extends `bound` so that the template gives `actual`; returns undefined where no binding does, or where one id would
 * be bound to two placeholders.
 */
export function bind(template: string, actual: string, bound: Bound): Bound | undefined {
  const numbers = [...template.matchAll(placeholders)].map(([, number]) => Number(number));
  const parts = template.split(placeholders).map((part, i) => (i % 2 === 0 ? escaped(part) : anyId));
  const found = new RegExp(`^${parts.join('')}$`).exec(actual);
  if (!found) return undefined;
  const all = new Map(bound);
  for (const [i, number] of numbers.entries()) {
    const id = found[i + 1] ?? '';
    if ((all.get(number) ?? id) !== id) return undefined;
    all.set(number, id);
  }
  return new Set(all.values()).size === all.size ? all : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
