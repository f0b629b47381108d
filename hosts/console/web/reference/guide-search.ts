// The search of the guides: a list of their parts, read once it is needed, in which all typed words are looked for.
import { type Found, findParts, type SearchedPart } from './find-parts.ts';

/** The folder of the guides, also below an application's prefix. */
const docs = new URL('../../docs/', import.meta.url);

let parts: Promise<readonly SearchedPart[]> | undefined;

async function read(): Promise<readonly SearchedPart[]> {
  parts ??= fetch(new URL('search.json', docs)).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));
  // A failed read is tried again with the next key.
  parts.catch(() => {
    parts = undefined;
  });
  return parts;
}

function lineOf({ part, before, hit, after }: Found): HTMLLIElement {
  const line = document.createElement('li');
  const link = document.createElement('a');
  const about = document.createElement('span');
  const mark = document.createElement('mark');
  link.href = new URL(part.at, docs).href.replace(/\/$/, '');
  link.textContent = part.heading === '' ? part.title : `${part.title}: ${part.heading}`;
  mark.textContent = hit;
  about.append(before, mark, after);
  link.append(about);
  line.append(link);
  return line;
}

function begin(form: HTMLElement, input: HTMLInputElement, list: HTMLElement, said: HTMLElement): void {
  const show = async () => {
    const text = input.value.trim();
    const known = text.length < 2 ? [] : await read().catch(() => undefined);
    // Typed on meanwhile.
    if (input.value.trim() !== text) return;
    const found = findParts(known ?? [], text);
    list.replaceChildren(...found.map(lineOf));
    form.classList.toggle('open', text.length >= 2);
    if (known === undefined) said.textContent = 'The guides could not be searched. Try again.';
    else if (text.length < 2) said.textContent = '';
    else
      said.textContent =
        found.length === 0 ? 'Nothing found.' : found.length === 1 ? '1 place.' : `${found.length} places.`;
  };
  const close = () => {
    input.value = '';
    void show();
    input.focus();
  };
  const press = (event: KeyboardEvent) => {
    const links = [...list.querySelectorAll('a')];
    const here = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') return close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || links.length === 0) return undefined;
    event.preventDefault();
    (here + step < 0 ? input : links[Math.min(here + step, links.length - 1)])?.focus();
    return undefined;
  };
  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void read().catch(() => undefined));
  form.addEventListener('keydown', press);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  // A place in the guide that is open already loads nothing.
  list.addEventListener('click', () => form.classList.remove('open'));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.select();
  });
  form.hidden = false;
}

const form = document.querySelector<HTMLFormElement>('.guide-search');
const input = form?.querySelector('input');
const list = form?.querySelector('ol');
const said = form?.querySelector<HTMLElement>('[role=status]');
if (form && input && list && said) begin(form, input, list, said);
