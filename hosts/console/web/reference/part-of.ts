// Swagger UI resolves the whole document for each operation that is opened, which takes a browser a second.

type Json = Readonly<Record<string, unknown>>;
type Components = Readonly<Record<string, Json>>;

/** Returns the document with one path and the components that it uses. */
export function partOf<T extends Json>(document: T, [section = '', name = '', ...rest]: readonly string[]): T {
  const paths = (document['paths'] ?? {}) as Json;
  const components = (document['components'] ?? {}) as Components;
  const kept: Record<string, Record<string, unknown>> = { securitySchemes: { ...components['securitySchemes'] } };
  const keep = (kind: string, key: string) => {
    const found = components[kind]?.[key];
    kept[kind] ??= {};
    if (found === undefined || key in kept[kind]) return;
    kept[kind][key] = found;
    follow(found);
  };
  const follow = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const [, kind, target] = (key === '$ref' && /^#\/components\/(\w+)\/([^/]+)/.exec(`${inner}`)) || [];
      if (kind !== undefined && target !== undefined) keep(kind, target);
      else follow(inner);
    }
  };
  const isPath = section === 'paths' && name in paths;
  if (isPath) follow(paths[name]);
  else if (section === 'components' && rest[0] !== undefined) keep(name, rest[0]);
  else if (!(section === 'components' && name === 'securitySchemes')) return document;
  return { ...document, paths: isPath ? { [name]: paths[name] } : {}, components: kept };
}
