import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unknownFieldsOf } from './unknown-fields'

const schema = z.object({
  name: z.string().trim(),
  settings: z.object({ size: z.number().default(1) }).optional(),
  people: z.array(z.object({ id: z.string() })).default([]),
  pair: z.tuple([z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
  choice: z.union([z.object({ lane: z.string() }), z.object({ value: z.json() })]).optional(),
  how: z
    .discriminatedUnion('kind', [z.object({ kind: z.literal('x'), x: z.int() }), z.object({ kind: z.literal('y') })])
    .optional(),
  both: z
    .object({ a: z.int() })
    .and(z.object({ b: z.int() }))
    .optional(),
  counts: z.record(z.string(), z.object({ n: z.int() })).optional(),
  open: z.looseObject({ known: z.string() }).optional(),
  record: z.json().optional(),
  maybe: z.object({ a: z.int() }).nullable().optional(),
})
// By way of the text, as a body comes: a field may be called __proto__.
const paths = (body: object) =>
  unknownFieldsOf(schema)(JSON.parse(JSON.stringify(body).replace(/^\{/, '{"name":"a",'))).map(({ path }) => path)

describe('fields that an endpoint does not know', () => {
  it.each<[string, object, string[]]>([
    ['at the top', { colour: 1, size: 2 }, ['body.colour', 'body.size']],
    ['inside', { settings: { size: 1, colour: 2 } }, ['body.settings.colour']],
    ['of a list', { people: [{ id: 'a' }, { id: 'b', age: 1 }] }, ['body.people.1.age']],
    ['of a pair', { pair: [{ a: '' }, { a: '', b: '' }] }, ['body.pair.1.a']],
    ['of the form that is meant', { choice: { lane: 'A', note: '' } }, ['body.choice.note']],
    ['of a kind', { how: { kind: 'x', x: 1, y: 1 } }, ['body.how.y']],
    ['of two that hold together', { both: { a: 1, b: 2, c: 3 } }, ['body.both.c']],
    ['under free names', { counts: { any: { n: 1, m: 2 } } }, ['body.counts.any.m']],
    ['of what may be null', { maybe: { a: 1, b: 2 } }, ['body.maybe.b']],
    [
      'that no object has by itself',
      JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}'),
      ['body.__proto__', 'body.constructor'],
    ],
  ])('are named: %s', (_, body, expected) => {
    expect(paths(body)).toEqual(expected)
  })

  it('say which there are', () => {
    const [issue] = unknownFieldsOf(z.object({ a: z.string(), b: z.string() }))({ c: 1 })
    expect(issue?.message).toBe('There is no such field. There are a, b.')
    expect(unknownFieldsOf(z.object({}))({ c: 1 })).toMatchObject([
      { message: 'There is no such field. This takes none.' },
    ])
  })

  it.each<[string, object]>([
    ['where any are taken', { open: { known: '', other: { deep: 1 } } }],
    ['in free JSON', { record: { any: [{ thing: { at: ['all'] } }] }, choice: { value: { x: { y: 1 } } } }],
    ['in what is null', { maybe: null }],
  ])('are none %s', (_, body) => {
    expect(paths(body)).toEqual([])
  })
})
