/** PostgreSQL's text cannot hold NUL, and what providers and receivers send may: it is replaced alike on both databases. */
export function withoutNul(bindings: readonly unknown[]): unknown[] {
  return bindings.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value,
  );
}
