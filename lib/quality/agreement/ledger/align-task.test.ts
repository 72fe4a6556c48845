import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { suggestedAnswers } from './align-task'

it('a machine that proposed entries with lists of their own would have answered all of them', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const [stage] = compileProtocol(checked.definition).stages
  const content = { claim: 'The bridge is old.' }
  const subject = { content, units: stage.units(content, [], {}) }
  const answers = [{ values: { answered: 'In 1410.', kind: 'Extractive' } }]
  const value = [{ values: { asked: 'When?', answers } }, { values: { asked: 'Where?' } }]
  const said = suggestedAnswers(stage, subject, [{ id: 'a', unit: 'item', question: 'questions', value } as never])
  expect(said).toEqual({
    item: { questions: ['a#0', 'a#1'].map((key) => ({ key, made: 'suggested', from: [] })) },
    'a#0': { asked: 'When?', answers: [{ key: 'a#2', made: 'suggested', from: [] }] },
    'a#1': { asked: 'Where?' },
    'a#2': { answered: 'In 1410.', kind: 'Extractive' },
  })
  expect(withMadeUnits(stage, subject, said).units.map(({ text }) => text)).toEqual([
    'The bridge is old.',
    'When?',
    'In 1410.',
    'Where?',
  ])
})
