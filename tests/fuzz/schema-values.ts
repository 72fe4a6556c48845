/** Values as a zod schema describes them, made from its JSON Schema: right in shape, mostly right in content. */
import { z } from 'zod'
import type { NextIndex } from '@/lib/stats/seeded-random'
import { anyValue, HOSTILE_TEXTS, type Json } from './hostile'

type Schema = { [key: string]: unknown }

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asNumber = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

const DAYS = ['2024-02-29', '0000-01-01', '0001-01-01', '9999-12-31'] as const

/** Deeper than that, what a schema says of itself again is left empty. */
const DEPTH = 6

const roots = new WeakMap<z.ZodType, Schema>()

function rootOf(schema: z.ZodType): Schema {
  const root = roots.get(schema) ?? asSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  roots.set(schema, root)
  return root
}

/** Draws values of `schema`; `known` are texts worth trying: ids and names of the scene. */
export function schemaValues(schema: z.ZodType, known: readonly string[]): (random: NextIndex) => Json {
  const root = rootOf(schema)
  return (random) => new Drawing(root, known, random).draw(root, 0)
}

class Drawing {
  constructor(
    private readonly root: Schema,
    private readonly known: readonly string[],
    private readonly random: NextIndex,
  ) {}

  private pick = <T>(of: readonly T[]): T => of[this.random(of.length)] as T

  draw(schema: Schema, depth: number): Json {
    if (depth > DEPTH) return null
    if (typeof schema.$ref === 'string') return this.draw(this.resolve(schema.$ref), depth + 1)
    if ('const' in schema) return schema.const as Json
    if (Array.isArray(schema.enum)) return this.pick(schema.enum) as Json
    const choices = asList(schema.oneOf ?? schema.anyOf)
    if (choices.length > 0) return this.draw(asSchema(this.pick(choices)), depth + 1)
    if (schema.type === 'object') return this.object(schema, depth)
    if (schema.type === 'array') return this.list(schema, depth)
    if (schema.type === 'string') return this.text(schema)
    if (schema.type === 'integer' || schema.type === 'number') return this.number(schema)
    if (schema.type === 'boolean') return this.random(2) === 0
    return schema.type === 'null' ? null : anyValue(this.random)
  }

  private resolve(reference: string): Schema {
    const steps = reference.split('/').slice(1)
    return steps.reduce((at: Schema, step) => asSchema(at[step]), this.root)
  }

  private object({ properties, required, additionalProperties }: Schema, depth: number): Json {
    const wanted = asList(required)
    const entries = Object.entries(asSchema(properties))
      .filter(([key]) => wanted.includes(key) || this.random(2) === 0)
      .map(([key, value]) => [key, this.draw(asSchema(value), depth + 1)] as const)
    const free = typeof additionalProperties === 'object' ? this.random(3) : 0
    const more = Array.from({ length: free }, () => {
      const key = this.random(3) === 0 ? this.pick(HOSTILE_TEXTS) : this.pick(this.known)
      return [key, this.draw(asSchema(additionalProperties), depth + 1)] as const
    })
    return Object.fromEntries([...entries, ...more])
  }

  private list({ items, prefixItems, minItems }: Schema, depth: number): Json {
    if (Array.isArray(prefixItems)) return prefixItems.map((each) => this.draw(asSchema(each), depth + 1))
    const length = asNumber(minItems, 0) + this.random(3)
    return Array.from({ length }, () => this.draw(asSchema(items), depth + 1))
  }

  private text({ format, maxLength, minLength }: Schema): string {
    const chosen = this.random(3) === 0 && format === undefined ? this.pick(HOSTILE_TEXTS) : this.pick(this.known)
    const text = format === 'date' ? this.pick(DAYS) : format === 'date-time' ? '2024-02-29T12:00:00Z' : chosen
    const long = text.length < asNumber(minLength, 0) ? text.padEnd(asNumber(minLength, 0), 'x') : text
    return long.slice(0, asNumber(maxLength, 100_000))
  }

  private number({ minimum, maximum, type }: Schema): number {
    const [least, most] = [asNumber(minimum, -5), asNumber(maximum, 1000)]
    const drawn = this.pick([least, most, least + 1, Math.min(most, 1), Math.min(most, least + this.random(50))])
    return type === 'integer' ? Math.round(drawn) : drawn
  }
}
