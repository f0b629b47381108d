/** Provider: PUT only creates; POST on the collection creates or updates; POST on an id only updates. */
export type DocumentWrite = { readonly how: 'create' | 'upsert' } | { readonly how: 'update'; readonly id: string };
