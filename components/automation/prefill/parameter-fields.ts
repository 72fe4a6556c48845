import { z } from 'zod'
import { inWords } from '@/components/workspace/tasks/plain-value'
import type { Json } from '@/lib/protocols/protocol'

interface Common {
  key: string
  title: string
  description: string | null
  default: Json | undefined
  /** May be left empty, which is null. */
  nullable: boolean
}
export interface NumberField extends Common {
  kind: 'number'
  integer: boolean
  least: number | null
  most: number | null
}
export interface TextField extends Common {
  kind: 'text'
  least: number
  most: number | null
}
export interface ChoiceField extends Common {
  kind: 'choice'
  options: { value: string; label: string; json: Json }[]
}
export interface SwitchField extends Common {
  kind: 'switch'
}
/** What no control is known for is typed as JSON. */
export interface JsonField extends Common {
  kind: 'json'
}
/** A parameter of a step as its form shows it. */
export type ParameterField = NumberField | TextField | ChoiceField | SwitchField | JsonField

const bounds = { minimum: z.number(), maximum: z.number(), exclusiveMinimum: z.number(), exclusiveMaximum: z.number() }
const plain = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  enum: z.array(z.json()).optional(),
  const: z.json().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  ...z.object(bounds).partial().shape,
})
const property = plain.extend({ anyOf: z.array(plain).optional() })
const formSchema = z.object({ properties: z.record(z.string(), property).default({}) })
type Property = z.infer<typeof property>

/** The fields that a JSON schema of an object asks for, in its order; none where it is no such schema. */
export function parameterFields(schema: Json): ParameterField[] {
  const form = formSchema.safeParse(schema)
  return form.success
    ? Object.entries(form.data.properties).map(([key, propertySchema]) => fieldOf(key, propertySchema))
    : []
}

function fieldOf(key: string, schemaProperty: Property): ParameterField {
  const { shape, nullable } = withoutNull(schemaProperty)
  const title = schemaProperty.title ?? shape.title ?? capital(inWords(key))
  const description = schemaProperty.description ?? shape.description ?? null
  const common: Common = { key, title, description, default: schemaProperty.default, nullable }
  const options = optionsOf(shape)
  if (options) return { ...common, kind: 'choice', options }
  if (shape.type === 'boolean') return { ...common, kind: 'switch' }
  if (shape.type === 'string')
    return { ...common, kind: 'text', least: shape.minLength ?? 0, most: shape.maxLength ?? null }
  if (shape.type === 'number' || shape.type === 'integer') return { ...common, ...numberOf(shape) }
  return { ...common, kind: 'json' }
}

/** "X or null" is X that may be left empty. */
function withoutNull(schemaProperty: Property): { shape: Property; nullable: boolean } {
  const types = Array.isArray(schemaProperty.type) ? schemaProperty.type : null
  if (types?.includes('null')) {
    const rest = types.filter((type) => type !== 'null')
    return { shape: { ...schemaProperty, type: rest.length === 1 ? rest[0] : rest }, nullable: true }
  }
  const others = schemaProperty.anyOf?.filter(({ type }) => type !== 'null')
  const isNullable = others !== undefined && others.length < (schemaProperty.anyOf?.length ?? 0)
  const [only] = others ?? []
  return isNullable && others?.length === 1 && only
    ? { shape: only, nullable: true }
    : { shape: schemaProperty, nullable: false }
}

function optionsOf(shape: Property): ChoiceField['options'] | null {
  if (shape.enum) return shape.enum.map((json) => option(json, undefined))
  if (shape.const !== undefined) return [option(shape.const, shape.title)]
  const constants = shape.anyOf?.map(({ const: json, title }) => (json === undefined ? null : option(json, title)))
  return constants?.length && constants.every((each) => each !== null) ? constants : null
}

const option = (json: Json, title: string | undefined) => ({
  value: JSON.stringify(json),
  label: title ?? capital(inWords(typeof json === 'string' ? json : JSON.stringify(json))),
  json,
})

function numberOf(shape: Property): Pick<NumberField, 'kind' | 'integer' | 'least' | 'most'> {
  const integer = shape.type === 'integer'
  const step = integer ? 1 : 0
  const above = shape.exclusiveMinimum === undefined ? undefined : shape.exclusiveMinimum + step
  const below = shape.exclusiveMaximum === undefined ? undefined : shape.exclusiveMaximum - step
  return { kind: 'number', integer, least: limit(shape.minimum ?? above), most: limit(shape.maximum ?? below) }
}

/** The bounds of what a computer can count to are none to speak of. */
const limit = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
