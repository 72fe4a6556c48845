import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { compileEvaluations } from '@/lib/protocols/language/compile/evaluation'
import { compilePipeline } from '@/lib/protocols/language/compile/pipeline'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import { type Proposal, StepFailure, type StepMethod } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'

/** Facts that are listed after a first question, with a verdict each, and a verdict on all of them. */
const FACTS = `assay: protocol/1
id: facts
version: 3
title: Facts
summary: Made for a test.
record:
  content: {text: /text, page: {at: /page, optional: true}}
  hidden: {secret: /model}
show:
  - {title: Text, text: text}
units:
  - {id: fact, from: annotators}
stages:
  - id: list
    questions:
      - {id: usable, ask: Can it be used?, form: flag, key: o}
      - {id: facts, title: Facts, ask: Which facts does it state?, form: list, of: fact, max: 4, when: item.usable}
      - {id: wording, on: fact, ask: What does it say?, form: text, longest: 50}
      - id: support
        on: fact
        title: Support
        ask: Does the page support it?
        form: choice
        options:
          - {value: supported, says: The page says so.}
          - {value: open, says: The page is silent.}
      - {id: weak, on: fact, ask: Is it weak?, form: flag, key: w, when: fact.support == "open"}
      - id: verdict
        ask: Is it right?
        form: choice
        options: [{value: right, says: All of it.}, {value: wrong, says: Some of it is not.}]
guidelines: A fact is one statement.
`

const SENTENCES_WITH_LINKS = `assay: protocol/1
id: sentences
version: 1
title: Sentences
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text}
stages:
  - id: judge
    questions:
      - {id: wrong, on: sentence, ask: Is it wrong?, form: flag, key: w}
      - {id: pages, on: sentence, ask: Which pages show it?, form: links, when: sentence.wrong}
guidelines: One statement each.
`

const SPANS = `assay: protocol/1
id: spans
version: 1
title: Spans
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: mark
    questions:
      - id: errors
        ask: What is wrong?
        form: span
        in: text
        options:
          - {value: number, key: "1", says: A number is wrong.}
          - {value: name, key: "2", says: A name is wrong.}
guidelines: Mark few words.
`

function pipelineOf(source: string, content: { [name: string]: Json }, segments: readonly string[] = []) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  const { definition } = checked
  const [stage] = compileProtocol(definition).stages
  const steps = compilePipeline(definition, 'made')?.steps ?? []
  const units = stage.units(content, segments, {})
  const run = async (key: string, script: Script = {}, before: readonly Proposal[] = [], method?: StepMethod) => {
    const step = steps.find((each) => each.key === key)
    if (!step) throw new Error(`There is no step ${key}`)
    const tools = scriptedTools(script)
    const input = { content, units, earlier: {}, proposals: before, notes: {} }
    const { proposals = [], note } = await step.run(input, tools, settingsOf(step, method))
    expect(proposalProblems(stage, units, proposals)).toEqual([])
    return { proposals, note, used: tools.used }
  }
  return { definition, stage, steps, units, run, keys: steps.map(({ key }) => key) }
}

const proposal = (question: string, value: Json, unit = 'item'): Proposal => ({ unit, question, value })
const said = (...answers: [number: number, values: string[]][]) => ({
  answers: answers.map(([number, values]) => ({ number, values, why: 'So it says.' })),
})
const entry = (text: string, more: { [field: string]: Json } = {}) => ({
  number: 1,
  text,
  before: null,
  why: null,
  ...more,
})

describe('the steps of a file that names none', () => {
  it('are in the order of its questions, so that each starts from what the ones before it proposed', () => {
    const { keys, steps } = pipelineOf(FACTS, { text: 'It rained.' })
    expect(keys).toEqual(['judge-list', 'list-facts', 'judge-list-verdict'])
    expect(steps.map(({ title }) => title)).toEqual(['Answers by a model', 'Entries by a model', 'Answers by a model'])
  })

  it.each([
    ['my-labels', ['judge-label']],
    ['unsupported-spans', ['judge-mark', 'mark-unsupported']],
    ['claim-evidence', ['evidence-passages', 'judge-verify']],
    ['claim-questions', ['list-questions']],
    ['atomic-facts', ['judge-label', 'list-facts']],
    ['explained-spans', ['judge-mark', 'marks-unsupported']],
  ])('follow from its questions: %s', (name, keys) => {
    const source = readFileSync(`docs/examples/protocols/${name}.yaml`, 'utf8').replace(/^prefill:\n(?: .*\n|\n)+/m, '')
    const checked = checkFile(source)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    expect(compilePipeline(checked.definition, name)?.steps.map(({ key }) => key)).toEqual(keys)
  })

  it('are scored by the steps that ask, and by no others', () => {
    const { definition } = pipelineOf(FACTS, { text: 'x' })
    const tasks = new Map(compileEvaluations(definition).map(({ key, fromSteps }) => [key, fromSteps]))
    expect(tasks.get('usable')).toEqual(['judge-list'])
    expect(tasks.get('verdict')).toEqual(['judge-list-verdict'])
  })

  it('answer all that they did to a run that was planned before there were several', async () => {
    const content = { text: 'Ada wrote.' }
    const { steps, units } = pipelineOf(FACTS, content)
    const [judge] = steps
    if (!judge) throw new Error('There is no step')
    const asked = async (planned?: Record<string, Json>) => {
      const tools = scriptedTools({
        answers: {
          judge: ({ values }) => (values.question?.startsWith('Can') ? said([1, ['true']]) : said([1, ['wrong']])),
        },
      })
      const input = { content, units, earlier: {}, proposals: [], notes: {} }
      const { proposals = [] } = await judge.run(input, tools, {
        ...settingsOf(judge),
        ...(planned ? { planned } : {}),
      })
      return proposals.map(({ question }) => question)
    }
    expect(await asked({})).toEqual(['usable', 'verdict'])
    expect(await asked({ samples: 1, temperature: 0 })).toEqual(['usable'])
    expect(await asked()).toEqual(['usable'])
  })
})

