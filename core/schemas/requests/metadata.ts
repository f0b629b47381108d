import * as v from 'valibot';

const bytesMost = 16 * 1024;

/** A caller's own data, kept with what it is given for. */
export const metadata = () =>
  v.pipe(
    v.record(v.string(), v.unknown(), 'must be an object'),
    v.check(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= bytesMost,
      'must be at most 16 KiB of JSON',
    ),
    v.description('Your own data, at most 16 KiB of JSON.'),
  );
