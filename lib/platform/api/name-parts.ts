import type { Schema } from './schema-writer'

/**
 * Gives every object within these schemas a name and a place among them, made of what it is a part of and of the field that holds it:
 * programs that make classes of the document call them so, instead of by numbers.
 */
export function nameParts(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const all: Record<string, Schema> = {}
  const texts = new Map(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]))

  /** The same part may be met twice; another of the same name gets a number. */
  function place(name: string, schema: Schema): string {
    const text = JSON.stringify(schema)
    let free = name
    for (let number = 2; texts.has(free) && texts.get(free) !== text; number++) free = `${name}${number}`
    texts.set(free, text)
    all[free] ??= within(schema, free)
    return free
  }

  function part(value: unknown, name: string): unknown {
    if (!isSchema(value)) return value
    return isObjectType(value) ? { $ref: `#/components/schemas/${place(name, value)}` } : within(value, name)
  }

  function within(schema: Schema, name: string): Schema {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner(key, value, name)]))
  }

  function inner(key: string, value: unknown, name: string): unknown {
    if (key === 'properties' && isSchema(value))
      return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, part(each, name + pascal(field))]))
    if (key === 'items') return part(value, `${name}Item`)
    if (key === 'additionalProperties') return part(value, `${name}Value`)
    if (key === 'prefixItems' && Array.isArray(value))
      return value.map((each, index) => part(each, `${name}${index + 1}`))
    if (!(key === 'anyOf' || key === 'oneOf' || key === 'allOf') || !Array.isArray(value)) return value
    const isChoice = value.filter((each) => isSchema(each) && each.type !== 'null').length > 1
    return value.map((each) => part(each, isChoice ? name + wordFor(each) : name))
  }

  for (const [name, schema] of Object.entries(schemas)) all[name] = within(schema, name)
  return all
}

/** Of several forms, the one word that only this one has in a field of its own. */
function wordFor(form: unknown): string {
  if (!isSchema(form) || !isSchema(form.properties)) return ''
  for (const field of Object.values(form.properties))
    if (isSchema(field) && field.const !== undefined) return pascal(String(field.const))
  return ''
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isObjectType = ({ type, properties }: Schema): boolean => type === 'object' && isSchema(properties)

/** `asked_again` and `askedAgain` become `AskedAgain`. */
const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter) => letter.toUpperCase())