describe('entries by a model', () => {
  const content = { text: 'Ada wrote. She sang.' }
  const usable = [proposal('usable', true)]

  it('are proposed with answers about them, under the conditions of the file', async () => {
    const { run } = pipelineOf(FACTS, content)
    const { proposals, used, note } = await run(
      'list-facts',
      {
        answers: {
          list: { entries: [entry('Ada wrote.', { why: 'First.' }), entry(' Ada sang. ')] },
          judge: ({ values }) =>
            values.question?.startsWith('Does') ? said([1, ['supported']], [2, ['open']]) : said([1, ['true']]),
        },
      },
      usable,
    )
    expect(proposals).toEqual([
      {
        unit: 'item',
        question: 'facts',
        value: [
          { values: { wording: 'Ada wrote.', support: 'supported' } },
          { values: { wording: 'Ada sang.', support: 'open', weak: true } },
        ],
        promptHash: 'list@1',
        rationale: '1. First.',
      },
    ])
    expect(used.asked.map(({ prompt, values }) => [prompt, values.units])).toEqual([
      ['list', '1. the item as a whole'],
      ['judge', '1. Ada wrote.\n2. Ada sang.'],
      ['judge', '1. Ada sang.'],
    ])
    expect(used.asked[0]?.values.question).toBe('Which facts does it state? (at most 4)')
    expect(note).toEqual({ entries: 2 })
  })

  it('are not asked for where the list is not asked', async () => {
    const { run } = pipelineOf(FACTS, content)
    expect((await run('list-facts', {}, [proposal('usable', false)])).proposals).toEqual([])
  })

  it('are what a judge sees of the item afterwards', async () => {
    const { run } = pipelineOf(FACTS, content)
    const facts = proposal('facts', [{ values: { wording: 'Ada wrote.', support: 'supported' } }])
    const { used, proposals } = await run('judge-list-verdict', { answers: { judge: said([1, ['right']]) } }, [
      ...usable,
      facts,
    ])
    expect(used.asked[0]?.values.item).toBe(`Text:\n${content.text}\n\nFacts:\n- Ada wrote.; Support: supported`)
    expect(proposals.map(({ value }) => value)).toEqual(['right'])
  })

  it('are answered question by question, whichever of these cannot be read', async () => {
    const { run } = pipelineOf(FACTS.replace(', when: fact.support == "open"', ''), content)
    const judge = ({ values }: { values: Readonly<Record<string, string>> }) =>
      values.question?.startsWith('Does') ? new StepFailure('refused', 'No.') : said([1, ['true']], [7, ['true']])
    const { proposals, note } = await run(
      'list-facts',
      { answers: { list: { entries: [entry('Ada wrote.')] }, judge } },
      usable,
    )
    expect(proposals[0]?.value).toEqual([{ values: { wording: 'Ada wrote.', weak: true } }])
    expect(note).toEqual({ entries: 1, problems: ['The model named number 7, but there are only 1.', 'No.'] })
  })

  it('are proposed with words of a text that is shown, in the order of what is asked about them', async () => {
    const where = '      - {id: where, on: fact, ask: Which words say so?, form: span, in: text}\n'
    const { run } = pipelineOf(FACTS.replace('      - {id: weak', `${where}      - {id: weak`), content)
    const { proposals, used } = await run(
      'list-facts',
      {
        answers: {
          list: { entries: [entry('Ada wrote.'), entry('Ada sang.')] },
          judge: said([1, ['supported']], [2, ['supported']]),
          words: {
            spans: [{ number: 2, quote: 'she  SANG', before: null, why: null, label: 'none' }],
          },
        },
      },
      usable,
    )
    expect(proposals[0]?.value).toEqual([
      { values: { wording: 'Ada wrote.', support: 'supported' } },
      { values: { wording: 'Ada sang.', support: 'supported', where: { spans: [{ start: 11, end: 19 }] } } },
    ])
    expect(used.asked.map(({ prompt }) => prompt)).toEqual(['list', 'judge', 'words'])
  })

  it('are kept where the answers about them cannot be read', async () => {
    const { run } = pipelineOf(FACTS, content)
    const judge = new StepFailure('refused', 'No.')
    const { proposals, note } = await run(
      'list-facts',
      { answers: { list: { entries: [entry('Ada wrote.')] }, judge } },
      usable,
    )
    expect(proposals[0]?.value).toEqual([{ values: { wording: 'Ada wrote.' } }])
    expect(note).toEqual({ entries: 1, problems: ['No.'] })
    const budget = new StepFailure('budget', 'Spent.')
    const run2 = run('list-facts', { answers: { list: { entries: [entry('Ada wrote.')] }, judge: budget } }, usable)
    await expect(run2).rejects.toMatchObject({ code: 'budget' })
  })

  it('lose what cannot be an entry, and say so', async () => {
    const { run } = pipelineOf(FACTS, content)
    const hostile = [
      entry('x'.repeat(100_000)),
      entry('Ada wrote.', { number: 9 }),
      entry(' \n'),
      entry('Half \ud800 a pair, and \0 NUL.'),
      entry('ada  WROTE.'),
      entry('Ada wrote.'),
      ...Array.from({ length: 10_000 }, (_, n) => entry(`Fact ${n}.`)),
    ]
    const script = { answers: { list: { entries: hostile }, judge: said() } }
    const { proposals, note } = await run('list-facts', script, usable)
    expect(proposals[0]?.value).toEqual(
      ['Half \ufffd a pair, and  NUL.', 'ada  WROTE.', 'Fact 0.', 'Fact 1.'].map((wording) => ({
        values: { wording },
      })),
    )
    expect(note).toMatchObject({ entries: 4, refused: hostile.length - 4 })
    expect(JSON.stringify(note).length).toBeLessThan(10_000)
  })

  it('are at most as many as a list can hold', async () => {
    const { run } = pipelineOf(FACTS.replace(', max: 4', ''), content)
    const entries = Array.from({ length: MOST_ENTRIES + 5 }, (_, n) => entry(`Fact ${n}.`))
    const { proposals } = await run('list-facts', { answers: { list: { entries }, judge: said() } }, usable)
    expect(proposals[0]?.value).toHaveLength(MOST_ENTRIES)
  })

  it('fail the item where all were refused, and not where there are none', async () => {
    const { run } = pipelineOf(FACTS, content)
    const ask = (entries: Json) => run('list-facts', { answers: { list: { entries } } }, usable)
    expect((await ask([])).proposals).toEqual([])
    await expect(ask([entry(''), entry('a', { number: 0 })])).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('(2)'),
    })
  })
})

