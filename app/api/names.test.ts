import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints'

/** The name of a project that is there, typed once more by who deletes it: it is compared, and not kept. */
const COMPARED = 'DELETE /api/projects/{projectId} name'

/** Every field of a body, by endpoint, that a person may call something in one line. */
const names = endpoints.flatMap(({ method, path, body }) =>
  body instanceof z.ZodObject
    ? Object.entries<z.ZodType>(body.shape)
        .filter(([field, type]) => (field === 'name' || field === 'system') && type.safeParse('Danube').success)
        .map(([field, type]) => [`${method} ${path} ${field}`, type] as const)
        .filter(([name]) => name !== COMPARED)
    : [],
)

it('are given to projects, copies, runs, tokens, people and systems', () => {
  const fields = names.map(([name]) => name)
  expect(fields.length).toBeGreaterThanOrEqual(8)
  for (const part of ['POST /api/projects ', 'tokens', 'generations', 'runs', 'audits', 'account', 'setup'])
    expect(
      fields.some((field) => field.includes(part)),
      `${part} in ${fields.join(', ')}`,
    ).toBe(true)
})

it.each(names)('%s refuses what nobody sees', (_, type) => {
  // A soft hyphen, a filler of Hangul, a tag, a joiner between letters that do not join, an override of the direction.
  for (const unseen of ['\u00ad', '\u3164', '\u{e0041}', '\u200d', '\u202e'])
    expect([unseen, type.safeParse(`Dan${unseen}ube`).success]).toEqual([unseen, false])
  expect(type.safeParse('   ').success).toBe(false)
})
