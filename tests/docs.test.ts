// The documents: each page is on the site, each link has a target, and generated pages are up to date.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { sections } from '../docs/.vitepress/pages.ts';
import { leaveOut } from '../tools/left-out.ts';
import { referencePages } from '../tools/reference/pages.ts';

const buildMs = 120_000;
/** Installed by `npm ci --prefix docs`, as the workflow does. */
const builder = 'docs/node_modules/vitepress/bin/vitepress.js';
const listed = sections.flatMap(({ pages }) => pages);

/** Links to a place within a page that has no such place; VitePress looks for the page only. */
function lostAnchors(folder: string): readonly string[] {
  const pages = new Map(
    listed.map(({ at }) => [`/${at}`, readFileSync(path.join(folder, `${at || 'index'}.html`), 'utf8')]),
  );
  return [...pages].flatMap(([page, html]) => {
    const links = [...html.matchAll(/href="(\/[^"#]*)?#([^"]+)"/g)];
    return links
      .filter(([, target = page, anchor = '']) => {
        const there = pages.get(target);
        return there !== undefined && !there.includes(`id="${decodeURIComponent(anchor)}"`);
      })
      .map(([link]) => `${page}: ${link}`);
  });
}

describe('the documents', () => {
  it('are all in the list of pages', () => {
    const written = globSync('docs/**/*.md', { exclude: ['docs/node_modules/**', 'docs/.vitepress/**'] });
    const files = listed.map(({ file }) => file);
    expect(written.filter((file) => !files.includes(file))).to.deep.equal([]);
  });

  it('hold the pages that are made of the service as it is now (npm run generate)', async () => {
    for (const [file, text] of Object.entries(referencePages())) {
      expect(readFileSync(`docs/reference/${file}`, 'utf8'), file).to.equal(text);
    }
  });

  it('become a site on which each link leads somewhere, and a text for models', async function () {
    if (!existsSync(builder)) return leaveOut(this, 'the builder of the site is not installed (npm ci --prefix docs)');
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-docs-'));
    try {
      await promisify(execFile)(process.execPath, [builder, 'build', 'docs', '--outDir', folder]);
      expect(lostAnchors(folder)).to.deep.equal([]);
      const list = readFileSync(path.join(folder, 'llms.txt'), 'utf8');
      for (const { at, title } of listed) {
        const name = at || 'index';
        expect(readFileSync(path.join(folder, `${name}.html`), 'utf8')).to.contain('<h1');
        expect(list).to.match(new RegExp(`- \\[${title}\\]\\(/${name}\\.md\\): \\S`));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }).timeout(buildMs);
});