describe('spans by a model', () => {
  const text = 'Born in 1815, died in 1815 in “London”.'
  const spans = (...all: [quote: string, label: string, before?: string][]) => ({
    spans: all.map(([quote, label, before = null]) => ({ quote, label, before, why: null })),
  })

  it('are found again in the text, told apart by the words before them, and of several in turn', async () => {
    const { run, definition, units } = pipelineOf(SPANS, { text })
    const { proposals, used } = await run('mark-errors', {
      answers: { spans: spans(['1815', 'number', 'died in'], ['1815', 'number'], ['"london"', 'name']) },
    })
    expect(proposals[0]?.value).toEqual({
      spans: [
        { start: 8, end: 12, label: 'number' },
        { start: 22, end: 26, label: 'number' },
        { start: 30, end: 38, label: 'name' },
      ],
    })
    expect(proposals[0]?.rationale).toBe('“1815”\n“1815”\n““London””')
    expect(used.asked[0]?.values.units).toBe(text)
    expect(used.asked[0]?.values.values).toContain('- number (number): A number is wrong.')
    const task = compileEvaluations(definition).find(({ key }) => key === 'errors')
    expect(task?.fromSteps).toEqual(['mark-errors'])
    expect(task?.fromProposals?.(units, proposals)).toEqual([{ unit: 'item', value: proposals[0]?.value }])
  })

  it('say that nothing is marked', async () => {
    const { run } = pipelineOf(SPANS, { text })
    expect((await run('mark-errors', { answers: { spans: spans() } })).proposals).toMatchObject([
      { value: { spans: [] } },
    ])
  })

  it('are refused where they do not stand in the text or overlap; where none is left the item fails', async () => {
    const { run } = pipelineOf(SPANS, { text })
    const { note } = await run('mark-errors', {
      answers: { spans: spans(['1816', 'number'], ['in 1815', 'number'], ['1815, died', 'name']) },
    })
    expect(note).toMatchObject({ spans: 1, refused: 2 })
    await expect(run('mark-errors', { answers: { spans: spans(['1816', 'number']) } })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('“1816”'),
    })
  })

  it('are one where they are quoted again otherwise, and the others stay', async () => {
    const { run } = pipelineOf(SPANS.replace('in: text', 'in: text\n        overlapping: true'), { text })
    const { proposals, note } = await run('mark-errors', {
      answers: { spans: spans(['Born', 'name'], ['born', 'name'], ['London', 'name']) },
    })
    expect(proposals[0]?.value).toMatchObject({ spans: [{ start: 0 }, { start: 31 }] })
    expect(note).toMatchObject({ spans: 2, refused: 1 })
  })

  it('that are too few are noted as that', async () => {
    const { run } = pipelineOf(SPANS.replace('in: text', 'in: text\n        min: 2'), { text })
    const { proposals, note } = await run('mark-errors', { answers: { spans: spans(['Born', 'name']) } })
    expect(proposals).toEqual([])
    expect(note).toEqual({ spans: 1, problems: [expect.stringContaining('2')] })
  })

  it('may share a stretch where the file allows it', async () => {
    const { run } = pipelineOf(SPANS.replace('in: text', 'in: text\n        overlapping: true'), { text })
    const { proposals } = await run('mark-errors', {
      answers: { spans: spans(['London', 'number'], ['London', 'name']) },
    })
    expect(proposals[0]?.value).toMatchObject({ spans: [{ label: 'number' }, { label: 'name' }] })
  })
})

