import { expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { comparisonRecord, pairRecord } from '@/tests/preference-samples'
import { revisionRecord } from '@/tests/revision-samples'
import { deriveTask } from './derive-task'

/** The task of a record, as if its voters had annotated it here; the content as the ledger reads it. */
function derived(protocolId: string, json: Json) {
  const { formats, stages } = protocolById(protocolId)
  const [stage] = stages
  const read = formats[0].read(json)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content, votes = [] } = read.record
  const annotations = votes.map(({ answers, shown }, index) => ({
    id: `n${index}`,
    number: index + 1,
    answers,
    shown,
    arms: new Map<string, 'shown'>(),
  }))
  const { units, compared } = deriveTask(stage, {
    taskId: 't',
    stageId: 's',
    revision: 1,
    content,
    units: stage.units(content, [], {}),
    annotations,
    gold: null,
    runs: [],
    accepted: null,
    week: null,
    guideline: null,
    notIndependent: 0,
  })
  const values = (key: string) => {
    const categories = stage.measures.find((measure) => measure.key === key)?.categories ?? []
    return units
      .filter(({ measure }) => measure === key)
      .map(({ codes }) => codes.map((code) => categories[code]?.value))
  }
  return { values, compared }
}

it('rates a choice between lists by the side that each annotator saw, and by the method behind it', () => {
  const { values } = derived('veriscore-preference', pairRecord)
  // The third does not know the order.
  expect(values('side')).toEqual([['left', 'right']])
  expect(values('method')).toEqual([['first', 'first', 'second']])
  expect(values('strength')).toEqual([['first_strong', 'first_slight', 'second_slight']])
  expect(values('compared-side')).toEqual([])
})

it('rates a comparison of extractors in three categories', () => {
  const { values } = derived('veriscore-preference', comparisonRecord)
  expect(values('compared-method')).toEqual([['hard_to_choose', 'first']])
  expect(values('method')).toEqual([])
})

it('rates what is chosen among revisions by method and by place, and compares choices as sets', () => {
  const { values, compared } = derived('factcheck-bench-revision', revisionRecord)
  expect(values('method')).toEqual([['several', 'third']])
  expect(values('place')).toEqual([['several', 'second']])
  expect(compared.map(({ comparison, sums }) => [comparison, sums])).toEqual([['same-choice', [0, 1]]])
})
