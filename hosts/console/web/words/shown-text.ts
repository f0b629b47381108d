// Texts of strangers and of agents, as the pages show them: what is not seen by itself is made visible.

/**
 * Controls but line feed and tab, what turns the direction of a line, what has no width, tags, separators of lines, and halves of
 * characters. The two that choose between an emoji and its letter stay.
 */
const unseen = /(?:(?![\n\t]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}])+/gu;

/** Shows `a⟨U+202E⟩b` for a character that nobody would see, and counts a run of them. */
export function shownText(text: string): string {
  return text.replace(unseen, (run) => {
    const characters = [...run];
    const [one = ''] = characters;
    return characters.length === 1 ? `⟨${codeOf(one)}⟩` : `⟨${characters.length} hidden characters⟩`;
  });
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The same on one line and no longer than `most` characters, for rows and facts. */
export function shownLine(text: string, most = 200): string {
  const line = shownText(text.replaceAll(/\s+/g, ' ').trim());
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most).join('')}…`;
}

/** The same for every text in a document, its names too. */
export function shownIn<T>(value: T): T {
  if (typeof value === 'string') return shownText(value) as T;
  if (Array.isArray(value)) return value.map(shownIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [shownText(name), shownIn(inner)])) as T;
}
