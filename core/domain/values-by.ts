/** An object with a value for each of the names. */
export function valuesBy<Name extends string, T>(names: readonly Name[], of: (name: Name) => T) {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}