describe('evidence by search', () => {
  const source = readFileSync('docs/examples/protocols/claim-evidence.yaml', 'utf8').replace(
    /^prefill:\n(?: .*\n|\n)+/m,
    '',
  )
  const content = { claim: 'The bridge opened in 1932.', date: null }
  const url = 'https://example.org/bridge'
  const hits = { 'bridge opening year': [{ url }], 'bridge never opened': [] }
  const pages = { [url]: 'The harbour is old. The bridge was opened on 19 March 1932. Trains use it.' }

  it('proposes quotations with address and query, what they say, and the queries in vain', async () => {
    const { run } = pipelineOf(source, content)
    const { proposals, note, used } = await run('evidence-passages', {
      hits,
      pages,
      answers: {
        queries: { queries: ['bridge opening year', 'Bridge  opening year', 'bridge never opened'] },
        quotes: {
          quotes: [
            { number: 1, quote: 'opened on 19 march 1932', why: 'The year.' },
            { number: 1, quote: 'opened in 1933', why: null },
            { number: 7, quote: 'opened', why: null },
          ],
        },
        judge: said([1, ['supports']]),
      },
    })
    expect(proposals).toMatchObject([
      {
        unit: 'item',
        question: 'passages',
        value: [
          {
            values: {
              quote: 'opened on 19 March 1932',
              page: url,
              query: 'bridge opening year',
              stance: 'supports',
            },
          },
        ],
        rationale: '1. The year.',
      },
      { unit: 'item', question: 'searched', value: 'bridge never opened' },
    ])
    expect(note).toMatchObject({ entries: 1, refused: 2, 'queries in vain': ['bridge never opened'] })
    expect(used.searched).toEqual(['bridge opening year', 'bridge never opened'])
  })

  it('keeps what it noted where all of it was refused', async () => {
    const { run } = pipelineOf(source, content)
    const answers = {
      queries: { queries: ['bridge opening year', 'bridge never opened'] },
      quotes: { quotes: [{ number: 1, quote: 'opened in 1933', why: null }] },
    }
    await expect(run('evidence-passages', { hits, pages, answers })).rejects.toMatchObject({
      code: 'rejected',
      note: { queries: ['bridge opening year', 'bridge never opened'], refused: 1 },
    })
  })

  it('searches for no more than it may, whatever a model writes', async () => {
    const { run } = pipelineOf(source, content)
    const queries = ['', 'x'.repeat(100_000), ...Array.from({ length: 10_000 }, (_, n) => `q${n}`)]
    const { proposals, used } = await run('evidence-passages', { answers: { queries: { queries } } })
    expect(used.searched).toHaveLength(3)
    expect(Math.max(...used.searched.map((query) => query.length))).toBe(300)
    expect(proposals).toMatchObject([{ question: 'searched', value: used.searched.join('\n') }])
  })

  it('needs no model: whole passages that the claim itself leads to', async () => {
    const { run, steps } = pipelineOf(source, content)
    expect(steps[0]).toMatchObject({ methods: ['model', 'rules'], uses: ['search', 'pages', 'embeddings'] })
    const { proposals, used } = await run('evidence-passages', { hits: { '*': [{ url }] }, pages }, [], 'rules')
    expect(used.asked).toEqual([])
    expect(used.searched[0]).toBe('The bridge opened in 1932.')
    expect(proposals).toMatchObject([{ value: [{ values: { quote: pages[url], page: url } }], score: 0.2 }])
  })

  it('leaves out what has no address where one must be given', async () => {
    const { run } = pipelineOf(source, content)
    const document = { documentId: 'd1', url: 'corpus:d1' }
    const script = { hits: { '*': [document] }, pages: { 'corpus:d1': pages[url] ?? '' } }
    await expect(run('evidence-passages', script, [], 'rules')).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/Choose a search of the web, or let .* do without the address\.$/),
    })
  })
})

