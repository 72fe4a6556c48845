import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDrafts, startingDrafts } from './parameter-drafts'
import { parameterFields } from './parameter-fields'

const parameters = z.object({
  most: z.number().int().min(1).max(9).default(5).meta({ title: 'Passages', description: 'Kept for a claim.' }),
  threshold: z.number().min(0).lt(1).default(0.5).meta({ title: 'Threshold' }),
  mode: z.enum(['claims', 'whole_text']).default('claims').meta({ title: 'Mode' }),
  isCareful: z.boolean().default(true).meta({ title: 'Careful' }),
  asOf: z.string().max(10).nullable().default(null).meta({ title: 'As of' }),
  samples: z.number().int().default(1).meta({ title: 'Samples' }),
  hosts: z.array(z.string()).default([]).meta({ title: 'Hosts' }),
})
const fields = parameterFields(JSON.parse(JSON.stringify(z.toJSONSchema(parameters))))
const by = (key: string) => fields.find((field) => field.key === key)

describe('fields of a step’s parameters', () => {
  it('say what the schema says, in its order', () => {
    expect(fields.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      'most number',
      'threshold number',
      'mode choice',
      'isCareful switch',
      'asOf text',
      'samples number',
      'hosts json',
    ])
    expect(by('most')).toMatchObject({ title: 'Passages', description: 'Kept for a claim.', least: 1, most: 9 })
    expect(by('samples')).toMatchObject({ integer: true, least: null, most: null })
    expect(by('asOf')).toMatchObject({ nullable: true, most: 10 })
    const mode = by('mode')
    expect(mode?.kind === 'choice' && mode.options.map(({ label }) => label)).toEqual(['Claims', 'Whole text'])
  })

  it('give back the defaults untouched, and what was typed in its type', () => {
    const start = startingDrafts(fields)
    expect(parameters.parse(readDrafts(fields, start).values)).toEqual(parameters.parse({}))
    const typed = { ...start, most: '3', threshold: '0.25', mode: '"whole_text"', isCareful: false, hosts: '["a"]' }
    expect(readDrafts(fields, typed)).toEqual({
      values: {
        most: 3,
        threshold: 0.25,
        mode: 'whole_text',
        isCareful: false,
        asOf: null,
        samples: 1,
        hosts: ['a'],
      },
      errors: {},
    })
  })

  it.each([
    ['most', '2.5', 'Give a whole number from 1 to 9.'],
    ['most', '10', 'Give a whole number from 1 to 9.'],
    ['threshold', 'much', 'Give a number'],
    ['asOf', '2026-01-01T00', 'Write at most 10 characters.'],
    ['hosts', '[a', 'This is not JSON.'],
  ])('refuse %s = %s', (key, draft, message) => {
    expect(readDrafts(fields, { ...startingDrafts(fields), [key]: draft }).errors[key]).toContain(message)
  })

  it('are none where there is no schema of an object', () => {
    expect([parameterFields(null), parameterFields('no'), parameterFields({})]).toEqual([[], [], []])
  })
})
