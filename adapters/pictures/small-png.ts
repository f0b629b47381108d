// Makes uploaded pictures harmless: only their pixels are kept.
import { inflateSync } from 'node:zlib';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { badRequest, ServiceError } from '#core/ports';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, from the top left. */
  readonly data: Uint8Array;
}

const sideMost = 1024;
const shownMost = { width: 512, height: 128 };
/** The largest PNG of 1024 by 1024 pixels, with 16 bits a colour, has 8 MiB and a byte a line. */
const inflatedMost = 9 * 1024 * 1024;
/** Ordinary progressive JPEGs have about ten; each costs a walk over all pixels. */
const scansMost = 20;

/**
 * Reads a PNG or JPEG of at most 256 kB and 1024 by 1024 pixels and returns it as a PNG of at most 512 by 128, without
 * metadata or animation; both in base64. Throws BAD_REQUEST `logo`. Blocks the thread for 0.1 s, a crafted picture
 * for 0.3 s.
 */
export function smallPng(picture: string): string {
  const file = Buffer.from(picture, 'base64');
  const decode = decoderFor(file);
  if (!decode) throw badRequest('logo', 'must be a PNG or a JPEG');
  const { width, height, data } = scaled(decode(file));
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png).toString('base64');
}

function decoderFor(file: Buffer): ((file: Buffer) => Pixels) | undefined {
  const start = file.toString('latin1', 0, 8);
  if (start === '\x89PNG\r\n\x1a\n') return ofPng;
  return start.startsWith('\xff\xd8\xff') ? ofJpeg : undefined;
}

/** Reads the size before anything is decompressed, and decompresses no more than a picture of that size can hold. */
function ofPng(file: Buffer): Pixels {
  return read(() => {
    const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
    assertSize(width, height);
    const parts: Buffer[] = [];
    for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
      if (file.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
    }
    inflateSync(Buffer.concat(parts), { maxOutputLength: inflatedMost });
    return PNG.sync.read(file);
  });
}

function ofJpeg(file: Buffer): Pixels {
  return read(() => {
    const scans = file.toString('latin1').split('\xff\xda').length - 1;
    if (scans > scansMost) throw new Error(`${scans} scans`);
    const picture = decodeJpeg(file, {
      useTArray: true,
      tolerantDecoding: false,
      maxResolutionInMP: sideMost ** 2 / 1e6,
      maxMemoryUsageInMB: 64,
    });
    assertSize(picture.width, picture.height);
    return picture;
  });
}

function assertSize(width: number, height: number): void {
  if (width >= 1 && width <= sideMost && height >= 1 && height <= sideMost) return;
  throw badRequest('logo', `must be at most ${sideMost} by ${sideMost} pixels; it is ${width} by ${height}`);
}

function read(decode: () => Pixels): Pixels {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw badRequest('logo', 'is damaged or of an unusual kind; save it again as a plain PNG or JPEG');
  }
}

/** Makes each pixel the mean of those that it stands for; transparent ones give it no colour. */
function scaled({ width, height, data }: Pixels): Pixels {
  const scale = Math.min(1, shownMost.width / width, shownMost.height / height);
  if (scale === 1) return { width, height, data };
  const [columns, lines] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const small = new Uint8Array(columns * lines * 4);
  const [across, down] = [width / columns, height / lines];
  for (let at = 0; at < columns * lines; at++) {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const sums = [0, 0, 0, 0, 0] as [number, number, number, number, number];
    for (let line = Math.floor(y * down); line < (y + 1) * down && line < height; line++) {
      for (let column = Math.floor(x * across); column < (x + 1) * across && column < width; column++) {
        const from = (line * width + column) * 4;
        const opacity = data[from + 3] ?? 0;
        for (const colour of [0, 1, 2] as const) sums[colour] += (data[from + colour] ?? 0) * opacity;
        sums[3] += opacity;
        sums[4] += 1;
      }
    }
    const [red, green, blue, opacity, count] = sums;
    small.set(
      [red, green, blue].map((sum) => Math.round(sum / (opacity || 1))),
      at * 4,
    );
    small[at * 4 + 3] = Math.round(opacity / count);
  }
  return { width: columns, height: lines, data: small };
}