describe('evidence for several things', () => {
  const source = `assay: protocol/1
id: sourced
version: 1
title: Sourced
summary: Made for a test.
record:
  content: {note: {at: /note, optional: true}, text: /text}
show:
  - {title: Note, text: note}
  - {title: Text, text: text}
units:
  - {id: claim, from: splitter, text: text}
  - {id: passage, from: annotators, of: claim}
stages:
  - id: look
    questions:
      - {id: passages, on: claim, ask: What says so?, form: list, of: passage, evidence: {url: page, query: query}}
      - {id: quote, on: passage, ask: Which words?, form: text}
      - {id: page, on: passage, ask: Where?, form: text}
      - {id: query, on: passage, ask: How was it found?, form: text}
guidelines: Quote.
`
  const url = 'https://example.org/a'

  it('goes on where one of them cannot be read', async () => {
    const parts = ['One. ', 'Two. ', 'Three.']
    const { run } = pipelineOf(source, { text: parts.join('') }, parts)
    const { proposals, note } = await run('evidence-passages', {
      hits: { '*': [{ url }] },
      pages: { [url]: 'Trains use it.' },
      answers: {
        queries: ({ values }) =>
          values.units === 'Two.' ? new StepFailure('malformed', 'Unreadable.') : { queries: [`q ${values.units}`] },
        quotes: { quotes: [{ number: 1, quote: 'trains use it', why: null }] },
      },
    })
    expect(proposals.map(({ unit }) => unit)).toEqual(['claim-1', 'claim-3'])
    expect(note).toMatchObject({ queries: ['q One.', 'q Three.'], problems: ['Unreadable.'] })
  })
})

