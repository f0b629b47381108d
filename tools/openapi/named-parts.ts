// Names the object shapes and sets of values that several schemas share, and replaces each use by a reference.

import { describedFields, describedShape, listOfValues, type Node } from './described-fields.ts';
import names from './part-names.json' with { type: 'json' };
import { meanings, recordEventParts } from './words.ts';

/**
 * Names of objects, by the property that holds them, or by component and property. The first kind gets `Input` appended
 * in requests.
 */
const partNames: Readonly<Record<string, string>> = { ...names, ...recordEventParts };

const enumNames = new Map(Object.entries(meanings).map(([name, values]) => [setOf(Object.keys(values)), name]));

function setOf(values: readonly unknown[]): string {
  return JSON.stringify(values.toSorted());
}

/** Keys whose values are data, even if they look like schemas. */
const opaque = new Set(['example', 'examples', 'value', 'default', 'const', 'enum', 'discriminator']);

const pointer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schemas, and a function that inserts references in any other node of the document. */
export function nameParts(schemas: Readonly<Record<string, object>>, isRequest: (component: string) => boolean) {
  const made: Record<string, Node> = {};
  /** Keyed by content. */
  const known = new Map<string, string>();

  function keep(name: string, schema: Node): void {
    const before = made[name];
    if (before && JSON.stringify(before) !== JSON.stringify(schema)) throw new Error(`${name} has two shapes`);
    made[name] = schema;
    known.set(JSON.stringify(schema), name);
  }

  /** Returns the node, or a reference if it has a name. `place` is component and property. */
  function placed(node: unknown, [component, property]: readonly [string, string]): unknown {
    if (Array.isArray(node)) return node.map((inner) => placed(inner, [component, property]));
    if (typeof node !== 'object' || node === null) return node;
    const { description, ...bare } = node as Node;
    const text = description === undefined ? {} : { description };
    // A condition has no type, because it constrains a field described elsewhere.
    if (Array.isArray(bare['enum']) && 'type' in bare) {
      const name = enumNames.get(setOf(bare['enum']));
      if (name === undefined) return node;
      const { enum: values, type, ...rest } = bare;
      if (!made[name]) keep(name, { description: listOfValues(meanings[name] ?? {}).trim(), type, enum: values });
      return { ...pointer(name), ...text, ...rest };
    }
    const inner = inside(bare, component, property);
    if (!('properties' in inner && 'type' in inner)) return { ...text, ...inner };
    const short = partNames[property];
    const name =
      known.get(JSON.stringify(inner)) ??
      partNames[`${component}.${property}`] ??
      (short && (isRequest(component) ? `${short}Input` : short));
    if (name === undefined) return { ...text, ...(component === '' ? describedFields('', inner) : inner) };
    keep(name, inner);
    return { ...pointer(name), ...text };
  }

  function inside(node: Node, component: string, property: string): Node {
    const entries = Object.entries(node).map(([key, value]) => {
      if (opaque.has(key)) return [key, value];
      if (key !== 'properties') return [key, placed(value, [component, property])];
      const fields = Object.entries(value as Node).map(([name, field]) => [name, placed(field, [component, name])]);
      return [key, Object.fromEntries(fields)];
    });
    return Object.fromEntries(entries);
  }

  for (const [name, schema] of Object.entries(schemas)) keep(name, inside(schema as Node, name, ''));
  return {
    pointing: (node: object) => inside(node as Node, '', ''),
    /** Call it after all references were inserted. */
    schemas: () => Object.fromEntries(Object.entries(made).map(([name, one]) => [name, describedShape(name, one)])),
  };
}
