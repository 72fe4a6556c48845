import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { breakingChanges, refusedChanges } from './breaking-changes'
import { endpoint } from './endpoint'
import { type ApiDocument, openApi } from './openapi'

interface Cup {
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
}

function documentOf({ query, body, response }: Cup, version = '1.0.0', name = 'fillCup'): ApiDocument {
  const fill = endpoint({
    method: 'POST',
    path: '/api/cups',
    summary: 'Fill a cup',
    tag: 'cups',
    auth: 'actor',
    query: query ?? z.object({ size: z.enum(['small', 'large']).optional() }),
    body: body ?? z.object({ drink: z.enum(['tea', 'milk']), note: z.string().max(10).optional() }),
    response: response ?? z.object({ level: z.number(), of: z.array(z.object({ part: z.string() })) }),
  })
  return openApi([fill], version, { operations: new Map([[fill, name]]), schemas: new Map() })
}

const before = documentOf({})
const changesTo = (cup: Cup) => breakingChanges(before, documentOf(cup))

describe('what programs could stumble over', () => {
  it('is an operation that is gone or called otherwise', () => {
    expect(breakingChanges(before, openApi([], '1.0.0', { operations: new Map(), schemas: new Map() }))).toEqual([
      'POST /api/cups: the operation is gone.',
    ])
    expect(breakingChanges(before, documentOf({}, '1.0.0', 'pour'))).toEqual(['POST /api/cups: it is called pour now.'])
  })

  it('is a field of an answer that is gone, may be missing or is of another type', () => {
    const of = z.array(z.object({ part: z.string() }))
    expect(changesTo({ response: z.object({ level: z.number(), of: z.array(z.object({})) }) })).toEqual([
      'POST /api/cups: the answer.of.[].part is gone.',
    ])
    expect(changesTo({ response: z.object({ level: z.number().optional(), of }) })).toEqual([
      'POST /api/cups: the answer.level may be missing now.',
    ])
    expect(changesTo({ response: z.object({ level: z.string(), of }) })).toEqual([
      'POST /api/cups: the answer.level is of another type.',
    ])
  })

  it('is another type of a text, but not of what was told as bytes alone', () => {
    const read = endpoint({
      method: 'GET',
      path: '/api/cups/menu.json',
      summary: 'The menu',
      tag: 'cups',
      auth: 'public',
      response: { stream: ['application/json'] },
    })
    const now = openApi([read], '1.0.0', { operations: new Map([[read, 'readMenu']]), schemas: new Map() })
    const earlier = structuredClone(now)
    const response = earlier.paths[read.path]?.get?.responses[200] as { content: Record<string, { schema: unknown }> }
    response.content['application/json'] = { schema: { type: 'string' } }
    expect(breakingChanges(earlier, now)).toEqual(['GET /api/cups/menu.json: the answer is of another type.'])
    response.content['application/json'] = { schema: { type: 'string', format: 'binary' } }
    expect(breakingChanges(earlier, now)).toEqual([])
  })

  it('is a body that could be left out', () => {
    const optional = documentOf({ body: z.object({ note: z.string().optional() }) })
    const needed = documentOf({ body: z.object({ note: z.string() }) })
    expect(breakingChanges(optional, needed)).toContain('POST /api/cups: it needs a body now.')
    expect(breakingChanges(needed, optional)).toEqual([])
  })

  it('is something that must be given, is not taken any longer, or may be less', () => {
    const drink = z.enum(['tea', 'milk'])
    const note = z.string().max(10).optional()
    expect(changesTo({ body: z.object({ drink, note, cup: z.string() }) })).toEqual([
      'POST /api/cups: the body.cup must be given now.',
    ])
    expect(changesTo({ body: z.object({ drink }) })).toEqual(['POST /api/cups: the body.note is gone.'])
    expect(changesTo({ body: z.object({ drink: z.enum(['tea']), note }) })).toEqual([
      'POST /api/cups: the body.drink does not take milk any longer.',
    ])
    expect(changesTo({ body: z.object({ drink, note: z.string().max(9).optional() }) })).toEqual([
      'POST /api/cups: the body.note takes less than before.',
    ])
    expect(changesTo({ query: z.object({ size: z.enum(['small']).optional() }) })).toEqual([
      'POST /api/cups: size does not take large any longer.',
    ])
    expect(changesTo({ query: z.object({ hot: z.string() }) })).toEqual([
      'POST /api/cups: there is no parameter size any longer.',
      'POST /api/cups: the parameter hot must be given now.',
    ])
  })

  it('is not what is added', () => {
    const of = z.array(z.object({ part: z.string(), share: z.number() }))
    const more = documentOf({
      query: z.object({ size: z.enum(['small', 'large', 'huge']).optional(), hot: z.string().optional() }),
      body: z.object({
        drink: z.enum(['tea', 'milk', 'water']),
        note: z.string().max(20).optional(),
        cup: z.string().optional(),
      }),
      response: z.object({ level: z.number(), of }),
    })
    expect(breakingChanges(before, more)).toEqual([])
    expect(refusedChanges(before, more)).toEqual([])
  })

  it('is compared form by form', () => {
    const cup = (...kinds: string[]) =>
      documentOf({
        body: z.discriminatedUnion('kind', kinds.map((kind) => z.object({ kind: z.literal(kind) })) as never),
      })
    expect(breakingChanges(cup('mug', 'glass'), cup('mug', 'glass', 'bowl'))).toEqual([])
    expect(breakingChanges(cup('mug', 'glass'), cup('mug', 'bowl'))).toEqual([
      'POST /api/cups: the body no longer has one of its forms.',
    ])
  })
})

it('is refused unless the first number of the version is another, with what to do', () => {
  const changed = { response: z.object({}) }
  expect(refusedChanges(before, documentOf(changed)).at(-1)).toContain('raise the first number')
  expect(refusedChanges(before, documentOf(changed, '2.0.0'))).toEqual([])
})
