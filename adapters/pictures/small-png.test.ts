import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { encode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { ServiceError } from '#core/ports';
import { smallPng } from './index.ts';

// Of 8 by 8 pixels, made with Pillow: the left half red, the right half blue.
const pictures = {
  cmyk: '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAAAAAAAAAAAAAAAAEEBgf/xAAdEAABAwUBAAAAAAAAAAAAAAAABkTCBUOBgoPB/9oADgRDAE0AWQBLAAA/AE1+w6RJ2l3cehSLvSRoB//Z',
  progressive:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAADBP/aAAwDAQACEAMQAAABgFpf/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABBQJ//8QAFxEAAwEAAAAAAAAAAAAAAAAAAAEEM//aAAgBAwEBPwGzZn//xAAXEQADAQAAAAAAAAAAAAAAAAAAAQMz/9oACAECAQE/AYZo/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAGPwJ//8QAFRABAQAAAAAAAAAAAAAAAAAAAAH/2gAIAQEAAT8hr//aAAwDAQACAAMAAAAQ/wD/xAAWEQEBAQAAAAAAAAAAAAAAAACxAAH/2gAIAQMBAT8QGZf/xAAWEQEBAQAAAAAAAAAAAAAAAACxAAH/2gAIAQIBAT8QY7f/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/ED//2Q==',
  exif: '/9j/4AAQSkZJRgABAQAAAQABAAD/4QAwRXhpZgAATU0AKgAAAAgAAQEOAAIAAAANAAAAGgAAAABzZWNyZXQgcGxhY2UAAP/bAEMADQkKCwoIDQsKCw4ODQ8TIBUTEhITJxweFyAuKTEwLiktLDM6Sj4zNkY3LC1AV0FGTE5SU1IyPlphWlBgSlFST//AAAsIAAgACAEBEQD/xAAUAAEAAAAAAAAAAAAAAAAAAAAF/8QAFRABAQAAAAAAAAAAAAAAAAAAAAL/2gAIAQEAAD8ACp//2Q==',
  sixteenBits:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIEAAAAACx9D0UAAAAE0lEQVR4nGOc48CAApgYGAZCAAB4jADsc3edgQAAAABJRU5ErkJggg==',
  animated:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAAIAAAACAAAAAAAAAAAAAAAAQAAw3t8MwAAABlJREFUeJxjPCFnwwADTjY9cDYTAw4wOCUAqOkCPCK92/kAAAAaZmNUTAAAAAEAAAAIAAAACAAAAAAAAAAAAAAAAQAAWAiW5wAAABdmZEFUAAAAAnicY2T4z4AVMGEXHqwSAMxCAQ+FTIS2AAAAAElFTkSuQmCC',
};

const bytes = (text: string) => Buffer.from(text, 'base64');
const made = (picture: Buffer) => bytes(smallPng(picture.toString('base64')));
const pixel = ({ data, width }: PNG, x: number, y: number) => [...data.subarray((y * width + x) * 4).subarray(0, 4)];

function png(width: number, height: number, colour: (x: number, y: number) => readonly number[]): Buffer {
  const picture = new PNG({ width, height });
  for (let at = 0; at < width * height; at++) picture.data.set(colour(at % width, Math.floor(at / width)), at * 4);
  return PNG.sync.write(picture);
}

/** A PNG whose header and compressed pixels are chosen freely. */
function crafted(width: number, height: number, { pixels, interlaced = 0 }: { pixels: Buffer; interlaced?: number }) {
  const plain = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  const header = Buffer.from(plain.subarray(0, 33));
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header[28] = interlaced;
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  const data = Buffer.concat([Buffer.from('IDAT'), deflateSync(pixels)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  check.writeUInt32BE(crc32(data));
  return Buffer.concat([header, length, data, check, plain.subarray(-12)]);
}

function refusal(picture: Buffer): string {
  try {
    made(picture);
  } catch (error) {
    if (error instanceof ServiceError && error.details.errors?.[0]?.path === 'logo') return error.message;
    throw error;
  }
  return '';
}

describe('an uploaded picture', () => {
  it('is a PNG of its own afterwards, whatever it was before, without anything but its pixels', () => {
    const near = (one: readonly number[], other: readonly number[]) =>
      one.every((part, i) => Math.abs(part - (other[i] ?? 0)) <= 24);
    for (const [kind, text] of Object.entries(pictures)) {
      const polyglot = Buffer.concat([bytes(text), Buffer.from('<script>alert(1)</script>')]);
      const isPng = text.startsWith('iVBOR');
      if (isPng) expect(refusal(polyglot), kind).to.include('damaged');
      const small = made(isPng ? bytes(text) : polyglot);
      const picture = PNG.sync.read(small);
      expect([picture.width, picture.height], kind).to.deep.equal([8, 8]);
      expect(small.toString('latin1'), kind).not.to.match(/script|secret|Exif|acTL|fdAT|JFIF|Adobe/);
      const chunks = [...small.toString('latin1').matchAll(/IHDR|IDAT|IEND|[a-z][A-Za-z]{3}(?=\0)/g)].map(String);
      expect(chunks, kind).to.deep.equal(['IHDR', 'IDAT', 'IEND']);
      if (['exif', 'sixteenBits'].includes(kind)) continue;
      expect(near(pixel(picture, 0, 0), [200, 30, 60, 255]), `${kind}: ${pixel(picture, 0, 0)}`).to.equal(true);
      expect(near(pixel(picture, 7, 7), [10, 90, 200, 255]), `${kind}: ${pixel(picture, 7, 7)}`).to.equal(true);
    }
    expect(pixel(PNG.sync.read(made(bytes(pictures.sixteenBits))), 0, 0)).to.deep.equal([156, 156, 156, 255]);
  });

  it('is at most 512 by 128 pixels, each the mean of what it stands for; what is clear gives no colour', () => {
    for (const [width, height, ...small] of [
      [1024, 1024, 128, 128],
      [1024, 128, 512, 64],
      [1024, 1, 512, 1],
      [1, 1024, 1, 128],
      [512, 128, 512, 128],
      [3, 200, 2, 128],
    ] as const) {
      const { width: w, height: h } = PNG.sync.read(made(png(width, height, () => [9, 9, 9, 255])));
      expect([w, h], `${width} by ${height}`).to.deep.equal(small);
    }
    const halves = PNG.sync.read(made(png(256, 256, (x) => (x % 2 === 0 ? [200, 100, 0, 255] : [0, 0, 0, 0]))));
    expect([pixel(halves, 0, 0), pixel(halves, 127, 127)]).to.deep.equal(Array(2).fill([200, 100, 0, 128]));
  });

  it('is refused before it is decoded where it is too large, however small its file', () => {
    const bombs = [0, 1].map((interlaced) => crafted(8, 8, { pixels: Buffer.alloc(128 * 1024 * 1024), interlaced }));
    expect(refusal(crafted(1025, 4, { pixels: Buffer.alloc(8) }))).to.include(
      'at most 1024 by 1024 pixels; it is 1025 by 4',
    );
    expect(refusal(crafted(2 ** 31 - 1, 2 ** 31 - 1, { pixels: Buffer.alloc(8) }))).to.include('2147483647');
    expect(refusal(crafted(0, 4, { pixels: Buffer.alloc(8) }))).to.include('0 by 4');
    const spent = (work: () => void): number => {
      const begun = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    const packed = deflateSync(Buffer.alloc(128 * 1024 * 1024));
    const whole = spent(() => inflateSync(packed));
    // The ratio was 0.1 for both; without the bound each is decompressed.
    const both = spent(() => expect(bombs.map(refusal).every((text) => text.includes('damaged'))).to.equal(true));
    expect(both).to.be.below(whole / 2);
    const wide = encode({ width: 2000, height: 8, data: Buffer.alloc(2000 * 8 * 4) }).data;
    expect(refusal(wide)).to.include('it is 2000 by 8');
    const file = bytes(pictures.progressive);
    const [from, to] = [
      file.indexOf('\xff\xda', 0, 'latin1'),
      file.indexOf('\xff\xc4', file.indexOf('\xff\xda', 0, 'latin1'), 'latin1'),
    ];
    const scans = (count: number) =>
      Buffer.concat([file.subarray(0, from), ...Array<Buffer>(count).fill(file.subarray(from, to)), file.subarray(to)]);
    expect([refusal(scans(2)), refusal(scans(40))].map((text) => text.includes('damaged'))).to.deep.equal([
      false,
      true,
    ]);
  });

  it('is refused where it is no PNG or JPEG, or only a part of one', () => {
    const others = [
      '',
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'RIFF____WEBPVP8 ',
      '\x89PNG',
      '%PDF-1.7',
    ];
    for (const text of others) expect(refusal(Buffer.from(text, 'latin1')), text).to.include('must be a PNG or a JPEG');
    for (const [kind, text] of Object.entries(pictures)) {
      const whole = bytes(text);
      for (let length = 0; length < whole.length; length++)
        expect(refusal(whole.subarray(0, length)), `${kind}, ${length} bytes`).to.match(/damaged|PNG or a JPEG|by/);
    }
  });
});
