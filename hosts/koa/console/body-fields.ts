import * as v from 'valibot';

const string = v.string('must be a text');
const upTo = (most: number) => v.maxLength<string, number, string>(most, `must be at most ${most} characters`);

/** A text that is taken as it was typed, such as a password. */
export const typed = (most: number) => v.pipe(string, upTo(most));

/** One line of text. */
export const text = (most: number) =>
  v.pipe(
    string,
    v.trim(),
    v.minLength(1, 'must not be empty'),
    upTo(most),
    v.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must not hold control characters'),
  );
