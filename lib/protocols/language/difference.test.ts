import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkFile } from './check/check-file'
import { definitionDifference } from './difference'

const source = readFileSync('docs/examples/protocols/my-labels.yaml', 'utf8')

function definitionOf(text: string) {
  const checked = checkFile(text)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

/** The changes from the example to itself with lines replaced, in its second version. */
function changesAfter(...replacements: [string, string][]) {
  const text = replacements.reduce(
    (changed, [from, to]) => {
      expect(changed).toContain(from)
      return changed.replace(from, to)
    },
    source.replace('version: 1', 'version: 2'),
  )
  return definitionDifference(definitionOf(source), definitionOf(text)).map(
    ({ weight, at, message }) => `${weight} ${at}: ${message}`,
  )
}

it('finds nothing between a version and itself, and refuses two that say the same number', () => {
  expect(changesAfter()).toEqual([])
  const other = definitionOf(source.replace('raters: 2', 'raters: 3'))
  expect(definitionDifference(definitionOf(source), other)[0]).toMatchObject({ weight: 'labels', at: 'version' })
})

it.each<[string, [string, string][], string[]]>([
  [
    'a new option, with a key of its own',
    [
      [
        '          - {value: wrong,',
        '          - {value: outdated, key: t, says: It was so once.}\n          - {value: wrong,',
      ],
    ],
    ['work label.verdict: outdated can be chosen from now on.'],
  ],
  [
    'a value that is gone',
    [
      ['          - {value: misleading', '          - {value: doubtful'],
      ['sentence.verdict in ["misleading", "wrong"]', 'sentence.verdict in ["doubtful", "wrong"]'],
      ['sentence.verdict in ["misleading", "wrong"]', 'sentence.verdict in ["doubtful", "wrong"]'],
    ],
    [
      'labels label.verdict: misleading can no longer be chosen; where it was, the question is to be answered again.',
      'labels label.severe: It is asked under another condition: answers may no longer count, or may be missing.',
      'labels label.why: It is asked under another condition: answers may no longer count, or may be missing.',
      'work label.verdict: doubtful can be chosen from now on.',
    ],
  ],
  [
    'what an item is known and called by, and what a dataset is said to consist of',
    [
      ['  content:', '  identity: [response]\n  content:'],
      ['\nrecord:', '\nitem: response\nrecord:'],
      [
        '\nguidelines:',
        '\ntables:\n  - {id: counted, title: Counted, says: All of them., shares: [{of: harm}]}\nguidelines:',
      ],
    ],
    [
      'work record.identity: Other content says which item a record is about: what is imported from now on is compared by it.',
      'work tables: Other tables say what a dataset consists of.',
      'text item: An item is called: response',
    ],
  ],
  [
    'other words',
    [
      ['Is this sentence true?', 'Is the sentence true?'],
      ['says: Everything it says holds.', 'says: All it says holds.'],
    ],
    [
      'text label.verdict: The question is worded differently.',
      'text label.verdict: correct is described differently.',
    ],
  ],
  ['a setting', [['raters: 2', 'raters: 3']], ['work label: raters was 2 and is 3.']],
  [
    'a question that is gone',
    [
      [
        '      - id: links\n        on: sentence\n        title: Sources\n        ask: Which pages show it?\n        form: links\n',
        '',
      ],
      ['sentence.severe && size(sentence.links) == 0', 'sentence.severe'],
    ],
    [
      'labels label.links: The question was removed; its answers are kept and no longer count.',
      'work label: What an annotation must not hold has changed.',
    ],
  ],
  [
    'what is read',
    [['question: /question', 'question: /prompt']],
    ['work record.content: It is read from another place: items that are there keep what they were imported with.'],
  ],
])('finds %s', (_, replacements, expected) => {
  expect(changesAfter(...replacements)).toEqual(expected)
})

it('says what of a project each change touches', () => {
  const after = source
    .replace('version: 1', 'version: 2')
    .replace('raters: 2', 'raters: 3')
    .replace('question: /question', 'question: /prompt')
  const touched = definitionDifference(definitionOf(source), definitionOf(after)).map((each) => [each.at, each.touched])
  expect(touched).toContainEqual(['record.content', { what: 'items' }])
  expect(touched).toContainEqual(['label', { what: 'nothing' }])
})

it('tells options in another order, in which sets are stored', () => {
  const [first, second] = source.match(/^ {10}- \{value: .*\n/gm) ?? []
  const swapped = source.replace('version: 1', 'version: 2').replace(`${first}${second}`, `${second}${first}`)
  expect(swapped).not.toBe(source.replace('version: 1', 'version: 2'))
  const changes = definitionDifference(definitionOf(source), definitionOf(swapped))
  expect(changes.map(({ message }) => message)).toContain('The order of its options has changed.')
})

it('tells what a set allows less of from what it allows more of', () => {
  const file = readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8')
  const changes = (from: string, to: string) =>
    definitionDifference(definitionOf(file), definitionOf(file.replace('version: 1', 'version: 2').replace(from, to)))
      .filter(({ at }) => at === 'judge.problems')
      .map(({ weight, message, touched }) => `${weight} ${message} ${touched.what}`)
  expect(changes('max: 3', 'max: 4')).toEqual(['work max was 3 and is 4. nothing'])
  expect(changes('max: 3', 'max: 2')).toEqual(['labels max was 3 and is 2. answers'])
  expect(changes('max: 3', 'max: 3\n        min: 2')).toEqual(['labels min was not bounded and is 2. answers'])
  // Where two of its five values stand alone, three are all that can stand together.
  const bounded = file.replace('key: u, tone', 'key: u, exclusive: true, tone')
  const [without, again] = [bounded.replace(/\n *max: 3/, ''), bounded].map((text, index) =>
    definitionOf(text.replace('version: 1', `version: ${index + 2}`)),
  )
  const weights = (before: typeof without, after: typeof without) =>
    before && after && definitionDifference(before, after).map(({ weight }) => weight)
  expect([weights(definitionOf(bounded), without), weights(without, again)]).toEqual([['work'], ['work']])
  expect(changes('key: u, tone', 'key: u, exclusive: true, tone')).toEqual([
    'labels unsafe can only be chosen alone. answers',
  ])
})

it('finds that labels of spans go, and that spans may no longer overlap, and counts all answers to the question', () => {
  const spans = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
  const changed = spans
    .replace('version: 2', 'version: 3')
    .replace(/ {10}- \{value: Subtle Baseless Info.*\n/, '')
    .replace('overlapping: true', 'overlapping: false')
  const found = definitionDifference(definitionOf(spans), definitionOf(changed)).filter(
    ({ weight }) => weight === 'labels',
  )
  expect(found.map(({ message }) => message)).toEqual([
    'Subtle Baseless Info can no longer be chosen; where it was, the question is to be answered again.',
    'Its spans may not overlap any more.',
  ])
  expect(found.map(({ touched }) => touched)).toEqual([
    { what: 'answers', stage: 'mark', on: 'item', question: 'unsupported', value: null },
    { what: 'answers', stage: 'mark', on: 'item', question: 'unsupported', value: null },
  ])
})

it('tells what spans may do from now on from what they may not any more, and another way of counting offsets', () => {
  const file = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
  const from = (before: string, after: string) =>
    definitionDifference(definitionOf(before), definitionOf(after.replace('version: 2', 'version: 3')))
  const form = 'form: span'
  const changes = (before: string, after: string) => {
    const [one = '', other = ''] = [before, after].map((words) => file.replace(form, `${form}\n        ${words}`))
    return from(one, other).map(({ weight, at, message }) => `${weight} ${at} ${message}`)
  }
  expect(changes('max: 3', 'max: 4')).toEqual(['work mark.unsupported max was 3 and is 4.'])
  expect(changes('max: 4', 'max: 3')).toEqual(['labels mark.unsupported max was 4 and is 3.'])
  expect(changes('min: 1', 'min: 0')).toEqual(['work mark.unsupported min was 1 and is 0.'])
  const strict = file.replace('overlapping: true', 'overlapping: false')
  expect(from(strict, file).map(({ weight, message }) => `${weight} ${message}`)).toEqual([
    'work Its spans may overlap from now on.',
  ])
  const counted = file.replace('unit: code points', 'unit: bytes')
  expect(from(file, counted).map(({ at }) => at)).toEqual(['record.offsets'])
})

it('finds what changes about lists: their entries, the text of these, and how many there are', () => {
  const facts = readFileSync('docs/examples/protocols/atomic-facts.yaml', 'utf8')
  const after = (...replacements: [string, string][]) => {
    const text = replacements.reduce(
      (changed, [from, to]) => {
        expect(changed).toContain(from)
        return changed.replace(from, to)
      },
      facts.replace('version: 1', 'version: 2'),
    )
    return definitionDifference(definitionOf(facts), definitionOf(text)).map(
      ({ weight, at, message }) => `${weight} ${at}: ${message}`,
    )
  }
  expect(after(['at: 0.6', 'at: 0.9'])).toEqual([
    'work label.facts: Entries count as the same from a similarity of 0.9 on; lists of several annotators were laid side by side, and settled, from 0.6 on.',
  ])
  expect(after(['align: {by: text, at: 0.6}', 'align: {by: text}'])).toEqual([])
  const apart = facts.replace('version: 1', 'version: 2').replace('at: 0.6', 'at: 0.9')
  expect(definitionDifference(definitionOf(facts), definitionOf(apart)).map(({ touched }) => touched)).toEqual([
    { what: 'aligned', stage: 'label' },
  ])
  expect(after(['of: fact\n        align', 'of: fact\n        max: 9\n        align'])).toEqual([
    'labels label.facts: max was not bounded and is 9.',
  ])
  const other = '{id: why, on: fact, ask: Why?, form: text, required: true}'
  expect(
    after(
      ['of: fact\n        align', 'of: fact\n        text: why\n        align'],
      ['      - id: support', `      - ${other}\n      - id: support`],
    ),
  ).toContain('labels label.facts: The text of its entries was wording and is why.')
})

it('names what changes about pre-fill: steps, their prompts and how they work, none of which touches an answer', () => {
  const evidence = readFileSync('docs/examples/protocols/claim-evidence.yaml', 'utf8')
  const next = evidence.replace('version: 2', 'version: 3')
  const from = (before: string, after: string) =>
    definitionDifference(definitionOf(before), definitionOf(after)).map(
      ({ weight, at, message, touched }) => `${weight} ${at}: ${message} ${touched.what}`,
    )
  expect(from(evidence, next)).toEqual([])
  const changed = next
    .replace('Write three queries', 'Write two queries')
    .replace('title: Verdict on the passages', 'title: The verdict')
    .replace('samples: 3', 'samples: 5')
    .replace('You judge a claim by the passages', 'You judge claims by the passages')
  expect(from(evidence, changed)).toEqual([
    'work prefill: The step "evidence" asks for queries with another prompt. nothing',
    'work prefill: The step "verdict" asks with another prompt. nothing',
    'work prefill: The step "verdict" works differently. nothing',
    'text prefill: The step "verdict" is described differently. nothing',
  ])
  expect(
    from(evidence, next.replace('- id: verdict\n    title: Verdict on', '- id: other\n    title: Verdict on')),
  ).toEqual(['work prefill: The step "verdict" was removed. nothing', 'work prefill: The step "other" is new. nothing'])
  const without = next.replace(/^prefill:\n(?: .*\n|\n)+/m, 'prefill: none\n')
  expect(from(evidence, without)).toEqual([
    'work prefill: The step "evidence" was removed. nothing',
    'work prefill: The step "verdict" was removed. nothing',
  ])
  const silent = without.replace('prefill: none\n', '')
  expect(from(evidence, silent)).toEqual([
    'work prefill: The file says nothing about pre-fill any more: every step that its questions allow is offered. nothing',
  ])
  const spoken = evidence.replace('version: 2', 'version: 4')
  expect(from(silent, spoken)).toEqual([
    'work prefill: The file says which steps of pre-fill there are: evidence, verdict. nothing',
  ])
})
