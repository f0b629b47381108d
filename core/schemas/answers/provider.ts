import * as v from 'valibot';

export const ProviderAnswer = v.object({
  id: v.pipe(v.string(), v.description('The value of `provider` in a connect session.')),
  name: v.string(),
  status: v.picklist(['available', 'coming_soon']),
});
export type ProviderShape = v.InferOutput<typeof ProviderAnswer>;
