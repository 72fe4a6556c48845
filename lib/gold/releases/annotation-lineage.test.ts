import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { seedOrigin } from '@/lib/protocols/made-units'
import type { Json } from '@/lib/protocols/protocol'
import { type ExportedLabel, lineagesOf } from './annotation-lineage'

const stage = stageByKey(protocolById('factcheck-bench'), 'decompose')
const label = (
  unit: string,
  kind: string,
  question: string,
  value: Json,
  given: Partial<ExportedLabel> = {},
): ExportedLabel => ({
  unit,
  kind,
  question,
  value,
  parent: null,
  suggestionId: null,
  ...given,
})
const proposal = (unit: string, question: string, value: Json) => ({
  id: `for ${question}`,
  unit,
  question,
  value,
  seen: true,
})

it('follows entries of lists, and the answers about them, to what was proposed', () => {
  const seeds = proposal('s1', 'claims', [
    { values: { text: 'Iron melts.', type: 'factual' } },
    { values: { text: 'Iron boils.', type: 'factual' } },
  ])
  const entry = (key: string, index: number): Json => ({ key, made: 'suggested', from: [seedOrigin(seeds.id, index)] })
  const labels = [
    label('s1', 'sentence', 'claims', [entry('u1', 0), { key: 'u2', made: 'added', from: [] }]),
    label('s1', 'sentence', 'checkworthy', 'yes'),
    label('u1', 'claim', 'text', 'Iron melts at last.', { parent: 's1' }),
    label('u1', 'claim', 'type', 'factual', { parent: 's1' }),
    label('u2', 'claim', 'text', 'Iron rusts.', { parent: 's1' }),
    label('s1', 'sentence', 'importance', null),
  ]
  const found = lineagesOf(stage, labels, [seeds, proposal('s1', 'importance', 'yes')])
  expect(found.map((each) => each?.kind ?? null)).toEqual(['edited', null, 'edited', 'accepted', null, null])
  expect(found[0]).toMatchObject({ entries: { edited: 1, added: 1 }, dropped: 1 })
})

it('follows entries of lists within entries as well', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const [asking] = compileProtocol(checked.definition).stages
  const answers = [{ values: { answered: 'In 1410.' } }, { values: { answered: 'Nobody knows.' } }]
  const seeds = proposal('item', 'questions', [
    { values: { asked: 'When?', answers } },
    { values: { asked: 'Where?' } },
  ])
  const entry = (key: string, number: number): Json => ({
    key,
    made: 'suggested',
    from: [seedOrigin(seeds.id, number)],
  })
  const labels = [
    label('item', 'item', 'questions', [entry('q', 0)]),
    label('q', 'question', 'asked', 'When?', { parent: 'item' }),
    label('q', 'question', 'answers', [entry('a', 2)], { parent: 'item' }),
    label('a', 'answer', 'answered', 'In 1411.', { parent: 'q' }),
  ]
  const found = lineagesOf(asking, labels, [seeds])
  expect(found.map((each) => each?.kind)).toEqual(['edited', 'accepted', 'edited', 'edited'])
  expect(found[2]).toMatchObject({ entries: { edited: 1, added: 0 }, dropped: 1 })
})
