import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { openApi } from './openapi'
import { failuresIn, referenceOf, typeOf } from './reference'

const fish = z.object({ name: z.string().max(40), found: z.iso.datetime().nullable(), kind: z.enum(['salt', 'fresh']) })
const nameFish = endpoint({
  method: 'PUT',
  path: '/api/ponds/{pondId}/fish',
  summary: "Name a pond's fish",
  tag: 'big ponds',
  auth: 'actor',
  params: z.object({ pondId: z.uuid() }),
  query: z.object({ day: z.iso.date(), deep: z.enum(['true', 'false']).default('false') }),
  body: z.object({
    name: z
      .string()
      .max(40)
      .meta({ examples: ["Ada's"] }),
  }),
  response: z.object({ fish: z.array(fish) }),
})
const names = { operations: new Map([[nameFish, 'nameFish']]), schemas: new Map([[fish, 'fish']]) }
const document = openApi([nameFish], '1.0.0', names)
const [tag] = referenceOf(document)
const [operation] = tag?.operations ?? []

describe('the API document for people', () => {
  it('says what an operation takes, and who may ask', () => {
    expect(tag).toMatchObject({ name: 'big ponds', slug: 'big-ponds' })
    expect(operation).toMatchObject({
      id: 'nameFish',
      method: 'PUT',
      access: 'With a personal token, or signed in.',
      body: { type: [{ text: 'NameFishRequest', schema: 'NameFishRequest' }] },
      parameters: [
        { name: 'pondId', where: 'path', required: true, type: [{ text: 'string (uuid)' }] },
        { name: 'day', where: 'query', required: true, example: '2026-03-02' },
        { name: 'deep', where: 'query', required: false, description: '"false" unless given' },
      ],
    })
  })

  it('says what comes of it, and how it fails', () => {
    expect(operation?.answers).toMatchObject([{ status: '200', media: ['application/json'] }])
    expect(operation?.failures).toEqual(expect.arrayContaining(['400', '401', '404', '429']))
    expect(failuresIn(document).map(({ status }) => status)).toEqual(expect.arrayContaining(operation?.failures ?? []))
  })

  it('gives a request that a shell takes as it stands, with what must be given', () => {
    expect(operation?.curl).toBe(
      [
        `curl -X PUT "$ASSAY_URL/api/ponds/${operation?.parameters[0]?.example}/fish?day=2026-03-02"`,
        '-H "Authorization: Bearer $ASSAY_TOKEN"',
        `-H 'content-type: application/json'`,
        `-d '{\n "name": "Ada'\\''s"\n}'`,
      ].join(' \\\n  '),
    )
  })

  it('describes everything that it refers to', () => {
    expect(tag?.schemas.map(({ name }) => name)).toEqual(['Fish', 'NameFishRequest', 'NameFishResponse'])
    expect(tag?.schemas[0]?.fields).toMatchObject([
      { name: 'name', required: true, description: 'At most 40 characters' },
      { name: 'found', type: [{ text: 'string (date-time)' }, { text: ' or ' }, { text: 'null' }] },
      { name: 'kind', type: [{ text: '"salt" | "fresh"' }] },
    ])
  })
})

it.each([
  [{}, 'any JSON'],
  [{ const: 1 }, '1'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Fish' } }, 'list of Fish'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, '[string, integer]'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'map by name of number'],
  [{ type: 'string', format: 'binary' }, 'the bytes of a file'],
])('puts a type into words: %j', (schema, expected) => {
  expect(
    typeOf(schema)
      .map(({ text }) => text)
      .join(''),
  ).toBe(expected)
})
