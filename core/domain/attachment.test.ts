import { expect } from 'chai';
import fc from 'fast-check';
import {
  assertFirstBytes,
  assertKnownKind,
  attachmentKinds,
  attachmentName,
  filenameBytesMost,
  isNamed,
  safeTypeOf,
  typesOf,
  typeToSend,
} from './attachment.ts';
import { ServiceError } from './errors.ts';

/** Each stands for a way in which a name has been misread somewhere. */
const hostileNames: Readonly<Record<string, string | null>> = {
  // Refused: null.
  '': null,
  ' ': null,
  '.': null,
  '..': null,
  '...': null,
  '../bill.pdf': null,
  '..\\bill.pdf': null,
  '/etc/passwd.pdf': null,
  'C:\\bill.pdf': null,
  'C:bill.pdf': null,
  'a/b.pdf': null,
  'a\\b.pdf': null,
  'a:b.pdf': null,
  'a"b.pdf': null,
  'a<b.pdf': null,
  'a>b.pdf': null,
  'a|b.pdf': null,
  'a?b.pdf': null,
  'a*b.pdf': null,
  'a+b.pdf': null,
  'a\0.pdf': null,
  'a\0.html.pdf': null,
  'a\r\nSet-Cookie: x=1.pdf': null,
  'a\nb.pdf': null,
  'a\tb.pdf': null,
  'a\x1b[31m.pdf': null,
  'a\x7f.pdf': null,
  'a\x85b.pdf': null,
  'a\u2028b.pdf': null,
  'a\u2029b.pdf': null,
  'bill\u202efdp.exe.pdf': null,
  'bill\u200f.pdf': null,
  'bill\u2066x\u2069.pdf': null,
  'a\ud800.pdf': null,
  'a\udc00.pdf': null,
  [`${'ä'.repeat(126)}.pdf`]: null,
  [`${'a'.repeat(252)}.pdf`]: null,
  // Taken, as they are or composed and trimmed.
  [`${'a'.repeat(251)}.pdf`]: `${'a'.repeat(251)}.pdf`,
  [`${'ä'.repeat(125)}.pdf`]: `${'ä'.repeat(125)}.pdf`,
  ' bill.pdf ': 'bill.pdf',
  'bill.pdf\n': 'bill.pdf',
  '\ufeffbill.pdf': 'bill.pdf',
  'e\u0301.pdf': 'é.pdf',
  'A\u030angstro\u0308m.pdf': 'Ångström.pdf',
  'a b.pdf': 'a b.pdf',
  'a#1.pdf': 'a#1.pdf',
  'a&b,c.pdf': 'a&b,c.pdf',
  'a=b;c@d$e.pdf': 'a=b;c@d$e.pdf',
  "it's (a) [b] {c}!~`^.pdf": "it's (a) [b] {c}!~`^.pdf",
  '100%.pdf': '100%.pdf',
  'a%2Fb.pdf': 'a%2Fb.pdf',
  '%2e%2e%2f.pdf': '%2e%2e%2f.pdf',
  '%00.pdf': '%00.pdf',
  'CON.pdf': 'CON.pdf',
  '-rf.pdf': '-rf.pdf',
  '.hidden.pdf': '.hidden.pdf',
  'a..pdf': 'a..pdf',
  'bill.html.pdf': 'bill.html.pdf',
  'javascript.pdf': 'javascript.pdf',
  '$(reboot).pdf': '$(reboot).pdf',
  "'; drop table--.pdf": "'; drop table--.pdf",
  '请款单.pdf': '请款单.pdf',
  'счёт.pdf': 'счёт.pdf',
  'أمر.pdf': 'أمر.pdf',
  '🧾👩‍👩‍👧.pdf': '🧾👩‍👩‍👧.pdf',
  'BILL.PDF': 'BILL.PDF',
};

const refusalOf = (work: () => unknown): ServiceError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was taken');
};
const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

describe('the name of an attachment', () => {
  it('is taken or refused, of more than sixty that were misread somewhere', () => {
    expect(Object.keys(hostileNames).length).to.be.above(60);
    for (const [given, taken] of Object.entries(hostileNames)) {
      if (taken !== null) {
        expect(attachmentName(given), JSON.stringify(given)).to.equal(taken);
        continue;
      }
      const { code, details } = refusalOf(() => attachmentName(given));
      expect([code, details.errors?.[0]?.path], JSON.stringify(given)).to.deep.equal(['BAD_REQUEST', 'filename']);
    }
    expect(refusalOf(() => attachmentName(undefined)).message).to.include('is required');
  });

  it('that is taken is the same when it comes again, short, one line, and no path', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(text, (given) => {
        let name: string;
        try {
          name = attachmentName(given);
        } catch (error) {
          expect(error).to.be.instanceOf(ServiceError);
          return;
        }
        expect(attachmentName(name)).to.equal(name);
        expect(new TextEncoder().encode(name).length).to.be.within(1, filenameBytesMost);
        expect(name).not.to.match(/[/\\\0\r\n]/);
        expect(decodeURIComponent(encodeURIComponent(name))).to.equal(name);
        expect(
          isNamed(name)({ filename: name.toUpperCase() }) || name.toUpperCase().toLowerCase() !== name.toLowerCase(),
        ).to.equal(true);
      }),
      { numRuns: process.env['TEST_LONG'] ? 50_000 : 1_000 },
    );
  });
});

