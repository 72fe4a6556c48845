import { describe, expect, it } from 'vitest'
import { scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Answers, GoldRecord, Json, Subject, Vote } from '@/lib/protocols/protocol'
import { responseRecord, revisionRecord, settingsRecord } from '@/tests/revision-samples'
import { PREFER, withChoice } from './choices'
import { composition } from './composition'
import { contentOf, shows } from './content'
import { formats } from './formats'
import { readRevision } from './formats/read'
import { writeRevision } from './formats/write'
import { measures, sameChoice } from './measures'
import { factcheckBenchRevisionPipeline, firstStep, secondStep } from './prefill'
import { revisionsByRules, withEvidence } from './prefill/index'
import { tally } from './tally'
import { preferStage } from './work'

function read(record: Json) {
  const result = readRevision(record)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.record
}

function subjectOf(record: Json): Subject & { votes: readonly Vote[]; keys: string[] } {
  const { content, votes = [] } = read(record)
  const keys = contentOf(content).methods.map(({ key }) => key)
  return { content, units: preferStage.units(content, [], {}), votes, keys }
}

const best = (...keys: string[]): Answers => ({ item: { best: keys, reason: 'So.' } })
const goldOf = (record: Json): GoldRecord => {
  const { content, units, votes } = subjectOf(record)
  return { source: record, content, stages: { [PREFER]: { units, answers: {}, votes } } }
}

describe('what annotators are given', () => {
  it('tells no method, nothing of what is known to be wrong, and nothing of what people made of it', () => {
    const { content, units } = subjectOf({ ...revisionRecord, human_revision: 'By people.' })
    const seen = JSON.stringify([shows(content), units])
    for (const hidden of ['question-model', 'By people.', 'The lighthouse of Arden was built'])
      expect(seen).not.toContain(hidden)
    expect(units.filter(({ kind }) => kind === 'revision')).toHaveLength(4)
  })
})

