/** What of an API document programs of an earlier one could stumble over. */
import type { ApiDocument, Operation } from './openapi'
import type { Schema } from './schema-writer'

/** Which way a value goes: what is sent may not be asked more of, what comes back may not hold less. */
type Way = 'sent' | 'answered'

/** Each as a sentence that names the operation and the place; empty where every program goes on as before. */
export function breakingChanges(before: ApiDocument, now: ApiDocument): string[] {
  const found: string[] = []
  for (const [path, methods] of Object.entries(before.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const current = now.paths[path]?.[method]
      const name = `${method.toUpperCase()} ${path}`
      if (!current) found.push(`${name}: the operation is gone.`)
      else found.push(...new Comparison(before, now).ofOperations(operation, current).map((each) => `${name}: ${each}`))
    }
  return [...new Set(found)]
}

/** As `breakingChanges`, with what to do; none where the first number of the version was raised. */
export function refusedChanges(before: ApiDocument, now: ApiDocument): string[] {
  if (majorOf(before) !== majorOf(now)) return []
  const found = breakingChanges(before, now)
  const advice = 'Keep what programs rely on, or raise the first number of API_VERSION (lib/platform/api/contract.ts).'
  return found.length > 0 ? [...found, advice] : []
}

const majorOf = ({ info }: ApiDocument) => info.version.split('.')[0]

class Comparison {
  /** What has been compared already, or is being: schemas may refer to themselves. */
  private readonly seen = new Set<string>()

  constructor(
    private readonly before: ApiDocument,
    private readonly now: ApiDocument,
  ) {}

  ofOperations(before: Operation, now: Operation): string[] {
    const found: string[] = []
    if (before.operationId !== now.operationId) found.push(`it is called ${now.operationId} now.`)
    found.push(...this.ofParameters(before, now))
    found.push(...this.ofContents(contentOf(before.requestBody), contentOf(now.requestBody), 'sent', 'the body'))
    if (now.requestBody?.required && !before.requestBody?.required) found.push('it needs a body now.')
    for (const status of ['200', '204']) {
      const [one, other] = [before.responses[status], now.responses[status]]
      if (one && !other) found.push(`${status} is no longer answered.`)
      if (one && other) found.push(...this.ofContents(contentOf(one), contentOf(other), 'answered', 'the answer'))
    }
    return found
  }

  private ofParameters(before: Operation, now: Operation): string[] {
    const found: string[] = []
    for (const one of before.parameters) {
      const other = now.parameters.find((each) => each.name === one.name && each.in === one.in)
      if (!other) found.push(`there is no parameter ${one.name} any longer.`)
      else {
        if (other.required && !one.required) found.push(`the parameter ${one.name} must be given now.`)
        found.push(...this.ofSchemas(one.schema, other.schema, 'sent', String(one.name)))
      }
    }
    for (const other of now.parameters)
      if (other.required && !before.parameters.some((one) => one.name === other.name))
        found.push(`the parameter ${other.name} must be given now.`)
    return found
  }

  private ofContents(before: Contents, now: Contents, way: Way, place: string): string[] {
    return Object.entries(before).flatMap(([media, { schema }]) => {
      const current = now[media]
      if (way === 'answered' && current && isRaw(media, schema) && isEmpty(current.schema)) return []
      return current ? this.ofSchemas(schema, current.schema, way, place) : [`${place} is no longer ${media}.`]
    })
  }

  private ofSchemas(beforeGiven: unknown, nowGiven: unknown, way: Way, place: string): string[] {
    const pair = `${way} ${JSON.stringify(beforeGiven)} ${JSON.stringify(nowGiven)}`
    if (this.seen.has(pair)) return []
    this.seen.add(pair)
    const [before, now] = [resolve(this.before, beforeGiven), resolve(this.now, nowGiven)]
    const [oneForms, otherForms] = [formsOf(before), formsOf(now)]
    if (oneForms.length > 1 || otherForms.length > 1) return this.ofForms(oneForms, otherForms, way, place)
    return [
      ...ofTypes(before, now, way, place),
      ...(way === 'sent' ? ofBounds(before, now, place) : []),
      ...this.ofFields(before, now, way, place),
      ...this.ofInner(before, now, way, place),
    ]
  }

  /** Each form that could be sent must still be taken; of answers, forms may be added but not changed. */
  private ofForms(before: Schema[], now: Schema[], way: Way, place: string): string[] {
    const fits = (one: Schema, other: Schema) =>
      new Comparison(this.before, this.now).ofSchemas(one, other, way, place).length === 0
    const lost = before.filter((one) => !now.some((other) => fits(one, other)))
    const added = now.filter((other) => !before.some((one) => fits(one, other)))
    if (lost.length === 0 || (way === 'answered' && added.length === 0)) return []
    return [`${place} no longer has one of its forms.`]
  }

  private ofFields(before: Schema, now: Schema, way: Way, place: string): string[] {
    const [one, other] = [fieldsOf(before), fieldsOf(now)]
    const isNeeded = ({ required }: Schema, name: string) => Array.isArray(required) && required.includes(name)
    const found = Object.entries(one).flatMap(([name, schema]) => {
      const inner = `${place}.${name}`
      if (!(name in other)) return now.properties || way === 'answered' ? [`${inner} is gone.`] : []
      const innerChanges = this.ofSchemas(schema, other[name], way, inner)
      if (way === 'answered' && isNeeded(before, name) && !isNeeded(now, name))
        innerChanges.push(`${inner} may be missing now.`)
      return innerChanges
    })
    if (way === 'sent')
      for (const name of Object.keys(other))
        if (isNeeded(now, name) && !isNeeded(before, name)) found.push(`${place}.${name} must be given now.`)
    return found
  }

  private ofInner(before: Schema, now: Schema, way: Way, place: string): string[] {
    return ['items', 'additionalProperties'].flatMap((key) =>
      isSchema(before[key]) && isSchema(now[key])
        ? this.ofSchemas(before[key], now[key], way, `${place}.${key === 'items' ? '[]' : '*'}`)
        : [],
    )
  }
}

/** Was it told only how it travels, as bytes or as events, and nothing of what it holds? Then no program relied on that. */
const isRaw = (media: string, schema: unknown): boolean =>
  isSchema(schema) && schema.type === 'string' && (schema.format === 'binary' || media === 'text/event-stream')

const isEmpty = (schema: unknown): boolean => isSchema(schema) && Object.keys(schema).length === 0

/** What a value can be; an enum as its values. Open where nothing is said. */
function ofTypes(before: Schema, now: Schema, way: Way, place: string): string[] {
  const [narrow, wide] = way === 'sent' ? [before, now] : [now, before]
  const [types, allowed] = [typesOf(narrow), typesOf(wide)]
  const isOfType = allowed.length === 0 || (types.length > 0 && types.every((type) => allowed.includes(type)))
  if (!isOfType) return [`${place} is of another type.`]
  const [values, taken] = [valuesOf(before), valuesOf(now)]
  // Answers may name more or fewer kinds than before.
  if (way === 'answered' || !taken) return []
  const lost = values?.filter((value) => !taken.includes(value)) ?? ['anything else']
  return lost.length > 0 ? [`${place} does not take ${lost.join(', ')} any longer.`] : []
}

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']

function ofBounds(before: Schema, now: Schema, place: string): string[] {
  const isTighter =
    LEAST.some((key) => key in now && !(Number(before[key]) >= Number(now[key]))) ||
    MOST.some((key) => key in now && !(Number(before[key]) <= Number(now[key])))
  const isOther = ['pattern', 'format'].some((key) => key in now && before[key] !== now[key])
  return isTighter || isOther ? [`${place} takes less than before.`] : []
}

type Contents = Record<string, { schema?: unknown }>

const contentOf = (holder: Schema | undefined): Contents =>
  isSchema(holder?.content) ? (holder.content as Contents) : {}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function resolve(document: ApiDocument, schema: unknown): Schema {
  if (!isSchema(schema)) return {}
  if (typeof schema.$ref !== 'string') return schema
  return resolve(document, document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
}

function formsOf(schema: Schema): Schema[] {
  const forms = schema.anyOf ?? schema.oneOf
  return Array.isArray(forms) ? forms.filter(isSchema) : [schema]
}

const fieldsOf = ({ properties }: Schema): Schema => (isSchema(properties) ? properties : {})

const typesOf = ({ type }: Schema): unknown[] => (type === undefined ? [] : [type].flat())

const valuesOf = (schema: Schema): unknown[] | undefined =>
  'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined
