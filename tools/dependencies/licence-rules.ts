// Which licences what ships may have, and where a package does not say its own in its manifest.

/** Permissive ones that ask for nothing but the notice, by SPDX identifier. */
export const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Their manifests name none; the text of their licence file decides. */
const texts: readonly (readonly [licence: string, sentence: string])[] = [
  ['MIT', 'Permission is hereby granted, free of charge, to any person obtaining a copy'],
  ['ISC', 'Permission to use, copy, modify, and/or distribute this software for any purpose'],
];

/** What a licence file's text says; undefined where nobody has taught us to read it. */
export function licenceOfText(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ');
  return texts.find(([, sentence]) => plain.includes(sentence))?.[0];
}

/** `MIT`, or an SPDX choice such as `(MIT OR CC0-1.0)` of which one is allowed; of `AND` all must be. */
export function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '');
  return plain.split(/ OR /).some((choice) => choice.split(/ AND /).every((one) => allowedLicences.has(one.trim())));
}
