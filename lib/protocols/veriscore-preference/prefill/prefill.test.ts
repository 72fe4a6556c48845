import { describe, expect, it } from 'vitest'
import type { StepInput } from '@/lib/protocols/prefill'
import { scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Json } from '@/lib/protocols/protocol'
import { contentOf, listsOf } from '@/lib/protocols/veriscore-preference/content'
import { readPreference } from '@/lib/protocols/veriscore-preference/formats/read'
import { chooseStage } from '@/lib/protocols/veriscore-preference/work'
import { sentencesStep, veriscorePreferencePipeline, windowAt, windowsStep, withEvidence } from './index'

const TEXT =
  'Arden has a lighthouse from 1871. I think it is beautiful. It has seven floors. Arden has a lighthouse from 1871.'

function inputOf(record: Json): StepInput {
  const read = readPreference(record)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  const { content } = read.record
  return { content, units: chooseStage.units(content, [], {}), earlier: {}, proposals: [], notes: {} }
}

describe('windows', () => {
  const sentences = ['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five. ', 'Six. ']

  it('hold three sentences before and one after the marked one', () => {
    expect(windowAt(sentences.slice(0, 5), 3, false)).toBe('One. Two. Three. <SOS>Four.<EOS> Five.')
    expect(windowAt(sentences, 0, true)).toBe('<SOS>One.<EOS> Two.')
    expect(windowAt(sentences, 5, true)).toBe('Three. Four. Five. <SOS>Six.<EOS>')
  })

  it('of long texts that answer nothing begin with the first sentence, even where it is there already', () => {
    expect(windowAt(sentences, 5, false)).toBe('One. Three. Four. Five. <SOS>Six.<EOS>')
    expect(windowAt(sentences, 0, false)).toBe('One. <SOS>One.<EOS> Two.')
  })
})

describe('the two extractors', () => {
  it('by rules: all sentences, and those that look like statements of fact, each once', async () => {
    const input = inputOf({ text: TEXT })
    const made = await Promise.all(
      [windowsStep, sentencesStep].map((step) => step.run(input, scriptedTools(), settingsOf(step, 'rules'))),
    )
    const content = withEvidence(
      input.content,
      made.flatMap(({ evidence = [] }) => evidence),
    )
    const lists = listsOf(contentOf(content))
    expect(lists.map(({ method }) => method)).toEqual(['windows', 'sentences'])
    const [windows = [], sentences = []] = lists.map(({ claims }) => [...claims])
    expect(sentences).toHaveLength(3)
    expect(windows).not.toContain('I think it is beautiful.')
    expect(sentences).toContain('I think it is beautiful.')
    expect(chooseStage.units(content, [], {}).filter(({ kind }) => kind === 'list')).toHaveLength(2)
    expect(chooseStage.check?.({ content, units: chooseStage.units(content, [], {}) }, {})).toEqual([])
  })

  it('by a model: a question for every sentence, with the question where there is one', async () => {
    const tools = scriptedTools({
      answers: { 'claims-in-window-with-question': { claims: ['Arden has a lighthouse.'] } },
      model: 'model one',
    })
    const input = inputOf({ text: TEXT, question: 'What is in Arden?' })
    const { evidence } = await windowsStep.run(input, tools, settingsOf(windowsStep, 'model'))
    expect(tools.used.asked).toHaveLength(4)
    expect(tools.used.asked[1]?.values).toMatchObject({ question: 'What is in Arden?' })
    expect(tools.used.asked[1]?.values.window).toContain('<SOS>I think it is beautiful.<EOS>')
    expect(evidence).toEqual([{ method: 'windows', claims: ['Arden has a lighthouse.'], extractor: 'model one' }])
  })

  it('by two models are named after them, to be compared', async () => {
    const settings = settingsOf(sentencesStep, 'model', { named: 'model' })
    const input = inputOf({ text: 'Arden has a lighthouse.', variant: 'comparison' })
    const run = (model: string, content: Json) =>
      sentencesStep.run(
        { ...input, content },
        scriptedTools({ answers: { 'facts-in-sentence': { claims: [`From ${model}.`] } }, model }),
        settings,
      )
    const found: Json[] = []
    let content = input.content
    for (const model of ['model one', 'model two']) {
      found.push(...((await run(model, content)).evidence ?? []))
      content = withEvidence(content, found)
    }
    expect(contentOf(content)).toMatchObject({
      methods: [{ method: 'model one' }, { method: 'model two' }],
      lists: [['From model one.'], ['From model two.']],
      extractor: null,
    })
    expect(withEvidence(content, found)).toEqual(content)
    expect(veriscorePreferencePipeline.evidenceIsContent).toBe(true)
    await expect(run('model three', content)).rejects.toThrow(/2 lists already/)
  })
})
