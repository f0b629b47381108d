const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Names a `User-Agent` as people do: `Firefox on Linux`. */
export function agentWords(agent: string): string {
  const found = (kinds: typeof browsers) => kinds.find(([form]) => form.test(agent))?.[1];
  const browser = found(browsers);
  const system = found(systems);
  if (browser === undefined) return agent === '' ? 'Unknown browser' : agent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