describe('the steps of a file that names them', () => {
  const own = (steps: string) => `${FACTS}prefill:\n${steps}`

  it('are those, with prompts and numbers of its own, and versioned with it', async () => {
    const { run, keys, steps } = pipelineOf(
      own(`  - id: first
    title: {en: First look}
    judge: [verdict]
    samples: 3
    system: You are strict.
    user: |
      {{text}} {{page}}
      {{question}} {{values}}
`),
      { text: 'Ada wrote.', page: 'Ada sang.' },
    )
    expect(keys).toEqual(['first'])
    expect(steps[0]).toMatchObject({ title: 'First look', prompts: [{ name: 'first', version: 3 }] })
    expect(steps[0]?.parameters.parse({})).toEqual({ samples: 3, temperature: 0.9 })
    const answers = ['right', 'wrong', 'right'].map((value) => said([1, [value]]))
    const { proposals, used } = await run('first', { answers: { first: { inTurn: answers } } })
    expect(proposals).toMatchObject([{ question: 'verdict', value: 'right', score: 2 / 3, promptHash: 'first@3' }])
    expect(used.asked.map(({ sample, temperature }) => [sample, temperature])).toEqual([
      [0, 0.9],
      [1, 0.9],
      [2, 0.9],
    ])
    expect(Object.keys(used.asked[0]?.values ?? {}).toSorted()).toEqual(['page', 'question', 'text', 'values'])
  })

  it('leave to people what no majority says, and go without answers that cannot be read', async () => {
    const { run } = pipelineOf(own('  - {id: first, judge: [verdict], samples: 3}\n'), { text: 'Ada wrote.' })
    const [right, wrong, none] = [said([1, ['right']]), said([1, ['wrong']]), said()]
    const refused = new StepFailure('refused', 'No.')
    const first = async (...inTurn: (Json | StepFailure)[]) =>
      (await run('first', { answers: { first: { inTurn }, judge: { inTurn } } })).proposals.map(({ value }) => value)
    expect(await first(right, wrong, none)).toEqual([])
    expect(await first(right, refused, right)).toEqual(['right'])
    await expect(first(right, refused, refused)).rejects.toMatchObject({ code: 'refused' })
  })

  it('can be none', () => {
    const checked = checkFile(`${FACTS}prefill: none\n`)
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    expect(compilePipeline(checked.definition, 'none')).toBeNull()
    expect(compileEvaluations(checked.definition).flatMap(({ fromSteps = [] }) => fromSteps)).toEqual([])
  })

  it('quote a text where it says so', async () => {
    const { run } = pipelineOf(
      own('  - {id: quotes, list: facts, quoted: text, answers: []}\n').replace(', when: item.usable', ''),
      {
        text: 'Ada  wrote. She sang.',
      },
    )
    const { proposals, note } = await run('quotes', {
      answers: { list: { entries: [entry('ada wrote'), entry('Ada danced')] } },
    })
    expect(proposals[0]?.value).toEqual([{ values: { wording: 'Ada  wrote' } }])
    expect(note).toMatchObject({ refused: 1 })
  })

  it('list what can be read, whichever batch of units cannot', async () => {
    const source = own('  - {id: facts, list: facts, answers: []}\n')
      .replace(', when: item.usable', '')
      .replace(
        '  - {id: fact, from: annotators}',
        '  - {id: part, from: splitter, text: text}\n  - {id: fact, from: annotators, of: part}',
      )
      .replace('{id: facts, title', '{id: facts, on: part, title')
    const parts = Array.from({ length: 25 }, (_, n) => `Part ${n}. `)
    const { run } = pipelineOf(source, { text: parts.join('') }, parts)
    const list = ({ values }: { values: Readonly<Record<string, string>> }) =>
      values.units?.startsWith('1. Part 10.')
        ? new StepFailure('malformed', 'Unreadable.')
        : { entries: [entry(values.units?.slice(0, 10) ?? '')] }
    const { proposals, note, used } = await run('facts', { answers: { list } })
    expect(proposals.map(({ unit }) => unit)).toEqual(['part-1', 'part-21'])
    expect(note).toEqual({ entries: 2, problems: ['Unreadable.'] })
    expect(used.asked).toHaveLength(3)
  })

  it('say of rules that another model does not help, and are not named after a model alone', async () => {
    const { run, steps } = pipelineOf(
      own('  - {id: claims, list: facts, rules: sentence-claims}\n')
        .replace(', when: item.usable', '')
        .replace('longest: 50', 'longest: 5'),
      { text: 'Ada Lovelace wrote in 1843.' },
    )
    expect(steps.map(({ title }) => title)).toEqual(['Entries by rules or a model'])
    await expect(run('claims', {}, [], 'rules')).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/choose a model, or leave this to people\.$/),
    })
  })

  it('quote one place for several things', async () => {
    const source = own('  - {id: quotes, list: facts, quoted: text, answers: []}\n')
      .replace(', when: item.usable', '')
      .replace(
        '  - {id: fact, from: annotators}',
        '  - {id: part, from: splitter, text: text}\n  - {id: fact, from: annotators, of: part}',
      )
      .replace('{id: facts, title', '{id: facts, on: part, title')
    const { run } = pipelineOf(source, { text: 'Ada wrote. Ada sang.' }, ['Ada wrote. ', 'Ada sang.'])
    const { proposals, note } = await run('quotes', {
      answers: { list: { entries: [entry('Ada wrote'), entry('Ada wrote', { number: 2 }), entry('ada wrote')] } },
    })
    expect(proposals.map(({ unit }) => unit)).toEqual(['part-1', 'part-2'])
    expect(note).toMatchObject({ entries: 2, refused: 1 })
  })

  it('ask for content that has the name of something else', async () => {
    const { run } = pipelineOf(
      own('  - {id: first, judge: [verdict], user: "{{content.question}} {{question}} {{values}}"}\n').replace(
        'content: {text: /text,',
        'content: {text: /text, question: /question,',
      ),
      { text: 'Ada wrote.', question: 'Who wrote?' },
    )
    const { used } = await run('first', { answers: { first: said([1, ['right']]) } })
    expect(used.asked[0]?.values).toMatchObject({
      'content.question': 'Who wrote?',
      question: 'Is it right? (one value)',
    })
  })

  it('number what has several lines as one', async () => {
    const source = own('  - {id: first, judge: [verdict]}\n')
      .replace('  - {id: fact, from', '  - {id: part, from: splitter, text: text}\n  - {id: fact, from')
      .replace('{id: verdict', '{id: verdict')
      .replace('      - id: verdict\n', '      - id: verdict\n        on: part\n')
    const parts = ['One.\n2. Two.\n', 'Three.']
    const { run } = pipelineOf(source, { text: parts.join('') }, parts)
    const { used } = await run('first', { answers: { judge: said() } })
    expect(used.asked[0]?.values.units).toBe('1. One. 2. Two.\n2. Three.')
  })

  it('start no further answers of a majority once one failed for all', async () => {
    const { run, steps } = pipelineOf(own('  - {id: first, judge: [verdict], samples: 25}\n'), { text: 'Ada wrote.' })
    expect(steps).toHaveLength(1)
    let asked = 0
    const judge = () => {
      asked += 1
      return new StepFailure('budget', 'Spent.')
    }
    await expect(run('first', { answers: { judge } })).rejects.toMatchObject({ code: 'budget' })
    expect(asked).toBeLessThan(10)
  })

  it('look into the first text that there is', async () => {
    const { run } = pipelineOf(
      own('  - {id: claims, list: facts, rules: sentence-claims}\n')
        .replace(', when: item.usable', '')
        .replace('  - {title: Text, text: text}', '  - {title: Page, text: page}\n  - {title: Text, text: text}'),
      { text: 'Ada Lovelace wrote in 1843.' },
    )
    const { proposals } = await run('claims', {}, [], 'rules')
    expect(proposals[0]?.value).toMatchObject([{ values: { wording: 'Ada Lovelace wrote in 1843.' } }])
  })

  it('list the claims of sentences and judge what is worth checking by rules', async () => {
    const { run, steps } = pipelineOf(
      own(
        `  - {id: claims, list: facts, rules: sentence-claims}\n  - {id: worth, judge: [verdict], rules: check-worthiness, values: {fact: right, opinion: wrong}}\n`,
      ).replace(', when: item.usable', ''),
      { text: 'Ada Lovelace wrote in 1843. Is it so?' },
    )
    expect(steps.map(({ methods }) => methods)).toEqual([
      ['model', 'rules'],
      ['model', 'rules'],
    ])
    const { proposals } = await run('claims', {}, [], 'rules')
    expect(proposals[0]).toMatchObject({ question: 'facts', score: 0.4 })
    expect(proposals[0]?.value).toMatchObject([{ values: { wording: 'Ada Lovelace wrote in 1843.' } }, {}])
    const worth = await run('worth', {}, [], 'rules')
    expect(worth.proposals).toEqual([])
  })
})

