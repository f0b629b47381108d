// Finds what was typed in the parts of the guides.

/** As the build writes them: a heading with its text. */
export interface SearchedPart {
  readonly title: string;
  readonly heading: string;
  readonly at: string;
  readonly text: string;
}

export interface Found {
  readonly part: SearchedPart;
  /** The text around the first place with a typed word. */
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

const most = 12;
const around = 60;

/** Returns the best parts first: those that have all words, in their headings before their texts. */
export function findParts(parts: readonly SearchedPart[], typed: string): readonly Found[] {
  const whole = typed.trim().toLowerCase();
  const words = whole.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  return parts
    .map((part) => ({ part, rank: rankOf(part, whole, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map(({ part }) => excerpt(part, whole, words));
}

/** 0 unless each word is somewhere. */
function rankOf({ title, heading, text }: SearchedPart, whole: string, words: readonly string[]): number {
  const [head, body] = [`${title} ${heading}`.toLowerCase(), text.toLowerCase()];
  const ranks = words.map((word) => {
    const count = body.split(word, 6).length - 1;
    return (hasWord(head, word) ? 20 : head.includes(word) ? 10 : 0) + (hasWord(body, word) ? 2 : 0) + count;
  });
  if (ranks.some((rank) => rank === 0)) return 0;
  const asTyped = (head.includes(whole) ? 15 : 0) + (body.includes(whole) ? 8 : 0);
  return ranks.reduce((sum, rank) => sum + rank, asTyped);
}

/** True if the word stands there alone and not inside of another. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true;
  }
  return false;
}

function excerpt(part: SearchedPart, whole: string, words: readonly string[]): Found {
  const { text } = part;
  // A letter may have another length in small ones; then nothing is marked.
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : '';
  const sought = [whole, ...words].find((one) => lower.includes(one));
  const at = sought === undefined ? -1 : lower.indexOf(sought);
  if (sought === undefined || at < 0) return { part, before: text.slice(0, 2 * around), hit: '', after: '' };
  const from = Math.max(0, at - around);
  const to = at + sought.length;
  return {
    part,
    before: `${from > 0 ? '…' : ''}${text.slice(from, at)}`,
    hit: text.slice(at, to),
    after: `${text.slice(to, to + around)}${to + around < text.length ? '…' : ''}`,
  };
}
