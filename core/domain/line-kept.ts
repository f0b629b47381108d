// What a changed line of a document comes to: providers keep of a line that is named by its id what the change does not say.
import type { JsonObject } from './json.ts';

const discounts = ['discount_rate', 'discount_amount'];

/** The line as it will be: what it says, and the rest of the line among `before` that it names. */
export function lineKept(line: JsonObject, before: readonly JsonObject[]): JsonObject {
  const id = plainId(line);
  const known = id === undefined ? undefined : before.find((one) => plainId(one) === id);
  if (!known) return line;
  const { line_amount: _, ...kept } = known;
  // A line has one discount: a change of either ends the other.
  const isDiscounted = discounts.some((name) => line[name] !== undefined);
  const rest = Object.entries(kept).filter(([name]) => !(isDiscounted && discounts.includes(name)));
  return { ...Object.fromEntries(rest), ...line };
}

/** Without the forms in which one id can be written. */
function plainId({ line_item_id: id }: JsonObject): string | undefined {
  return typeof id === 'string' && id !== '' ? id.toLowerCase().replaceAll(/[^a-z0-9]/g, '') : undefined;
}