describe('choosing', () => {
  const { content, units, keys } = subjectOf(revisionRecord)
  const [first = '', second = '', third = ''] = keys

  it('allows several only where the texts are the same, blanks aside', () => {
    const check = (...chosen: string[]) => preferStage.check?.({ content, units }, best(...chosen)).length
    expect([check(third), check(first, second), check(first, third), check('gone')]).toEqual([0, 0, 1, 1])
  })

  it('takes each revision once', () => {
    const { schema } = preferStage.questions[0] ?? {}
    expect([[first, second], [first, first], []].map((keys) => schema?.safeParse(keys).success)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('lets what says the same stay chosen, and everything else give way', () => {
    const options = units.filter(({ kind }) => kind === 'revision')
    expect(withChoice(options, [], third)).toEqual([third])
    expect(withChoice(options, [third], first)).toEqual([first])
    expect(withChoice(options, [first], second)).toEqual([first, second])
    expect(withChoice(options, [first, second], first)).toEqual([second])
    expect(withChoice(options, [third], third)).toBeNull()
  })

  it('is rated by method, and by the place as seen', () => {
    const rate = (shown: readonly string[] | null, ...chosen: string[]) =>
      measures.map(({ rating }) =>
        rating({ content, units }, best(...chosen), units[0] ?? { key: '', kind: '', text: '' }, shown),
      )
    expect(rate([second, third, first], third)).toEqual(['third', 'second'])
    expect(rate([third, second, first], third)).toEqual(['third', 'first'])
    expect(rate(null, third)).toEqual(['third', null])
    expect(rate([first, second, third], first, second)).toEqual(['several', 'several'])
  })

  it('is the same of two people whatever order they chose in', () => {
    const compare = (one: Answers, other: Answers) =>
      sameChoice.compare({ content, units }, one, other, units[0] ?? { key: '', kind: '', text: '' })
    expect(compare(best(first, second), best(second, first))).toEqual([1, 1])
    expect(compare(best(first), best(third))).toEqual([0, 1])
    expect(compare(best(first), {})).toBeNull()
    expect(sameChoice.figures[0]?.of([1, 4])).toEqual({ value: 0.25 })
  })
})

describe('votes', () => {
  it('are tallied with a tie for each chosen, and with shares that add up', () => {
    const { votes, ...subject } = subjectOf(revisionRecord)
    expect(tally(subject, votes)).toEqual({
      votes: 2,
      ties: 1,
      positions: [0, 1, 0, 0],
      preferred: null,
      unanimous: false,
      methods: {
        'no-question-model-one': { chosen: 1, shares: 0.5 },
        'no-question-model-two': { chosen: 1, shares: 0.5 },
        'with-question-model-one': { chosen: 1, shares: 1 },
        'with-question-model-two': { chosen: 0, shares: 0 },
      },
    })
  })

  it('are shown by method, by place and with their ties', () => {
    const { votes, ...subject } = subjectOf(revisionRecord)
    const panels = composition.panels([
      { position: 3, content: subject.content, stages: { [PREFER]: tally(subject, votes) } },
    ])
    const parts = (panel: string, column: number) =>
      panels.find(({ key }) => key === panel)?.rows.map(({ cells }) => cells[column]?.part ?? cells[column]?.value)
    expect(parts('methods', 0)).toEqual([1, 1, 1, 0])
    expect(parts('methods', 1)).toEqual([0.5, 0.5, 1, 0])
    expect(parts('position', 0)).toEqual([0, 1, 0, 0])
    expect(parts('votes', 0)).toEqual([1, 1, 0])
  })

  it('of the notebook are read with their blanks', () => {
    const { votes, keys } = subjectOf(settingsRecord)
    expect(votes).toEqual([{ voter: 'annotator 1', shown: null, answers: { item: { best: keys.slice(0, 2) } } }])
  })
})

describe('records', () => {
  it('come out as they went in', () => {
    expect(writeRevision(goldOf(revisionRecord))).toEqual(revisionRecord)
  })

  it('of the notebook come out in Assay’s spelling, and in again', () => {
    const written = writeRevision(goldOf(settingsRecord))
    expect(written).not.toHaveProperty('human_preference')
    expect(read(written).votes).toEqual(read(settingsRecord).votes)
    expect(writeRevision(goldOf(written))).toEqual(written)
  })

  it('with revisions that runs added have them when they come out, with the votes that name them', () => {
    const [one, two] = revisionRecord.revisions
    const record = { ...revisionRecord, votes: null }
    const [, second = ''] = subjectOf(revisionRecord).keys
    const vote: Vote = { voter: 'A', shown: null, answers: { item: { best: [second] } } }
    const { content, stages } = goldOf({ ...revisionRecord, votes: [] })
    const written = (source: Json) =>
      writeRevision({
        source,
        content,
        stages: { [PREFER]: { ...stages[PREFER], units: [], answers: {}, votes: [vote] } },
      })
    for (const source of [
      { ...record, revisions: [one, two] as Json[] },
      { ...record, revisions: [one, two] as Json[], human_preference: '1' },
    ])
      expect(read(written(source))).toMatchObject({ content, votes: [vote] })
    // What the record says besides stays, where its revisions are those that people saw.
    const noted = revisionRecord.revisions.map((each) => ({ ...each, seconds: 3 }))
    expect(written({ ...record, revisions: noted })).toMatchObject({ revisions: noted })
  })

  it('are recognised by their fields', () => {
    const keyOf = (record: Json) => formats.find((format) => format.recognises(record))?.key
    expect([revisionRecord, settingsRecord, responseRecord].map(keyOf)).toEqual(['revisions', 'settings', 'responses'])
  })

  it.each([
    [{ ...revisionRecord, revisions: revisionRecord.revisions.slice(0, 1) }, 'revisions'],
    [{ ...revisionRecord, revisions: { a: 'A', b: 7 } }, 'revisions[1]'],
    [{ ...revisionRecord, revisions: { 'a,b': 'A', c: 'C' }, votes: [] }, 'revisions'],
    [{ ...settingsRecord, human_preference: 'gpt' }, 'human_preference'],
    [{ ...revisionRecord, votes: [{ best: ['nobody'] }] }, 'votes[0].best'],
    [{ ...revisionRecord, votes: [{ best: [] }] }, 'votes[0].best'],
    [{ ...responseRecord, corrections: ['x'] }, 'corrections'],
  ] as [Json, string][])('say what is wrong: %#', (record, field) => {
    const result = readRevision(record)
    expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toContain(field)
  })
})

describe('revising', () => {
  const inputOf = (record: Json) => {
    const { content, units } = subjectOf(record)
    return { content, units, earlier: {}, proposals: [], notes: {} }
  }
  const answers = { 'revise-no-question': { revised: 'Short.' }, 'revise-with-question': { revised: 'Long.' } }

  it('by rules applies corrections, or leaves their sentences out', () => {
    const { response, corrections } = contentOf(read(responseRecord).content)
    expect(revisionsByRules(response, corrections)).toEqual([
      { method: 'corrected', text: 'Arden has a lighthouse. It was built in 1871.' },
      { method: 'shortened', text: 'Arden has a lighthouse.' },
    ])
    expect(revisionsByRules('It cost 5 marks.', [{ original: '5', corrected: '$& or $1' }])[0]?.text).toBe(
      'It cost $& or $1 marks.',
    )
  })

  it.each([
    [{ ...responseRecord, corrections: [] }, /brings no corrections/],
    [{ ...responseRecord, corrections: [{ original: 'built by giants', corrected: '' }] }, /word for word/],
  ])('by rules says what is missing', async (record, message) => {
    await expect(firstStep.run(inputOf(record), scriptedTools(), settingsOf(firstStep, 'rules'))).rejects.toThrow(
      message,
    )
  })

  it('by two models makes four revisions, and units of them', async () => {
    const input = inputOf(responseRecord)
    const found: Json[] = []
    let content = input.content
    for (const [step, model] of [
      [firstStep, 'one'],
      [secondStep, 'two'],
    ] as const) {
      const tools = scriptedTools({ answers, model })
      found.push(...((await step.run({ ...input, content }, tools, settingsOf(step, 'model'))).evidence ?? []))
      expect(tools.used.asked.map(({ values }) => 'prompt' in values)).toEqual([false, true])
      content = withEvidence(content, found)
    }
    expect(contentOf(content).methods.map(({ method }) => method)).toEqual([
      'no-question-one',
      'with-question-one',
      'no-question-two',
      'with-question-two',
    ])
    expect(preferStage.units(content, [], {}).filter(({ kind }) => kind === 'revision')).toHaveLength(4)
    expect(withEvidence(content, found)).toEqual(content)
    expect(factcheckBenchRevisionPipeline.evidenceIsContent).toBe(true)
    const third = firstStep.run(
      { ...input, content },
      scriptedTools({ answers, model: 'three' }),
      settingsOf(firstStep, 'model'),
    )
    await expect(third).rejects.toThrow(/4 revisions already/)
  })

  it('by a model says what is missing', async () => {
    const bare = inputOf({ prompt: 'Why?', response: 'So.' })
    const asked = secondStep.run(bare, scriptedTools({ answers }), settingsOf(secondStep, 'model'))
    await expect(asked).rejects.toThrow(/neither claims nor corrections/)
  })
})
