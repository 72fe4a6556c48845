import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MachineOutput } from '@/lib/protocols/prefill'
import { type Candidate, matchOutputs } from './match-outputs'

const output = (text: string, more: Partial<MachineOutput> = {}): MachineOutput => ({
  model: 'judge',
  group: 'one',
  prompt: null,
  response: null,
  domain: null,
  text,
  proposals: [{ question: 'label', value: true }],
  ...more,
})

const item = (name: string, texts: string[]): Candidate => ({
  itemId: name,
  taskId: `task of ${name}`,
  prompt: `About ${name}?`,
  response: texts.join(' '),
  domain: name,
  units: texts.map((text, index) => ({ id: `${name} ${index}`, text })),
})

const danube = item('danube', ['It rises in the Black Forest. ', 'It is long.'])
const volga = item('volga', ['It rises in the Valdai Hills. ', 'It is long.'])

describe('matching', () => {
  it('finds units by their text, white space and case aside', () => {
    const { matched } = matchOutputs([output('it rises in  the Black Forest.')], [danube, volga])
    expect(matched.map(({ unitId }) => unitId)).toEqual(['danube 0'])
  })

  it('keeps a group together: a text that several items hold goes with the others of its group', () => {
    const { matched } = matchOutputs([output('It rises in the Valdai Hills.'), output('It is long.')], [danube, volga])
    expect(matched.map(({ unitId }) => unitId)).toEqual(['volga 0', 'volga 1'])
  })

  it('guesses nothing: a text of two items alone is not matched', () => {
    const { matched, unmatched } = matchOutputs([output('It is long.')], [danube, volga])
    expect([matched, unmatched.length]).toEqual([[], 1])
  })

  it('tells equal items by their domain, where the file says it', () => {
    const { matched } = matchOutputs([output('It is long.', { domain: 'volga' })], [danube, volga])
    expect(matched.map(({ unitId }) => unitId)).toEqual(['volga 1'])
  })

  it('tells an item by its prompt and response where they are given', () => {
    const { prompt, response } = volga
    const { matched } = matchOutputs([output('It is long.', { prompt, response })], [danube, volga])
    expect(matched.map(({ unitId }) => unitId)).toEqual(['volga 1'])
  })

  it('pairs equal texts of an item in order, each once', () => {
    const twice = item('twice', ['Yes.', 'Yes.'])
    const said = Array.from({ length: 3 }, () => output('Yes.'))
    const { matched, unmatched } = matchOutputs(said, [twice])
    expect(matched.map(({ unitId }) => unitId)).toEqual(['twice 0', 'twice 1'])
    expect(unmatched).toHaveLength(1)
  })

  it('never loses an output and never uses a unit twice for a model', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), fc.array(texts, { maxLength: 4 }), (items, groups) => {
        const outputs = groups.flatMap((group, index) => group.map((text) => output(text, { group: `g${index}` })))
        const one = outputs.filter(({ group }) => group === 'g0')
        const candidates = items.map((own, index) => item(`i${index}`, own))
        const { matched, unmatched } = matchOutputs(outputs, candidates)
        expect(matched.length + unmatched.length).toBe(outputs.length)
        const own = matchOutputs(one, candidates).matched.map(({ unitId }) => unitId)
        expect(new Set(own).size).toBe(own.length)
      }),
    )
  })
})
