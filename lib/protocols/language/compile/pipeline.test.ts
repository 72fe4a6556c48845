import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { StepFailure } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'
import { compilePipeline } from './pipeline'

function judged(name: string, content: { [key: string]: string }, segments: readonly string[] = []) {
  const checked = checkFile(readFileSync(`docs/examples/protocols/${name}.yaml`, 'utf8'))
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const { definition } = checked
  const [stage] = compileProtocol(definition).stages
  const units = stage.units(content, segments, {})
  const [step] = compilePipeline(definition, name)?.steps ?? []
  if (!step) throw new Error('There is no step')
  const run = async (answers: Script['answers']) => {
    const tools = scriptedTools({ ...(answers ? { answers } : {}) })
    const input = { content, units, earlier: {}, proposals: [], notes: {} }
    const { proposals = [] } = await step.run(input, tools, settingsOf(step))
    expect(proposalProblems(stage, units, proposals)).toEqual([])
    return { proposals, asked: tools.used.asked }
  }
  return { definition, step, units, run }
}

const said = (...answers: [number: number, values: string[]][]) => ({
  answers: answers.map(([number, values]) => ({ number, values, why: 'So it says.' })),
})

describe('a model as the judge of a file', () => {
  const CONTENT = { question: 'How far is the moon?', answer: 'As far as you like.' }

  it('chooses several values, in the order of the options, and is asked what follows from them', async () => {
    const { run } = judged('answer-problems', CONTENT)
    const { proposals, asked } = await run({
      judge: { inTurn: [said([1, ['unsafe', 'wrong']]), said([1, ['true']]), said([1, ['curt']])] },
    })
    expect(proposals.map(({ question, value }) => [question, value])).toEqual([
      ['problems', ['wrong', 'unsafe']],
      ['worst', true],
      ['tone', ['curt']],
    ])
    expect(proposals[0]).toMatchObject({ unit: 'item', rationale: 'So it says.', promptHash: 'judge@1' })
    expect(asked[0]?.values.question).toBe('What is wrong with the answer? (1 to 3 values)')
    expect(asked[0]?.values.values).toContain('- none (None of these) (only alone): It answers what was asked')
    expect(asked[0]?.values.item).toContain('As far as you like.')
    expect(asked[0]?.values.guidelines).toContain('Choose all that apply.')
  })

  it('is not asked what is not asked, and proposes no set that may not be given', async () => {
    const { run } = judged('answer-problems', CONTENT)
    const none = await run({ judge: { inTurn: [said([1, ['none']]), said()] } })
    expect(none.asked).toHaveLength(2)
    expect(none.proposals.map(({ value }) => value)).toEqual([['none']])
    const both = await run({ judge: { inTurn: [said([1, ['none', 'wrong']]), said()] } })
    expect(both.proposals).toEqual([])
  })

  it('fails where it names what is not there', async () => {
    const { run } = judged('answer-problems', CONTENT)
    await expect(run({ judge: said([2, ['wrong']]) })).rejects.toBeInstanceOf(StepFailure)
    await expect(run({ judge: said([1, ['harmful']]) })).rejects.toMatchObject({ code: 'malformed' })
  })

  it('answers of all units at once, each question of those about which it is asked', async () => {
    const content = { question: 'What is a fever?', response: 'A fever is heat. Ice cures it.' }
    const { run, units } = judged('my-labels', content, ['A fever is heat.', ' Ice cures it.'])
    const { proposals, asked } = await run({
      judge: ({ values }) =>
        (values.question ?? '').startsWith('Is this sentence true?')
          ? said([1, ['correct']], [2, ['wrong']])
          : said([1, [(values.values ?? '').includes('- yes') ? 'yes' : 'true']]),
    })
    expect(units.length).toBeGreaterThan(2)
    expect(asked.map(({ values }) => values.units)).toEqual([
      '1. the item as a whole',
      '1. A fever is heat.\n2. Ice cures it.',
      '1. Ice cures it.',
    ])
    expect(proposals.filter(({ question }) => question === 'verdict').map(({ value }) => value)).toEqual([
      'correct',
      'wrong',
    ])
  })

  it('can be scored as a system', async () => {
    const { definition, step, units, run } = judged('answer-problems', CONTENT)
    const { proposals } = await run({ judge: { inTurn: [said([1, ['none']]), said([1, ['curt']])] } })
    const task = compileEvaluations(definition).find(({ key }) => key === 'problems')
    expect(task?.fromSteps).toEqual([step.key])
    // The value that stands for an empty set is one there too.
    expect(task?.fromProposals?.(units, proposals)).toEqual([{ unit: 'item', value: [] }])
  })
})
