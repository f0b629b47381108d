/** The tracking of a line. Provider: an entry that names no known category and option is silently dropped. */
import { trackingCategories } from '../books/tracking-categories.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import type { BookContext } from './book-context.ts';

const mostOfALine = 2;

export function knownTracking(context: BookContext, sent: readonly JsonObject[]): readonly JsonObject[] {
  if (context.isKinder('unknown_tracking')) return sent;
  return sent
    .map((one) => known(one))
    .filter((one) => one !== undefined)
    .slice(0, mostOfALine);
}

const same = (one: string | undefined, other: string): boolean => one?.trim().toLowerCase() === other.toLowerCase();

/** Provider: answers name the category by id and name, and the option by name alone. */
function known(sent: JsonObject): JsonObject | undefined {
  const [categoryId, optionId] = [textAt(sent, 'TrackingCategoryID'), textAt(sent, 'TrackingOptionID')];
  const [name, optionName] = [textAt(sent, 'Name'), textAt(sent, 'Option')];
  const category = trackingCategories.find((one) => {
    if (categoryId) return same(categoryId, one.id);
    return name ? same(name, one.name) : one.options.some(({ id }) => same(optionId, id));
  });
  const option = category?.options.find((one) => (optionId ? same(optionId, one.id) : same(optionName, one.name)));
  return category && option && { Name: category.name, Option: option.name, TrackingCategoryID: category.id };
}