describe('the kind of an attachment', () => {
  it('is that of its extension, in any case, and nothing else is taken', () => {
    for (const kind of attachmentKinds) {
      for (const name of [`a.${kind}`, `a.${kind.toUpperCase()}`, `a.html.${kind}`]) assertKnownKind(name);
    }
    for (const name of [
      'a',
      '.pdf',
      'a.',
      'a.html',
      'a.svg',
      'a.js',
      'a.exe',
      'a.pdf.exe',
      'a.pdf ',
      'a.constructor',
    ]) {
      expect(refusalOf(() => assertKnownKind(name)).details.reason, name).to.equal('kind_not_allowed');
    }
    expect(attachmentKinds).to.have.length(28);
  });

  it('fits its declared type, or a type that says nothing', () => {
    for (const kind of attachmentKinds) {
      const [usual = '', ...others] = typesOf(`a.${kind}`);
      for (const said of [
        usual,
        ...others,
        'application/octet-stream',
        `${usual}; charset=utf-8`,
        usual.toUpperCase(),
      ]) {
        expect(typeToSend(`a.${kind}`, said), `${kind} as ${said}`).to.equal(usual);
      }
      for (const said of ['', 'text/html', 'image/svg+xml', 'multipart/form-data; boundary=x', 'application/json']) {
        expect(refusalOf(() => typeToSend(`a.${kind}`, said)).details.reason, said).to.equal('kind_mismatch');
      }
    }
  });

  it('is answered as its extension says, whatever somebody called it; never as a page', () => {
    expect(safeTypeOf('a.pdf')).to.equal('application/pdf');
    for (const name of ['a.html', 'a.svg', 'a', 'a.pdf.html', 'a.js']) {
      expect(safeTypeOf(name), name).to.equal('application/octet-stream');
    }
  });

  const begins: Readonly<Record<string, readonly string[]>> = {
    pdf: ['%PDF-1.4', '\xef\xbb\xbf%PDF-1.7', '\r\n%PDF-2.0'],
    png: ['\x89PNG\r\n\x1a\n'],
    jpg: ['\xff\xd8\xff\xe0'],
    jpeg: ['\xff\xd8\xff\xe1'],
    gif: ['GIF89a', 'GIF87a'],
    docx: ['PK\x03\x04'],
    zip: ['PK\x05\x06'],
    tif: ['II*\0', 'MM\0*'],
    rar: ['Rar!\x1a\x07\x00'],
    '7z': ['7z\xbc\xaf\x27\x1c'],
    rtf: ['{\\rtf1'],
    bmp: ['BM'],
  };

  it('fits its first bytes', () => {
    for (const [kind, texts] of Object.entries(begins)) {
      for (const text of texts) assertFirstBytes(`a.${kind}`, bytes(`${text} and so on`));
      for (const text of ['<html>', 'MZ\x90', 'hello', kind === 'png' ? 'GIF89a' : '\x89PNG\r\n\x1a\n']) {
        expect(refusalOf(() => assertFirstBytes(`a.${kind}`, bytes(text))).details.reason, kind).to.equal(
          'kind_mismatch',
        );
      }
    }
  });

  it('is no page or script under the name of a text', () => {
    const pages = [
      '<!DOCTYPE html>',
      '<html>',
      ' \n<HTML lang="en">',
      '<svg xmlns="x">',
      '<script>',
      '#!/bin/sh',
      '<?xml version="1"?>',
    ];
    const utf16 = (text: string) => `\xff\xfe${[...text].map((one) => `${one}\0`).join('')}`;
    for (const name of ['a.csv', 'a.txt', 'a.eml']) {
      for (const text of [...pages, ...pages.map((page) => `\xef\xbb\xbf${page}`), ...pages.map(utf16)]) {
        expect(refusalOf(() => assertFirstBytes(name, bytes(text))).details.reason, text).to.equal('kind_mismatch');
      }
      for (const text of ['date,amount\n', 'a < b', '# a title', '', '<not a page>', '\xff\xfea\0']) {
        assertFirstBytes(name, bytes(text));
      }
    }
  });
});
