/**
 * Which fields of a JSON body its endpoint does not know. Schemas let them pass unless each object of each is declared strict, and
 * what is then ignored looks to its sender as if it had been done; so all routes ask here instead.
 */
import { z } from 'zod'
import type { Issue } from './problem'

/** The part of JSON Schema that says which fields there are. */
interface Shape {
  $ref?: string
  type?: string
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  items?: Shape | boolean
  prefixItems?: Shape[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $defs?: Record<string, Shape>
}

/** Lists what a body holds that `schema` does not know, each as `body.settings.colour`. */
export function unknownFieldsOf(schema: z.ZodType): (body: unknown) => Issue[] {
  let root: Shape | null = null
  return (body) => {
    root ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    return new Walk(root).unknownIn([root], body, 'body')
  }
}

/** A longer name is cut in what is said of it. */
const LONGEST_NAME = 40

class Walk {
  constructor(private readonly root: Shape) {}

  /** What of `value` none of `shapes` knows, which hold all together. */
  unknownIn(shapes: readonly Shape[], value: unknown, path: string): Issue[] {
    if (typeof value !== 'object' || value === null) return []
    const all = shapes.flatMap((shape) => this.together(shape))
    const choice = all.find(({ anyOf, oneOf }) => anyOf ?? oneOf)
    if (choice) return this.unknownInChoice(choice, all, value, path)
    return Array.isArray(value) ? this.unknownInList(all, value, path) : this.unknownInObject(all, value, path)
  }

  /** A shape, what it refers to, and what holds beside it. */
  private together(shape: Shape): Shape[] {
    const { $ref, allOf = [], ...own } = shape
    const referencedShape = $ref === '#' ? this.root : this.root.$defs?.[$ref?.split('/').at(-1) ?? '']
    return [
      own,
      ...(referencedShape ? this.together(referencedShape) : []),
      ...allOf.flatMap((each) => this.together(each)),
    ]
  }

  /** Of several forms, the one that knows the most of the value is meant. */
  private unknownInChoice(choice: Shape, all: readonly Shape[], value: object, path: string): Issue[] {
    const { anyOf, oneOf, ...rest } = choice
    const others = all.filter((shape) => shape !== choice)
    let fewest: Issue[] | null = null
    for (const form of anyOf ?? oneOf ?? []) {
      if (!isOfType(form, value)) continue
      const found = this.unknownIn([...others, rest, form], value, path)
      if (fewest === null || found.length < fewest.length) fewest = found
      if (fewest.length === 0) break
    }
    return fewest ?? []
  }

  private unknownInList(all: readonly Shape[], values: readonly unknown[], path: string): Issue[] {
    return values.flatMap((value, index) => {
      const shapes = all.flatMap(({ items, prefixItems }) => [prefixItems?.[index] ?? items]).filter(isShape)
      return this.unknownIn(shapes, value, `${path}.${index}`)
    })
  }

  private unknownInObject(all: readonly Shape[], value: object, path: string): Issue[] {
    const knownFields = new Map(all.flatMap(({ properties = {} }) => Object.entries(properties)))
    const others = all.flatMap(({ additionalProperties }) => additionalProperties ?? [])
    const isOpen = others.some((other) => other !== false) || all.every(({ properties }) => !properties)
    const namesHint = knownFields.size > 0 ? `There are ${[...knownFields.keys()].join(', ')}.` : 'This takes none.'
    return Object.entries(value).flatMap(([name, field]) => {
      const fieldShape = knownFields.get(name)
      const place = `${path}.${name.slice(0, LONGEST_NAME)}`
      if (fieldShape) return this.unknownIn([fieldShape], field, place)
      if (isOpen) return this.unknownIn(others.filter(isShape), field, place)
      return [{ path: place, message: `There is no such field. ${namesHint}` }]
    })
  }
}

const isShape = (shape: Shape | boolean | undefined): shape is Shape => typeof shape === 'object'

const isOfType = ({ type }: Shape, value: object): boolean =>
  type === undefined || type === (Array.isArray(value) ? 'array' : 'object')
