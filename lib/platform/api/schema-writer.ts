import { z } from 'zod'
import { nameParts } from './name-parts'

export type Schema = Record<string, unknown>
type Io = 'input' | 'output'

/** Where a schema is referred to while the document is not complete: whether its two sides differ is known only then. */
const draftUri = (io: Io, name: string) => `#/${io}/${name}`
const DRAFT = /^#\/(input|output)\/(\w+)$/

/**
 * Turns named zod schemas into JSON Schema. What has a name is written once, among the document's components, and referred to from
 * everywhere else; what a schema takes and what it gives are two components only where they differ.
 */
export class SchemaWriter {
  private readonly names = new Map<z.ZodType, string>()
  private readonly sides: Record<Io, Record<string, Schema>>

  /** @throws where two schemas have the same name; of two names of a schema the first holds */
  constructor(namedSchemas: Iterable<readonly [z.ZodType, string]>) {
    const registry = z.registry<{ id: string }>()
    for (const [schema, name] of namedSchemas) {
      if (this.names.has(schema)) continue
      const id = name.charAt(0).toUpperCase() + name.slice(1)
      if ([...registry._idmap.keys()].includes(id)) throw new Error(`Two schemas are called ${id}.`)
      this.names.set(schema, id)
      registry.add(schema, { id })
    }
    this.sides = { input: writeAll(registry, 'input'), output: writeAll(registry, 'output') }
  }

  reference(schema: z.ZodType, io: Io): Schema {
    const name = this.names.get(schema)
    return { $ref: draftUri(io, name ?? '') }
  }

  /** The fields of a query, or of what stands in an address. */
  inputOf(schema: z.ZodType): Schema {
    return this.sides.input[this.names.get(schema) ?? ''] ?? {}
  }

  /** Puts what the document refers to among its components. */
  complete<T extends { components: { schemas: Record<string, Schema> } }>(document: T): T {
    const used = this.reachable(document)
    const differs = this.differing()
    const nameOf = (io: Io, name: string) =>
      io === 'input' && differs.has(name) && used.has(draftUri('output', name)) ? `${name}Input` : name
    const finish = <V>(value: V): V =>
      mapReferences(value, (uri) => {
        const { io, name } = parseDraft(uri)
        return `#/components/schemas/${nameOf(io, name)}`
      })
    const schemas: [string, Schema][] = []
    for (const uri of used) {
      const { io, name } = parseDraft(uri)
      schemas.push([nameOf(io, name), finish(this.sides[io][name] ?? {})])
    }
    const finished = finish(document)
    const componentEntries = Object.entries(nameParts(Object.fromEntries(schemas.sort(byName)))).sort(byName)
    return { ...finished, components: { ...finished.components, schemas: Object.fromEntries(componentEntries) } }
  }

  /** What is referred to from here, and from there, and so on. */
  private reachable(from: unknown): ReadonlySet<string> {
    const found = new Set<string>()
    const waiting = [from]
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      for (const uri of referencesIn(value)) {
        if (found.has(uri)) continue
        found.add(uri)
        const { io, name } = parseDraft(uri)
        waiting.push(this.sides[io][name])
      }
    }
    return found
  }

  /** The names whose two sides differ, in themselves or in what they refer to. */
  private differing(): ReadonlySet<string> {
    const { input, output } = this.sides
    const withoutSide = (schema: Schema | undefined) => JSON.stringify(schema).replaceAll('"#/output/', '"#/input/')
    const differs = new Set(Object.keys(input).filter((name) => withoutSide(input[name]) !== withoutSide(output[name])))
    let size = -1
    while (differs.size > size) {
      size = differs.size
      for (const [name, schema] of Object.entries(input))
        if (referencesIn(schema).some((uri) => differs.has(parseDraft(uri).name))) differs.add(name)
    }
    return differs
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)

function writeAll(registry: z.core.$ZodRegistry<{ id: string }>, io: Io): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: 'draft-2020-12',
    // What cannot be said in JSON Schema (a transformation) is left open rather than told wrong.
    unrepresentable: 'any',
    uri: (name) => draftUri(io, name),
    override: ({ zodSchema, jsonSchema }) => {
      plain(jsonSchema, zodSchema)
      // Of what has a name only the name is taken over by itself.
      const examples = z.globalRegistry.get(zodSchema)?.examples
      if (Array.isArray(examples)) jsonSchema.examples = examples
    },
  })
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => name !== '__shared')
      .map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, withoutJson(schema)]),
  )
}

/** Says the same in words that validators in other languages read as well. */
function plain(schema: z.core.JSONSchema.BaseSchema, { _zod: { def } }: z.core.$ZodTypes): void {
  // What a body has beside its fields is refused, and answers have nothing beside theirs.
  if (def.type === 'object' && !def.catchall) schema.additionalProperties = false
  // The keys of an object are text in any case.
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames
  if (schema.items === false && schema.prefixItems) {
    schema.minItems = schema.prefixItems.length
    schema.maxItems = schema.prefixItems.length
    delete schema.items
  }
  if (schema.pattern !== undefined) {
    const pattern = schema.format ? undefined : portable(schema.pattern)
    if (pattern === undefined) delete schema.pattern
    else schema.pattern = pattern
  }
}

/** Classes of characters that only some languages know, in signs that all do; of the second, what holds of it everywhere. */
const PORTABLE: Readonly<Record<string, string>> = {
  '^\\P{Cc}*$': '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  '[\\p{L}\\p{N}\\p{P}\\p{S}]': '\\S',
}

/** A pattern as every validator reads it, or nothing where there is none such: the server still checks it. */
const portable = (pattern: string): string | undefined =>
  PORTABLE[pattern] ?? (/\\[pP]\{|\\u\{|\(\?</.test(pattern) ? undefined : pattern)

/** Any JSON is what an empty schema says; zod writes it as a definition that refers to itself. */
const withoutJson = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema), (_key, value) =>
    typeof value?.$ref === 'string' && value.$ref.includes('__shared') ? {} : value,
  )

function parseDraft(uri: string): { io: Io; name: string } {
  const [, io, name = ''] = DRAFT.exec(uri) ?? []
  if (io !== 'input' && io !== 'output') throw new Error(`${uri} leads nowhere.`)
  return { io, name }
}

/** The drafts that a value refers to, at any depth. */
function referencesIn(value: unknown): string[] {
  const found: string[] = []
  mapReferences(value, (uri) => {
    found.push(uri)
    return uri
  })
  return found
}

const mapReferences = <V>(value: V, map: (uri: string) => string): V =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key === '$ref' && typeof inner === 'string' && DRAFT.test(inner) ? map(inner) : inner,
  )
