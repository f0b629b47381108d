import * as v from 'valibot';

const whole = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Where a page of a live search stands. The provider does not count what matches, so the totals are null. */
export const SearchMetaAnswer = v.object({
  page: v.pipe(whole, v.description('The page that was asked for, from 1.')),
  limit: v.pipe(whole, v.description('How many of the provider’s records a page looks at; at most as many match.')),
  total: v.null(),
  total_pages: v.null(),
  has_more: v.pipe(
    v.boolean(),
    v.description('Whether the provider may have more to look at. A page without items can have more after it.'),
  ),
  next_cursor: v.null(),
});
export type SearchMetaShape = v.InferOutput<typeof SearchMetaAnswer>;

/** The success envelope around one page of a live search. */
export function searchOf<S extends v.GenericSchema>(item: S) {
  return v.object({
    success: v.literal(true),
    message: v.pipe(v.string(), v.description('What happened, in words for a person.')),
    data: v.object({
      items: v.array(item),
      source: v.pipe(v.literal('provider'), v.description('The records as the provider holds them now.')),
    }),
    meta: SearchMetaAnswer,
  });
}
