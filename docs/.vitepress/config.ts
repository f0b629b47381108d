// The site that is made of these pages and of the packages' own. After `npm ci --prefix docs`, `npm run docs` serves it and
// `npm run docs:build` builds it. A link that leads nowhere fails the build.
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type SiteConfig } from 'vitepress';
import { type Page, sections } from './pages.ts';

const root = path.join(import.meta.dirname, '../..');

/** Pages that lie elsewhere on the site than in the repository. */
const moved: Readonly<Record<string, string>> = {
  'docs/README.md': 'index.md',
  'client/README.md': 'client.md',
  'core/README.md': 'glossary.md',
  'README.md': 'repository.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'report-a-fault.md',
  '.env.example': 'reference/variables.md',
};

function placeOf(file: string): string {
  return moved[file] ?? file.replace(/^docs\//, '').replace(/\/README\.md$/, '.md');
}

// biome-ignore lint/style/noDefaultExport: VitePress asks for it
export default defineConfig({
  title: 'Ledgerport',
  description: 'Connect your product to your customers’ accounting.',
  srcDir: '..',
  srcExclude: ['bench/**', 'coverage/**', 'fixtures/**', 'hosts/**', 'tests/**', 'tools/**', 'var/**', '**/dist/**'],
  cleanUrls: true,
  head: [['style', {}, '.vp-doc td { min-width: 7em; padding: 6px 10px }']],
  ignoreDeadLinks: ['/LICENSE'],
  rewrites: placeOf,
  markdown: {
    config: ({ core, renderer, utils }) => {
      core.ruler.push('site', forSite);
      renderer.rules.code_inline = (tokens, i) => codeOf(utils.escapeHtml(tokens[i]?.content ?? ''));
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Reference', link: '/reference/errors' },
    ],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ title: text, at }) => ({ text, link: `/${at}` })),
    })),
  },
  buildEnd(site) {
    copyFileSync(path.join(root, 'LICENSE'), path.join(site.outDir, 'LICENSE'));
    cpSync(path.join(root, 'docs/grafana'), path.join(site.outDir, 'grafana'), { recursive: true });
    writeForModels(site);
  },
});

interface Inline {
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface Rendered {
  readonly tokens: readonly { readonly children: readonly Inline[] | null }[];
  /** `realPath` is the file; the site's search renders without it, and needs no links. */
  readonly env: { readonly realPath?: string };
}

/** Braces in a piece of code are text, and no expression; a long name may go on in the next line, as in narrow tables. */
function codeOf(escaped: string): string {
  return `<code v-pre>${escaped.replaceAll(/(?<=[_/.(])(?=\w)|(?<=[a-z])(?=[A-Z])/g, '<wbr>')}</code>`;
}

/** Links lead to where a page lies on the site. */
function forSite({ tokens, env }: Rendered): void {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const [, target, rest = ''] = /^(?![a-z]+:)([^#]+)(#.*)?$/.exec(token.attrGet('href') ?? '') ?? [];
    if (target === undefined || env.realPath === undefined) continue;
    const file = path.relative(root, path.resolve(path.dirname(env.realPath), target));
    token.attrSet('href', `/${placeOf(file)}${rest}`);
  }
}

/** llms.txt: every page by its title, with what it says first, and the pages themselves as the text that was written. */
function writeForModels({ outDir, srcDir }: SiteConfig): void {
  const entry = ({ title, at, file }: Page): string => {
    const text = readFileSync(path.join(srcDir, file), 'utf8');
    const place = path.join(outDir, `${at || 'index'}.md`);
    writeFileSync(place, text);
    return `- [${title}](/${at || 'index'}.md): ${firstSentence(text)}`;
  };
  const lists = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(entry).join('\n')}\n`);
  const head =
    '# Ledgerport\n\n> Connect your product to your customers’ accounting. The contract is OpenAPI: every host serves it at /v1/openapi.json. Agents work in the books through POST /mcp (Model Context Protocol).\n';
  writeFileSync(path.join(outDir, 'llms.txt'), [head, ...lists].join('\n'));
}

function firstSentence(text: string): string {
  const paragraph = text.split(/\n\n+/).find((part) => /^[A-Z`*]/.test(part)) ?? '';
  const [sentence = ''] = /^.*?\.(?=\s|$)/s.exec(paragraph.replaceAll('**', '')) ?? [paragraph];
  const plain = sentence.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain.trim().replace(/:$/, '.');
}
