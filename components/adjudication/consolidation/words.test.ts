import { expect, it } from 'vitest'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { valueText } from './words'

const question = decomposeStage.questions.find(({ form }) => form === 'list')
if (!question) throw new Error('the stage has no list')
const around = { stage: decomposeStage, units: [], unit: 's1' }
const listed = [{ key: 'b1', kind: 'claim', unit: 's1', question: 'claims', text: 'It rains.' }]
const entries = [
  { key: 'a1', made: 'added', from: ['a1', 'b1'] },
  { key: 'n1', made: 'added', from: [] },
]

it('says what is listed by its texts, and how much it is where nobody is at hand who listed it', () => {
  expect(valueText(question, entries, { ...around, lanes: [{ listed }] })).toBe('“It rains.”, an entry without a text')
  expect(valueText(question, entries, around)).toBe('2 listed')
  expect(valueText(question, [], { ...around, lanes: [{ listed }] })).toBe('nothing to list')
})
