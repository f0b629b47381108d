// The guides as a host's pages, made with the console: /docs, /docs/errors, /llms.txt, and each guide as Markdown.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { sections } from '../docs/.vitepress/pages.ts';

const guides = sections.flatMap(({ pages }) => pages);
/** Pages whose path differs: `/docs/api` and `/docs/events` are the reference, and error bodies link `/docs/errors`. */
const moved: Readonly<Record<string, string>> = { '': 'index', api: 'the-api', 'reference/errors': 'errors' };
const placeOf = (at: string): string => moved[at] ?? at;
const placeOfFile = new Map([
  ...guides.map(({ file, at }) => [file, placeOf(at)] as const),
  ['.env.example', 'reference/variables'] as const,
]);

/** A heading with the text up to the next one, for the search of the guides. */
export interface SearchedPart {
  readonly title: string;
  /** Empty before the guide's first heading below its title. */
  readonly heading: string;
  /** The path below `/docs/`, with the heading's anchor. */
  readonly at: string;
  readonly text: string;
}

/**
 * Returns texts by file name: `docs-<place>.html`, `docs-<place>.md`, `llms.txt`, and `docs-search.json`, a list of
 * `SearchedPart`. `template` contains `{{nav}}`.
 */
export function docsPages(template: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { title, at, file } of guides) {
    const text = readFileSync(file, 'utf8');
    const name = `docs-${placeOf(at).replaceAll('/', '-')}`;
    const shown: Readonly<Record<string, string>> = {
      title: escaped(title),
      nav: navigation(at),
      content: rendered(file, text),
    };
    files.set(
      `${name}.html`,
      template.replace(/\{\{(title|nav|content)\}\}/g, (_, part: string) => shown[part] ?? ''),
    );
    files.set(`${name}.md`, text);
  }
  files.set('llms.txt', forModels());
  files.set('docs-search.json', JSON.stringify(guides.flatMap(searched)));
  return files;
}

function navigation(here: string): string {
  const item = ({ title, at }: { readonly title: string; readonly at: string }) =>
    `<li><a href="/docs/${placeOf(at)}"${at === here ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`;
  return sections.map(({ title, pages }) => `<h2>${title}</h2><ul>${pages.map(item).join('')}</ul>`).join('\n');
}

/** Names the headings of one guide, each once. */
function anchors(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .replaceAll('`', '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}

function searched({ title, at, file }: (typeof guides)[number]): readonly SearchedPart[] {
  const place = placeOf(at) === 'index' ? '' : placeOf(at);
  const anchor = anchors();
  const parts: SearchedPart[] = [{ title, heading: '', at: place, text: '' }];
  for (const token of new Marked().lexer(readFileSync(file, 'utf8'))) {
    const last = parts.at(-1);
    if (isHeading(token)) {
      const named = anchor(token.text);
      if (token.depth > 1) parts.push({ title, heading: spoken(token.text), at: `${place}#${named}`, text: '' });
    } else if (last) {
      parts[parts.length - 1] = { ...last, text: `${last.text} ${spoken(token.raw)}` };
    }
  }
  return parts.map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ').trim() }));
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Text as a reader sees it, without Markdown's signs. */
function spoken(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/^[|\s:-]+$/gm, '')
    .replaceAll(/<br>|[`|]|\*\*/g, ' ')
    .trim();
}

function rendered(file: string, text: string): string {
  const anchor = anchors();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: plain }: Tokens.Heading) {
        return `<h${depth} id="${anchor(plain)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = linkFrom(file, href);
        const text = this.parser.parseInline(tokens);
        return target === undefined ? text : `<a href="${escaped(target)}">${text}</a>`;
      },
      image({ text: alternative }: Tokens.Image) {
        return escaped(alternative);
      },
      // The keyboard must reach what scrolls.
      code({ text: shown, lang }: Tokens.Code) {
        const language = /^\w+/.exec(lang ?? '')?.[0];
        const named = language === undefined ? '' : ` class="language-${language}"`;
        return `<pre tabindex="0"><code${named}>${escaped(shown)}\n</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const line = (row: readonly Tokens.TableCell[]) => `<tr${idOf(row[0])}>${cells(row, 'td')}</tr>`;
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${rows.map(line).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** A row about one code, reason or field can be linked to. */
function idOf(first: Tokens.TableCell | undefined): string {
  const [, word] = /^`([A-Za-z_.]+)`(?:<br>|$)/.exec(first?.text ?? '') ?? [];
  return word === undefined ? '' : ` id="${word}"`;
}

/** Links between guides lead to their pages; undefined for a file that only the repository has. */
function linkFrom(file: string, href: string): string | undefined {
  const [, target = '', rest = ''] = /^(?![a-z]+:)([^#]*)(#.*)?$/.exec(href) ?? [];
  if (target === '') return href;
  const place = placeOfFile.get(path.posix.join(path.posix.dirname(file), target));
  return place === undefined ? undefined : `/docs/${place}${rest}`;
}

function forModels(): string {
  const entry = ({ title, at }: { readonly title: string; readonly at: string }) =>
    `- [${title}](/docs/${placeOf(at)}.md)`;
  const lists = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(entry).join('\n')}\n`);
  const head =
    '# Ledgerport\n\n> Connect your product to your customers’ accounting. The contract is OpenAPI: /v1/openapi.json.\n';
  return [head, ...lists].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
