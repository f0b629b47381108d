/** The name of a schema as it stands in a statement. Throws on names that would need care elsewhere. */
export function quotedSchema(schema: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Error('a schema name is 1-63 characters from a-z, 0-9 and _, and starts with a letter or _');
  }
  return `"${schema}"`;
}
