/** The tracking of a line. Provider: an entry that names no known category and option is silently dropped. */
import type { TrackingCategoryRecord } from '../books/tracking-categories.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import type { BookContext } from './book-context.ts';

const mostOfALine = 2;

/** `byOptionId`: provider: quotes take the ids of options alone. */
export function knownTracking(
  context: BookContext,
  sent: readonly JsonObject[],
  byOptionId: boolean,
): readonly JsonObject[] {
  if (context.isKinder('unknown_tracking')) return sent;
  const isStrict = byOptionId && !context.isKinder('tracking_of_quotes');
  const categories = context.books.trackingCategories.list();
  // Provider: of two entries of one category the last wins.
  const entries = new Map<string, JsonObject>();
  for (const one of sent) {
    const entry = known(categories, isStrict ? { TrackingOptionID: textAt(one, 'TrackingOptionID') } : one);
    if (!entry) continue;
    const category = textAt(entry, 'TrackingCategoryID') ?? '';
    entries.delete(category);
    entries.set(category, entry);
  }
  return [...entries.values()].slice(0, mostOfALine);
}

const same = (one: string | undefined, other: string): boolean =>
  one !== undefined && one.trim().toLowerCase() === other.toLowerCase();

/** Provider: answers name the category by id and name, and the option by name alone. */
function known(categories: readonly TrackingCategoryRecord[], sent: JsonObject): JsonObject | undefined {
  const [categoryId, optionId] = [textAt(sent, 'TrackingCategoryID'), textAt(sent, 'TrackingOptionID')];
  const [name, optionName] = [textAt(sent, 'Name'), textAt(sent, 'Option')];
  const active = categories.filter(({ status }) => status === 'ACTIVE');
  const category = active.find((one) => {
    if (categoryId) return same(categoryId, one.id);
    return name ? same(name, one.name) : one.options.some(({ id }) => same(optionId, id));
  });
  const option = category?.options.find(
    (one) => one.status === 'ACTIVE' && (optionId ? same(optionId, one.id) : same(optionName, one.name)),
  );
  return category && option && { Name: category.name, Option: option.name, TrackingCategoryID: category.id };
}
