import * as v from 'valibot';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Where a page stands in its list. */
export const ListingMetaAnswer = v.object({
  page: v.pipe(v.nullable(whole), v.description('The page number, from 1; null when the list was read by cursor.')),
  limit: v.pipe(whole, v.description('How many items a page holds at most.')),
  total: v.pipe(whole, v.description('How many items match in all.')),
  total_pages: v.pipe(whole, v.description('How many pages of `limit` items that makes.')),
  has_more: v.pipe(v.boolean(), v.description('Whether items follow; also where the page ended early, at 4 MiB.')),
  next_cursor: v.pipe(
    v.nullable(v.string()),
    v.description('Give it as `cursor` to read on behind the last item, at the cost of a first page; null at the end.'),
  ),
});
export type ListingMetaShape = v.InferOutput<typeof ListingMetaAnswer>;
