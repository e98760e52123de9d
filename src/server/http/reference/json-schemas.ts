import { type ConversionConfig, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { namedSchemas } from './named-schemas.ts';

/** A JSON value of a document. */
export type Json = { [key: string]: unknown };

/** Which side of a schema is described: what a caller sends, or what comes out after checks and defaults. */
type Side = 'input' | 'output';

const schemaBase = '#/components/schemas/';

/** A named schema with a description of its own at one place, as in `v.pipe(decimal, v.description('…'))`. */
interface Described {
  readonly name: string;
  readonly description: string;
}

/** Schemas by their names, and the named ones that they refer to. */
export interface ReferredSchemas<Name extends string = string> {
  readonly schemas: Readonly<Record<Name, Json>>;
  readonly named: Readonly<Record<string, Json>>;
}

/**
 * JSON Schemas (2020-12) of valibot schemas, with references to the named ones.
 *
 * @param schemas by any name; what has no JSON Schema in them (own checks, transforms) is left out
 * @returns the schemas by the same names, and the named ones that they refer to
 */
export function toReferredSchemas<Name extends string>(
  schemas: Readonly<Record<Name, v.GenericSchema>>,
  side: Side,
): ReferredSchemas<Name> {
  const described = describedUses(schemas);
  const aliases = [...described.keys()].map((schema, index) => [`alias ${index}`, schema] as const);
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'ignore',
    overrideRef({ referenceId, valibotSchema, jsonSchema }) {
      const use = described.get(valibotSchema);
      if (use !== undefined) jsonSchema.description = use.description;
      return schemaBase + (use?.name ?? referenceId);
    },
    overrideSchema({ valibotSchema, jsonSchema }) {
      // A tuple of the wire has exactly its items.
      if (valibotSchema.type === 'tuple') return { ...jsonSchema, items: false };
      if (Array.isArray(jsonSchema.required) && jsonSchema.required.length === 0) {
        const { required: _none, ...rest } = jsonSchema;
        return rest;
      }
      return null;
    },
  };
  // As the field of an object, so that a schema which is a named one as a whole becomes a reference too.
  const wrapped = Object.entries<v.GenericSchema>(schemas).map(([name, schema]) => [
    `of ${name}`,
    v.object({ it: schema }),
  ]);
  const converted = toJsonSchemaDefs({ ...namedSchemas, ...Object.fromEntries([...aliases, ...wrapped]) }, config);
  const own = Object.keys(schemas).map((name) => [name, converted[`of ${name}`]?.properties?.['it']]);
  const result = Object.fromEntries(own) as Record<Name, Json>;
  return { schemas: result, named: reachable(result, converted as Record<string, Json>) };
}

/** The named schemas that something refers to, directly or through others, in the order of their table. */
function reachable(from: unknown, all: Readonly<Record<string, Json>>): Record<string, Json> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const target = (value as Json)['$ref'];
    if (typeof target === 'string') {
      const name = target.slice(schemaBase.length);
      if (!found.has(name)) {
        found.add(name);
        visit(all[name]);
      }
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(from);
  return Object.fromEntries(
    Object.keys(namedSchemas).flatMap((name) => (found.has(name) ? [[name, all[name] ?? {}]] : [])),
  );
}

/** Where a schema holds others. */
const schemaParts = ['pipe', 'entries', 'options', 'items', 'item', 'wrapped', 'key', 'value'] as const;

/** Every place where a named schema carries a description of its own: a pipe around it that adds nothing else. */
function describedUses(schemas: Readonly<Record<string, v.GenericSchema>>): Map<v.GenericSchema, Described> {
  const names = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));
  const uses = new Map<v.GenericSchema, Described>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { pipe } = value as { pipe?: readonly [v.GenericSchema, ...v.PipeItem<unknown, unknown, never>[]] };
    if (pipe !== undefined && !names.has(value as v.GenericSchema)) {
      const [first, ...rest] = pipe;
      const name = names.get(first);
      const description = v.getDescription(value as v.GenericSchema);
      if (name !== undefined && description !== undefined && rest.every(({ kind }) => kind === 'metadata')) {
        uses.set(value as v.GenericSchema, { name, description });
      }
    }
    for (const key of schemaParts) visitAll((value as Json)[key]);
  };
  const visitAll = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === 'schema') visit(part);
    else for (const inner of Object.values(part)) visit(inner);
  };
  visitAll(namedSchemas);
  visitAll(schemas);
  return uses;
}