describe('questions that are judged together', () => {
  const CHECKS = `assay: protocol/1
id: checks
version: 2
title: Checks
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: sentence, from: splitter, text: text}
stages:
  - id: check
    questions:
      - {id: rude, ask: Is it rude?, form: choice, options: [{value: true, key: r, says: It insults.}, {value: false, key: u, says: It does not.}]}
      - {id: tone, ask: How does it sound?, form: set, max: 2, options: [{value: warm, says: Kind.}, {value: curt, says: Short.}]}
      - {id: worst, ask: Is it of no use?, form: flag, key: x, when: item.rude}
      - {id: right, on: sentence, ask: Is it right?, form: choice, options: [{value: right, says: Yes.}, {value: wrong, says: No.}]}
      - {id: harm, on: sentence, ask: Does it harm?, form: flag, key: h, when: sentence.right == "wrong"}
guidelines: Read all of it.
prefill:
  - {id: checks, judge: [rude, tone, worst], together: true}
  - {id: sentences, judge: [right, harm], together: true, samples: 1}
`
  const TEXT = { text: 'It rained. You fool.' }
  const made = () => pipelineOf(CHECKS, TEXT, ['It rained.', ' You fool.'])
  const TOGETHER = 'judge-together'
  const given = (proposals: readonly Proposal[]) =>
    proposals.map(({ unit, question, value }) => [unit, question, value])

  it('are one call about the item, whose one reason stands with every answer', async () => {
    const answers = { [TOGETHER]: { rude: true, tone: ['curt'], worst: false, reason: 'It calls names.' } }
    const { proposals, used } = await made().run('checks', { answers })
    expect(given(proposals)).toEqual([
      ['item', 'rude', true],
      ['item', 'tone', ['curt']],
      ['item', 'worst', false],
    ])
    expect(new Set(proposals.map(({ rationale }) => rationale))).toEqual(new Set(['It calls names.']))
    expect(used.asked).toHaveLength(1)
    expect(used.asked[0]?.values.question).toBe(
      [
        'rude: Is it rude? (one value)\n- true (Yes): It insults.\n- false (No): It does not.',
        'tone: How does it sound? (1 to 2 values)\n- warm (warm): Kind.\n- curt (curt): Short.',
        'worst: Is it of no use? (one value) (null where it does not arise)\n- true (Yes): It is so.\n- false (No): It is not so.',
      ].join('\n\n'),
    )
  })

  it('have room for a reason however few they are, and for every value that may be chosen', async () => {
    const answers = { [TOGETHER]: { rude: true, tone: ['curt'], worst: false, reason: '' } }
    const roomFor = async (source: string) => {
      const { used } = await pipelineOf(source, TEXT).run('checks', { answers })
      return used.asked.map(({ maxTokens }) => maxTokens)
    }
    const shades = Array.from({ length: 10 }, (_, n) => `{value: shade${n}, says: So.}, `).join('')
    const many = CHECKS.replace('{value: warm,', `${shades}{value: warm,`)
    expect(await roomFor(CHECKS.replace('[rude, tone, worst]', '[rude, worst]'))).toEqual([300])
    // Of 12 values two may be chosen, or all.
    expect(await roomFor(many)).toEqual([300])
    expect(await roomFor(many.replace('form: set, max: 2,', 'form: set,'))).toEqual([380])
  })

  it('lose the answers to what is not asked after the others, and those that may not be given', async () => {
    const answers = { [TOGETHER]: { rude: false, tone: [], worst: true, reason: '' } }
    const { proposals } = await made().run('checks', { answers })
    expect(proposals).toEqual([{ unit: 'item', question: 'rude', value: false, promptHash: `${TOGETHER}@1` }])
  })

  it('are answered by number about units, each unit with a reason of its own', async () => {
    const about = (number: number, right: string, harm: boolean | null) => ({
      number,
      right,
      harm,
      reason: `${number}.`,
    })
    const { run, units } = made()
    const [one, two] = units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
    const answers = {
      [TOGETHER]: { answers: [about(1, 'right', true), about(2, 'wrong', true), about(3, 'wrong', null)] },
    }
    const { proposals, note, used } = await run('sentences', { answers })
    expect(given(proposals)).toEqual([
      [one, 'right', 'right'],
      [two, 'right', 'wrong'],
      [two, 'harm', true],
    ])
    expect(proposals.map(({ rationale }) => rationale)).toEqual(['1.', '2.', '2.'])
    expect(note).toEqual({ problems: ['The model named number 3, but there are only 2.'] })
    expect(used.asked).toHaveLength(1)
  })

  it('take the majority of each question by itself', async () => {
    const samples = [
      { rude: true, tone: ['curt'], worst: true, reason: 'a' },
      { rude: true, tone: ['warm'], worst: false, reason: 'b' },
      { rude: false, tone: ['warm'], worst: false, reason: 'c' },
    ]
    const source = CHECKS.replace('together: true}', 'together: true, samples: 3}')
    const { proposals } = await pipelineOf(source, TEXT, []).run('checks', {
      answers: { [TOGETHER]: ({ sample }) => samples[sample] ?? null },
    })
    expect(given(proposals)).toEqual([
      ['item', 'rude', true],
      ['item', 'tone', ['warm']],
      ['item', 'worst', false],
    ])
    expect(proposals[0]?.score).toBeCloseTo(2 / 3, 12)
  })
})

