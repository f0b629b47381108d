import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { errorCodes } from '../core/domain/errors.ts';
import { findParts } from '../hosts/console/web/reference/find-parts.ts';
import { docsPages, type SearchedPart } from './docs-pages.ts';

describe('the guides as a host’s pages', () => {
  const template = readFileSync('hosts/console/web/reference/docs.html', 'utf8');
  const pages = docsPages(template);
  const html = [...pages].filter(([name]) => name.endsWith('.html'));
  const fileOf = (place: string) => `docs-${place.replaceAll('/', '-') || 'index'}.html`;

  it('have a paragraph for each error code, by its name', () => {
    const errors = pages.get('docs-errors.html') ?? '';
    for (const code of errorCodes) expect(errors, code).to.contain(`id="${code}"`);
    for (const reason of ['connection_minute', 'invoice_not_cancellable']) expect(errors).to.contain(`id="${reason}"`);
  });

  it('link only to pages and places that there are', () => {
    let links = 0;
    for (const [name, text] of html) {
      for (const [, href = ''] of text.matchAll(/href="(\/docs[^"]*|#[^"]*)"/g)) {
        const [path = '', place] = href.split('#');
        if (['/docs/api', '/docs/events'].includes(path)) continue;
        const target = path === '' ? text : pages.get(fileOf(path.replace(/^\/docs\/?/, '')));
        expect(target, `${name}: ${href}`).to.be.a('string');
        if (place !== undefined) expect(target, `${name}: ${href}`).to.contain(`id="${place}"`);
        links += 1;
      }
    }
    expect(links).to.be.greaterThan(1000);
  });

  it('load nothing from elsewhere, and hold no script or style of their own', () => {
    for (const [name, text] of html) {
      expect(text, name).not.to.match(
        /<(script|img|link|iframe)[^>]*(src|href)="(https?:)?\/\/|<style|style=|\son\w+="/,
      );
    }
  });

  it('have a search whose every place there is, and which misses no heading and no error code', () => {
    const parts = JSON.parse(pages.get('docs-search.json') ?? '') as readonly SearchedPart[];
    for (const { at } of parts) {
      const [place = '', anchor] = at.split('#');
      const target = pages.get(fileOf(place));
      expect(target, at).to.be.a('string');
      if (anchor !== undefined) expect(target, at).to.contain(`id="${anchor}"`);
    }
    const headings = html.flatMap(([, text]) => [...text.matchAll(/<h[2-6] id=/g)]);
    expect(parts.filter(({ heading }) => heading !== '').length).to.equal(headings.length);
    for (const code of errorCodes) expect(findParts(parts, code), code).not.to.deep.equal([]);
  });

  it('let the keyboard reach what scrolls', () => {
    for (const [name, text] of html)
      expect(text.match(/<pre(?! tabindex="0")|<div class="wide"(?! tabindex="0")/g), name).to.equal(null);
  });

  it('are told to models, each as it is written', () => {
    const index = pages.get('llms.txt') ?? '';
    const places = [...index.matchAll(/\]\(\/docs\/([^)]+)\)/g)].map(([, place = '']) => place);
    expect(places.length).to.equal(html.length);
    for (const place of places) expect(pages.has(`docs-${place.replaceAll('/', '-')}`), place).to.equal(true);
    expect(pages.get('docs-errors.md')).to.equal(readFileSync('docs/reference/errors.md', 'utf8'));
  });
});
