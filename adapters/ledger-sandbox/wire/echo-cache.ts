/** Keeps the JSON of records that are read often. A changed record is a new object, so a kept text is never stale. */
interface Kept {
  readonly dependsOn: object | undefined;
  readonly json: string;
}

export interface EchoCache {
  /** `dependsOn` is the one other record in the text, such as the contact. */
  json(record: object, variant: string, dependsOn: object | undefined, build: () => object): string;
}

export function createEchoCache(): EchoCache {
  const texts = new WeakMap<object, Map<string, Kept>>();
  return {
    json(record, variant, dependsOn, build) {
      let variants = texts.get(record);
      if (!variants) {
        variants = new Map();
        texts.set(record, variants);
      }
      const kept = variants.get(variant);
      if (kept && kept.dependsOn === dependsOn) return kept.json;
      const json = JSON.stringify(build());
      variants.set(variant, { dependsOn, json });
      return json;
    },
  };
}
