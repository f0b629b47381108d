// Compares real answers with the OpenAPI document and also refuses undeclared fields.
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

type Json = Record<string, unknown>;

export interface AnswerValidator {
  /** Returns what is wrong with this answer; empty when it is as documented. */
  problems(
    method: string,
    path: string,
    answer: { status: number; contentType: string | null; body: unknown },
  ): string[];
}

export function createAnswerValidator(document: Json): AnswerValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  const addFormats = addFormatsModule as unknown as (target: Ajv2020) => void;
  addFormats(ajv);
  ajv.addSchema(closed(document) as AnySchema, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  return {
    problems: (method, path, { status, contentType, body }) => {
      const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
      const response = dereference(document, at(document, pointer));
      if (response === undefined) return [`${method} ${path} does not document ${status}`];
      const content = response['content'] as Json | undefined;
      if (content === undefined) return body === '' ? [] : ['the answer should be empty'];
      const type = (contentType ?? '').split(';')[0] ?? '';
      if (!(type in content)) return [`${method} ${path} ${status} does not document ${type}`];
      const home =
        '$ref' in (at(document, pointer) as Json)
          ? String((at(document, pointer) as Json)['$ref'])
              .slice(2)
              .split('/')
          : pointer;
      const reference = `openapi#/${[...home, 'content', type, 'schema'].map(escaped).join('/')}`;
      const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
      compiled.set(reference, validate);
      return validate(body)
        ? []
        : (validate.errors ?? []).map(
            ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
          );
    },
  };
}

function at(document: Json, pointer: readonly string[]): unknown {
  return pointer.reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
}

function dereference(document: Json, node: unknown): Json | undefined {
  const reference = (node as Json | undefined)?.['$ref'];
  if (typeof reference !== 'string') return node as Json | undefined;
  return at(document, reference.slice(2).split('/')) as Json | undefined;
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Forbids further fields where an object lists its fields and does not allow others. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'allOf' ? value : closed(value)]),
  );
  const listsFields = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return listsFields && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}
