import * as v from 'valibot';

/** ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());
