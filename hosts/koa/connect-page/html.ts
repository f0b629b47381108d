const safeHtml = Symbol('safe html');

/** Markup in which every inserted text is escaped. */
export interface Html {
  readonly [safeHtml]: string;
}

type Insert = Html | string | number | readonly Html[];

/** Escapes inserted texts, except markup made by `html`. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const text = strings.reduce((made, part, i) => made + render(inserts[i - 1] ?? '') + part);
  return { [safeHtml]: text };
}

export function toText(markup: Html): string {
  return markup[safeHtml];
}

function render(insert: Insert): string {
  if (typeof insert === 'string' || typeof insert === 'number') return escaped(String(insert));
  const parts: readonly Html[] = [insert].flat();
  return parts.map((markup) => markup[safeHtml]).join('');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