describe('a text that is cut by a model', () => {
  const RESPONSE = 'Boil it for five minutes. Then let it stand. It keeps for a week.'
  const source = readFileSync('docs/examples/protocols/felm-in-medicine.yaml', 'utf8')
  const { steps } = pipelineOf(source, { prompt: 'How?', response: RESPONSE })
  const [step] = steps
  if (!step) throw new Error('There is no step')
  const input = { content: { prompt: 'How?', response: RESPONSE }, units: [], earlier: {}, proposals: [], notes: {} }
  const cut = (segments: readonly string[], method: StepMethod = 'model') =>
    step.run(input, scriptedTools({ answers: { segments: { segments: [...segments] } } }), settingsOf(step, method))

  it('comes first, and has nothing to do where units stay as they are', () => {
    expect(steps.map(({ key, resegments }) => [key, resegments ?? false])).toEqual([
      ['segments', true],
      ['judge-segments', false],
    ])
  })

  it('is cut in its own words, or into sentences by rules', async () => {
    const two = ['Boil it for five minutes. Then let it stand.', 'It keeps for a week.']
    expect(await cut(two)).toEqual({ segments: [`${two[0]} `, two[1]] })
    expect((await cut([], 'rules')).segments).toHaveLength(3)
  })

  it('is asked of nobody where a record lacks it', async () => {
    const tools = scriptedTools({})
    for (const response of [null, '', ' ']) {
      const without = { ...input, content: { prompt: 'How?', response } }
      expect(await step.run(without, tools, settingsOf(step, 'model'))).toEqual({ segments: [] })
    }
    expect(tools.used.asked).toEqual([])
  })

  it('is refused in other words', async () => {
    await expect(cut(['Boil it.'])).rejects.toMatchObject({ code: 'rejected' })
  })

  it('is shown to the model by the standard prompt where the file has none', async () => {
    const standard = pipelineOf(source.replace(/ {4}system: [\s\S]*?(?=\n {2}- \{id: judge)/, ''), {
      response: RESPONSE,
    })
    const tools = scriptedTools({ answers: { cut: { segments: [RESPONSE] } } })
    const [first] = standard.steps
    expect(await first?.run(input, tools, settingsOf(first, 'model'))).toEqual({ segments: [RESPONSE] })
    expect(tools.used.asked[0]?.values).toMatchObject({ units: RESPONSE, item: expect.stringContaining('How?') })
  })
})

describe('links', () => {
  const source = `${SENTENCES_WITH_LINKS}prefill:\n  - {id: wrong, judge: [wrong]}\n  - {id: pages, links: pages}\n`
  const { run } = pipelineOf(source, { text: 'It rains. It snows.' }, ['It rains. ', 'It snows.'])
  const find = async (urls: readonly string[], wrong: readonly string[]) => {
    const hits = { '*': urls.map((url) => ({ title: 'A page', url })) }
    const before = wrong.map((unit) => proposal('wrong', true, unit))
    const { proposals, note, used } = await run('pages', { hits }, before, 'rules')
    return { proposals, note, searched: used.searched }
  }

  it('are what a search for each unit finds of which they are asked, no more than are wanted', async () => {
    const urls = Array.from({ length: 6 }, (_, n) => `https://example.org/${n}`)
    expect(await find(urls, ['sentence-2'])).toEqual({
      searched: ['It snows.'],
      proposals: [
        proposal(
          'pages',
          urls.slice(0, 5).map((url) => ({ url, note: 'A page' })),
          'sentence-2',
        ),
      ],
      note: { 'sentence-2': { query: 'It snows.', found: 5 } },
    })
  })

  it('are none where nothing that is found can be opened', async () => {
    expect(await find(['ftp://example.org'], ['sentence-1'])).toEqual({
      searched: ['It rains.'],
      proposals: [],
      note: { 'sentence-1': { query: 'It rains.', found: 1 } },
    })
  })

  it('are searched for where they are asked only', async () => {
    expect(await find(['https://example.org'], [])).toEqual({ searched: [], proposals: [], note: undefined })
  })
})

it('gives no model what is hidden from annotators', async () => {
  const { definition, steps, stage } = pipelineOf(FACTS, { text: 'x' })
  const format = compileProtocol(definition).formats[0]
  const reading = format.read({ text: 'Ada wrote.', model: 'oracle-of-the-test' })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const { content } = reading.record
  expect(JSON.stringify(content)).toContain('oracle-of-the-test')
  const units = stage.units(content, [], {})
  for (const step of steps) {
    const tools = scriptedTools({ answers: { judge: said(), list: { entries: [] } } })
    await step.run(
      { content, units, earlier: {}, proposals: [proposal('usable', true)], notes: {} },
      tools,
      settingsOf(step),
    )
    expect(tools.used.asked.length).toBeGreaterThan(0)
    expect(JSON.stringify(tools.used.asked)).not.toContain('oracle-of-the-test')
  }
})
