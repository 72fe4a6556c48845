import { describe, expect, it } from 'vitest'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { checkFile } from './check-file'

/** A file without problems, with lines replaced. */
const PLAIN = `assay: protocol/1
id: test
version: 1
title: Test
summary: Made for a test.
record:
  content: {text: /text, topic: /topic}
  hidden: {model: /model}
show:
  - {title: Text, text: text}
units:
  - {id: fact, from: record, each: /facts, text: text}
stages:
  - id: label
    questions:
      - id: usable
        ask: Can it be used?
        form: choice
        options:
          - {value: good, says: It can.}
          - {value: bad, says: It cannot.}
      - {id: noted, ask: Is it of note?, form: flag, when: item.usable == "good"}
      - id: verdict
        on: fact
        ask: Is it so?
        form: choice
        options: &verdicts
          - {value: right, says: It is.}
          - {value: wrong, says: It is not.}
      - {id: why, on: fact, ask: Why?, form: text, when: fact.verdict == "wrong"}
    rollUp:
      wrong: size(facts.filter(f, f.verdict == "wrong"))
guidelines: Read first.
`

/** What is wrong with the file after a replacement: what stands at the place of each problem, its message and its fix. */
function problemsAfter(from: string, to: string): string[] {
  expect(PLAIN).toContain(from)
  return problemsOf(PLAIN.replace(from, to))
}

function problemsOf(source: string): string[] {
  const checked = checkFile(source)
  if (checked.ok) return []
  return checked.problems.map(({ line, column, message, fix }) => {
    const there = source.split('\n')[line - 1]?.slice(column - 1, column + 5)
    return `${there}| ${message} ${fix}`
  })
}

describe('a protocol file', () => {
  it('has no problems as it stands', () => {
    expect(problemsOf(PLAIN)).toEqual([])
  })

  it.each([
    [
      'a word that is not known',
      'form: flag',
      'forn: flag, form: flag',
      ['forn: | "forn" is not a word of the language here. Did you mean "form"?'],
    ],
    [
      'a form that is not known',
      'form: flag',
      'form: flags',
      ['flags,| "flags" is not known for stages[1].questions[2].form. Did you mean "flag"?'],
    ],
    [
      'something missing',
      'summary: Made for a test.\n',
      '',
      ['assay:| "summary" is missing. Add it. What one makes with it, in a sentence.'],
    ],
    [
      'a key twice',
      'version: 1',
      'version: 1\nversion: 2',
      ['versio| "version" stands here twice. Keep one of the two.'],
    ],
    [
      'a text that is cut by a comma',
      'says: It can.}',
      'says: It can, mostly.}',
      [
        'mostly| "mostly." is not a word of the language here. A comma ends a text within {...}: put quotation marks around the whole text.',
      ],
    ],
    [
      'keys that meet',
      'says: It can.}\n          - {value: bad, says',
      'says: It can., key: b}\n          - {value: bad, key: b, says',
      [
        'b, say| The key "b" chooses "good" as well, and both can be on screen at once. Choose another key, or leave it out.',
      ],
    ],
    [
      'a key of the workbench',
      '{value: bad, says',
      '{value: bad, key: j, says',
      [
        'j, say| The key "j" belongs to the workbench. Choose one of b c e f h i l o p q r t u v w x y z 1 2 3 4 5 6 7 8 9 0, or leave it out.',
      ],
    ],
    [
      'a condition on a later question',
      'ask: Can it be used?',
      'ask: Can it be used?\n        when: item.noted',
      [
        'item.n| "usable" depends on "noted", which comes after it. Move "noted" up; if it depends on "usable" in turn, take one condition out.',
      ],
    ],
    [
      'a condition on itself',
      'when: fact.verdict == "wrong"',
      'when: fact.why == "x"',
      ['fact.w| "why" is asked only depending on itself. Let it depend on another question.'],
    ],
    [
      'a value that nobody can choose',
      'fact.verdict == "wrong"}',
      'fact.verdict == "wrongg"}',
      ['fact.v| Nobody can choose "wrongg" for "verdict". Did you mean "wrong"?'],
    ],
    [
      'values of two kinds',
      'fact.verdict == "wrong"}',
      'fact.verdict == 3}',
      [
        'fact.v| These do not go together: text == number. Compare values of one kind: texts in quotation marks, numbers and true or false without.',
      ],
    ],
    [
      'a name that stands for nothing',
      'size(facts.',
      'size(fact.',
      ['fact.f| Nothing is called "fact" here. Did you mean "facts"?'],
    ],
    [
      'an answer that is not asked',
      'fact.verdict == "wrong"}',
      'fact.verdikt == "wrong"}',
      ['verdik| There is nothing called "verdikt" there. Did you mean "verdict"?'],
    ],
    [
      'an expression that is not one',
      'fact.verdict == "wrong"}',
      'fact.verdict ==}',
      [
        '}| The expression cannot be read: Unexpected token: EOF. See docs/protocol-files.md, "Expressions", for what can be said.',
      ],
    ],
    [
      'a function that there is not',
      'size(facts.filter',
      'matches(facts.filter',
      [
        'matche| There is no function "matches" here. Known here: size, startsWith, endsWith, contains, lowerAscii, sum, mean, least, greatest, most, answered, given, string, double, all, exists, exists_one, filter, map.',
      ],
    ],
    [
      'what is hidden, shown',
      'text: text}\nunits',
      'text: model}\nunits',
      ['model}| "model" is hidden from annotators. Known here: text, topic.'],
    ],
    [
      'hidden content under another name',
      'topic: /topic}',
      'topic: /model}',
      ['/model| What is hidden here is shown as "topic". Point the content at what may be seen only.'],
    ],
    [
      'gold that would be shown',
      'topic: /topic}',
      'topic: /facts}',
      [
        'verdic| The answers to "verdict" stand in what annotators see as "topic" (/facts). Give them another place in record.gold, or point the content at something smaller.',
        'why, o| The answers to "why" stand in what annotators see as "topic" (/facts). Give them another place in record.gold, or point the content at something smaller.',
      ],
    ],
    [
      'two answers in one place',
      'hidden: {model: /model}',
      'gold: {usable: /noted}',
      [
        'noted,| The answers to "noted" and to "usable" stand in one place. Give each a place of its own in record.gold.',
      ],
    ],
    [
      'answers that are written the same',
      'hidden: {model: /model}',
      'gold: {usable: {at: /usable, values: {good: 1, bad: 1}}}',
      ['1}}}| "good" is written the same, so that it could not be read again. Write each answer in its own way.'],
    ],
    [
      'an option without a definition',
      '{value: bad, says: It cannot.}',
      '{value: bad}',
      [
        '{value| "says" is missing in stages[1].questions[1].options[2]. Add it. What choosing it means, in a sentence or two.',
      ],
    ],
    [
      'a text that turns around',
      'title: Test',
      'title: "Te\\u202est"',
      [
        '"Te\\u2| The text holds the invisible character U+202E, which changes how it is shown. Take it out; right-to-left text needs no such character here.',
      ],
    ],
    [
      'a language left out',
      'title: Test',
      'title: {de: Versuch}',
      ['{de: V| There is no text in en, the language of the file. Add it, or write language: de.'],
    ],
    [
      'a tag',
      'title: Test',
      'title: !!js/function "x"',
      [
        '!!js/f| This is not YAML as a protocol file may have it: Unresolved tag: tag:yaml.org,2002:js/function. See the line, and the one before it: an indentation, a quotation mark or a colon may be missing.',
      ],
    ],
    [
      'a pattern without an end',
      'form: text,',
      'form: text, pattern: "[a-z]+[a-z]+[a-z]+",',
      [
        '"[a-z]| The pattern could take too long: use fewer of *, + and ?. Use characters, classes like [a-z] or \\d, and ? * + {2,4} behind them.',
      ],
    ],
  ])('names %s at its place, with a way out', (_, from, to, expected) => {
    expect(problemsAfter(from, to)).toEqual(expected)
  })

  it('names all problems at once, those of the language and those of what is said in it', () => {
    const source = PLAIN.replace('form: flag', 'form: flagg')
      .replace('item.usable == "good"', 'item.usabel == "good"')
      .replace('f.verdict == "wrong"', 'f.verdict == "wrongg"')
      .replace('title: Test', 'title: Test\ntitel: Test')
    expect(problemsOf(source).map((each) => each.split('|')[0])).toEqual(['titel:', 'flagg,', 'usabel', 'size(f'])
  })

  it.each([
    [
      'a whole that there is not',
      'each: /facts,',
      'of: sentence, each: facts,',
      'No unit from the record that stands before is called "sentence".',
    ],
    [
      'a whole that is itself',
      'each: /facts,',
      'of: fact, each: facts,',
      'No unit from the record that stands before is called "fact".',
    ],
    ['a unit whose list has a meaning', 'id: fact,', 'id: a,', '"as" has a meaning in expressions.'],
    ['a unit called item', 'id: fact,', 'id: item,', 'There is another kind of unit or list of them called "item".'],
    ['a question called text', 'id: why,', 'id: text,', 'such as "wording"; where records call it text, write record:'],
  ])('names %s, and goes on', (_, from, to, expected) => {
    expect(problemsAfter(from, to).join('\n')).toContain(expected)
  })

  it('names the section of a question by a heading that its guidelines have, in each language', () => {
    const guidelines = (text: string) =>
      PLAIN.replace('guidelines: Read first.', text).replace('form: flag,', 'form: flag, section: SECTION,')
    const english = guidelines('guidelines: "# Rules\\n\\n## 2. Of note\\n\\nLittle is."')
    expect(problemsOf(english.replace('SECTION', 'Of note'))).toEqual([])
    expect(problemsOf(english.replace('SECTION', 'Of nte'))).toEqual([
      'Of nte| The guidelines have no heading “Of nte”. Did you mean "Of note"?',
    ])
    const both = guidelines('guidelines: {en: "# Of note", de: "# Merkenswert"}')
    expect(problemsOf(both.replace('SECTION', '{en: Of note, de: Merkenswert}'))).toEqual([])
    expect(problemsOf(both.replace('SECTION', '{en: Of note, de: Of note}'))).toEqual([
      'Of not| The guidelines have no heading “Of note”. Known here: Merkenswert.',
    ])
    const checked = checkFile(both.replace('SECTION', '{en: Of note, de: Merkenswert}'))
    const sectionIn = (reader: string) =>
      checked.ok &&
      compileProtocol(checked.definition, reader).stages[0]?.questions.find(({ key }) => key === 'noted')?.section
    expect([sectionIn('en'), sectionIn('de')]).toEqual(['Of note', 'Merkenswert'])
  })

  it.each<[words: string, gold: string, problem: string]>([
    [
      'min: 0',
      '/kinds',
      '0, opt| 0 is no number of values that can be chosen. Write a whole number from 1. That nothing applies is a value',
    ],
    ['min: 1.5', '/kinds', '1.5, o| 1.5 is no number of values that can be chosen.'],
    ['max: 4', '/kinds', '4, opt| Only 2 values can be chosen together. Write at most 2, or leave it out.'],
    ['max: 1', '/kinds', '1, opt| Where one value is chosen, the question is a choice. Write form: choice.'],
    ['min: 2, max: 1', '/kinds', '1, opt| max is less than min.'],
    ['settle: majority', '/kinds', 'majori| "majority" goes with the policies majority and votes.'],
    ['step: 1', '/kinds', 'step: | "step" does not go with the form set.'],
    ['key: x', '/kinds', 'key: x| "key" does not go with the form set.'],
    [
      'required: true',
      '{at: /kinds, empty: nil}',
      'nil}}| "nil" is no exclusive value of the question. Known here: none.',
    ],
    ['required: true', '{at: /kinds, empty: a}', 'a}}| "a" is no exclusive value of the question.'],
    [`when: '"a" in item.kinds'`, '/kinds', '"kinds" is asked only depending on itself.'],
  ])('refuses a set with %s, answers at %s, at its place', (words, gold, problem) => {
    const options = '[{value: a, says: A.}, {value: b, says: B.}, {value: none, says: None., exclusive: true}]'
    const line = `      - {id: kinds, ask: Which?, form: set, ${words}, options: ${options}}\n`
    const source = PLAIN.replace('    rollUp:', `${line}    rollUp:`).replace(
      'hidden:',
      `gold: {kinds: ${gold}}\n  hidden:`,
    )
    expect(problemsOf(source).join('\n')).toContain(problem)
  })

  it('refuses values of sets that nobody can choose, and exclusive ones of other forms', () => {
    const set =
      '      - {id: kinds, ask: Which?, form: set, options: [{value: a, says: A.}, {value: b, says: B., exclusive: true}]}\n'
    const source = PLAIN.replace('    rollUp:', `${set}    rollUp:`)
    expect(problemsOf(source)).toEqual([])
    expect(problemsOf(source.replace('wrong: size', `odd: '"c" in item.kinds'\n      wrong: size`))).toEqual([
      expect.stringContaining('Nobody can choose "c" for "kinds".'),
    ])
    expect(problemsOf(source.replace('wrong: size', `odd: item.kinds == "a"\n      wrong: size`)).length).toBe(1)
    expect(problemsAfter('{value: good, says: It can.}', '{value: good, says: It can., exclusive: true}')).toEqual([
      'exclus| "exclusive" does not go with the form choice. It goes with set. Take it out.',
    ])
  })

  it('repeats what an alias stands for', () => {
    const source = PLAIN.replace('form: text, when', 'form: set, options: *verdicts, when')
    expect(problemsOf(source)).toEqual([])
  })

  it.each([
    ['10 MB', `guidelines: |\n${'  a line of text\n'.repeat(650_000)}`],
    [
      'an alias bomb',
      Array.from(
        { length: 12 },
        (_, n) =>
          `k${n}: &a${n} [${Array(9)
            .fill(n === 0 ? 'x' : `*a${n - 1}`)
            .join(',')}]`,
      ).join('\n'),
    ],
    ['an alias of itself', 'assay: &a [*a]'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['lists in lists on one line', '- '.repeat(5_000)],
    ['keys without an end', '? '.repeat(9_000)],
    ['twenty thousand keys', Array.from({ length: 19_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['a key that is a prototype', '__proto__: {assay: protocol/1}'],
    ['nothing', ''],
    ['bytes', '\u0000\u0001\ufffd'],
  ])('refuses %s', (_, source) => {
    const checked = checkFile(source)
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    for (const { line, column, message, fix } of checked.problems) {
      expect(line).toBeGreaterThan(0)
      expect(column).toBeGreaterThan(0)
      expect(message).not.toBe('')
      expect(fix).not.toBe('')
    }
  })
})

it.each(['', '\n', '# only a comment\n'])('%j says that nothing stands in it', (text) => {
  const checked = checkFile(text)
  expect(checked.ok ? [] : checked.problems).toMatchObject([{ line: 1, message: 'Nothing stands in the file.' }])
})

describe('rows that together are one item', () => {
  const GROUPED = PLAIN.replace('record:\n', 'record:\n  group: {by: [/doc], as: facts}\n').replace(
    'each: /facts, text: text',
    'each: /facts, text: words',
  )
  const grouped = (from: string, to: string) => {
    expect(GROUPED).toContain(from)
    return problemsOf(GROUPED.replace(from, to))
  }

  it('are named by their key and have a list, which is called rows unless it is said', () => {
    expect(problemsOf(GROUPED)).toEqual([])
    expect(grouped(', as: facts', '')).toEqual([
      'group:| No unit is read from the rows of an item. Add one under units, such as - {id: row, from: record, each: /rows, text: text}.',
    ])
    const checked = checkFile(GROUPED.replace(', as: facts', '').replace('each: /facts', 'each: /rows'))
    expect(checked.ok && checked.definition.record.group).toEqual({ by: [['doc']], as: 'rows' })
    expect(checked.ok && compileProtocol(checked.definition).formats[0].rows).toEqual({
      by: [['doc']],
      as: 'rows',
      shared: [['doc'], ['text'], ['topic'], ['model'], ['usable'], ['noted']],
    })
  })

  it('have a key that is one place, and nothing that is written over it', () => {
    expect(grouped('[/doc]', '[]')).toHaveLength(1)
    expect(grouped('[/doc]', '/doc')).toEqual([expect.stringContaining('Write a list of places')])
    expect(grouped('[/doc]', '[/doc, /doc]')).toEqual([expect.stringContaining('"/doc" stands here twice.')])
    expect(grouped('[/doc]', '[/*]')[0]).toContain('Rows cannot be put together by what has no name.')
    expect(grouped('[/doc]', '[/usable]')).toEqual([
      expect.stringContaining(
        '/usable is what rows are put together by. Give the answer another place in record.gold.',
      ),
    ])
  })

  it('share what is read from the record, and have what is read from their entries', () => {
    expect(grouped('{text: /text,', '{text: /facts,')[0]).toContain('"/facts" is the list of an item\'s rows')
    expect(grouped('each: /facts, text: words', 'each: /facts, text: topic')).toEqual([
      'topic}| "topic" is read as the same in all rows of an item, and cannot be each row\'s own as well. Read it in one of the two ways.',
    ])
    expect(grouped('each: /facts, text: words', 'each: /facts/0, text: word')[0]).toContain(
      'Each row is an entry. Write each: /facts.',
    )
    expect(grouped('each: /facts, text: words', 'each: /facts')[0]).toContain('where in a row does the text stand?')
    expect(grouped('from: record, each: /facts, text: words', 'from: splitter, text: text')[0]).toContain(
      'A text cannot be cut into units where an item is made of rows',
    )
  })

  it('have a field for every answer about the item', () => {
    expect(grouped('  hidden:', '  gold: {usable: /meta/usable}\n  hidden:')).toEqual([
      expect.stringContaining('usable would be written to /meta/usable, which is no field of a row.'),
    ])
  })
})

describe('partners in second files', () => {
  const FILE = PLAIN.replace('record:\n', 'record:\n  join: {page: {file: pages.jsonl, by: /page_id}}\n').replace(
    '{text: /text,',
    '{text: /page/text,',
  )
  const joined = (from: string, to: string) => {
    expect(FILE).toContain(from)
    return problemsOf(FILE.replace(from, to))
  }

  it('are found by a key, in the same place of both unless said', () => {
    expect(problemsOf(FILE)).toEqual([])
    const checked = checkFile(
      FILE.replace('by: /page_id', 'by: /page_id, key: /id, optional: true').replace(
        '/page/text',
        '{at: /page/text, optional: true}',
      ),
    )
    expect(checked.ok && checked.definition.record.join).toEqual([
      { name: 'page', file: 'pages.jsonl', by: ['page_id'], key: ['id'], optional: true },
    ])
    expect(joined(', by: /page_id', '')).toEqual([
      expect.stringContaining(
        '"by" is missing in record.join.page. Add it. Where in a record the key stands by which its partner is found.',
      ),
    ])
    expect(joined('by: /page_id', 'by: page_id')).toEqual([
      'page_i| "page_id" does not say where from. Begin with a slash: /page_id.',
    ])
    expect(joined('by: /page_id', 'by: "/*"')[0]).toContain('A key has one place in every record.')
    expect(joined('by: /page_id', 'by: /page/id')[0]).toContain('stands in a second file, and the key is looked for in')
    expect(joined('pages.jsonl', 'data/pages.jsonl')[0]).toContain('Write the name of a file without folders')
    expect(joined('{page: {file: pages.jsonl, by: /page_id}}', '{}')[0]).toContain('Name one second file, or up to 4.')
    expect(joined('by: /page_id}', 'by: /page_id}, other: {file: pages.jsonl, by: /o}')).toEqual(
      expect.arrayContaining([expect.stringContaining('There is another second file called "pages.jsonl".')]),
    )
  })

  it('are read, and may be missing only where what is read of them may', () => {
    expect(joined('/page/text', '/text')).toEqual([
      'page: | Nothing is read from "page". Point content at what is shown of it, such as /page/text, or take it out.',
    ])
    expect(joined('by: /page_id', 'by: /page_id, optional: true')).toEqual([
      '/page/| A record may be without "page", and would be refused without this. Write {at: /page/text, optional: true}, or take "optional" out of record.join.page.',
    ])
  })

  it('do not go with an identity of content alone', () => {
    expect(joined('  hidden:', '  identity: [text]\n  hidden:')).toEqual([
      expect.stringContaining('"identity" and "join" do not go together'),
    ])
  })

  it('take no answers', () => {
    expect(joined('  hidden:', '  gold: {usable: /page/usable}\n  hidden:')).toEqual([
      expect.stringContaining('The answers to "usable" would be written into the second file'),
    ])
    const counted = FILE.replace('  - id: label\n', '  - id: label\n    policy: votes\n').replace(
      '  hidden:',
      '  votes: {usable: /page/usable}\n  hidden:',
    )
    expect(problemsOf(counted)).toContainEqual(
      expect.stringContaining('The votes on "usable" would be written into the second file'),
    )
    const units = joined('each: /facts', 'each: /page/facts')
    expect(units).toHaveLength(2)
    expect(units[0]).toContain('Give them a list in the record: record.gold: {verdict: "/verdict[]"}.')
    const lists = FILE.replace('each: /facts', 'each: /page/facts').replace(
      '  hidden:',
      '  gold: {verdict: "/verdicts[]", why: "/whys[]"}\n  hidden:',
    )
    expect(problemsOf(lists)).toEqual([])
  })

  it('do not go with rows or documents', () => {
    expect(joined('record:\n', 'record:\n  each: {at: /data/*}\n')).toEqual([
      expect.stringContaining('"join" and "each" do not go together.'),
    ])
    expect(joined('record:\n', 'record:\n  group: {by: [/doc]}\n')).toContainEqual(
      expect.stringContaining('"join" and "group" do not go together.'),
    )
  })
})

it.each([
  [
    'majority',
    'reviewer',
    'Write one of these: right, wrong, null for no answer. Or take "tie" out, so that a reviewer decides.',
  ],
  [
    'votes',
    'nobody',
    'Write one of these: right, wrong, null for no answer. Or take "tie" out, so that nothing stands.',
  ],
  ['majority', 'rihgt', 'Did you mean "right"?'],
])('a tie is an answer, and left out it is settled as the policy says: %s, %s', (policy, tie, fix) => {
  const source = PLAIN.replace('  - id: label\n', `  - id: label\n    policy: ${policy}\n`).replace(
    'ask: Is it so?\n',
    `ask: Is it so?\n        tie: ${tie}\n`,
  )
  expect(problemsOf(source)).toEqual([
    `${tie.slice(0, 6)}| "tie" is the answer that stands where none has a majority, and nobody can answer "${tie}". ${fix}`,
  ])
})

describe('all problems of a file that can be known are named at once', () => {
  const RULED = PLAIN.replace(
    'guidelines:',
    'label:\n  values: [{value: good, text: Good}, {value: bad, text: Bad}]\n  rules:\n    anyWrong: {title: Any, says: One is enough., is: \'wrong > 0 ? "bad" : "good"\'}\nguidelines:',
  ).replace('wrong > 0 ?', 'facts.exists(f, f.verdict == "wrong") ?')
  const problemsWith = (...changes: [string, string][]) => {
    const source = changes.reduce((text, [from, to]) => {
      expect(text).toContain(from)
      return text.replace(from, to)
    }, RULED)
    const checked = checkFile(source)
    if (checked.ok) return { problems: [], warnings: [] }
    const said = (found: typeof checked.problems) => found.map(({ line, message }) => `${line}: ${message}`)
    return { problems: said(checked.problems), warnings: said(checked.warnings) }
  }
  const KEYS: [string, string][] = [
    ['{value: good, says: It can.}', '{value: good, key: d, says: It can.}'],
    ['{value: wrong, says: It is not.}', '{value: wrong, key: n, says: It is not.}'],
  ]
  const KEY_PROBLEMS = ['The key "d" belongs to the workbench.', 'The key "n" belongs to the workbench.']

  it('has no problems as it stands', () => {
    expect(problemsWith()).toEqual({ problems: [], warnings: [] })
  })

  it('also those of keys beside a name that is none, which is named, with one that is', () => {
    const { problems, warnings } = problemsWith(['anyWrong:', 'any-wrong:'], ...KEYS)
    expect(problems).toEqual([
      `20: ${KEY_PROBLEMS[0]}`,
      `29: ${KEY_PROBLEMS[1]}`,
      '36: "any-wrong" is no name: names begin with a letter and have at most 40 letters, digits and _.',
    ])
    expect(warnings).toEqual([])
    const checked = checkFile(RULED.replace('anyWrong:', 'any-wrong:'))
    expect(checked.ok ? [] : checked.problems.map(({ fix }) => fix)).toEqual([
      'Write any_wrong. Only ids have hyphens: that of the file, of steps under "prefill" and of records under "practice".',
    ])
  })

  it('also where the name of a kind of unit, of a question or of an item of gold is none', () => {
    const { problems } = problemsWith(['{id: fact,', '{id: my-fact,'], ['on: fact\n', 'on: my-fact\n'], ...KEYS)
    expect(problems).toContain(
      '12: "my-fact" is no name: names begin with a letter and have at most 40 letters, digits and _.',
    )
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining(KEY_PROBLEMS[0] ?? '')]))
    expect(problems.join()).not.toContain('There is no unit "my_fact"')
    const gold = problemsWith(
      ['  hidden:', '  gold: {why-not: reason}\n  hidden:'],
      ['id: why,', 'id: why-not,'],
      ...KEYS,
    )
    expect(gold.problems.join()).not.toContain('There is no question')
    expect(gold.problems).toHaveLength(4)
  })

  it('also where words that people read are missing', () => {
    const { problems, warnings } = problemsWith(
      ['summary: Made for a test.\n', ''],
      ['        ask: Is it so?\n', ''],
      [', says: It is.}', '}'],
      ...KEYS,
    )
    expect(problems.map((problem) => problem.replace(/^\d+: /, ''))).toEqual([
      '"summary" is missing.',
      KEY_PROBLEMS[0],
      '"ask" is missing in stages[1].questions[3].',
      '"says" is missing in stages[1].questions[3].options[1].',
      KEY_PROBLEMS[1],
    ])
    expect(warnings).toEqual([])
  })

  it('and where one keeps the rest from being understood, that is said', () => {
    const { problems, warnings } = problemsWith(['        form: choice\n', ''], ...KEYS)
    expect(problems).toEqual(['16: "form" is missing in stages[1].questions[1].'])
    expect(warnings).toEqual([
      '16: Keys, names and expressions of the file are not checked yet: what is wrong here keeps it from being understood.',
    ])
  })

  it('and an id that is none is named with one that is', () => {
    const checked = checkFile(RULED.replace('id: test\n', 'id: My_Test\n'))
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      {
        line: 2,
        message:
          '"My_Test" is no id: ids begin with a small letter and have 2 to 60 small letters, digits and hyphens.',
        fix: 'Write my-test.',
      },
    ])
  })
})

describe('items within a document', () => {
  const within = (each: string, more = '') =>
    problemsOf(PLAIN.replace('record:\n', `record:\n  each: ${each}\n${more}`))

  it('are led to by *, whose keys have names', () => {
    expect(within('{at: "/*/items/*", keys: [system, place], skip: [summary]}')).toEqual([])
    expect(within('{at: /data}')).toEqual([
      expect.stringContaining(
        'This leads to one value, and each of its entries is an item. Write * behind it: /data/*.',
      ),
    ])
    expect(within('{at: /data/*, keys: [a, b]}')).toEqual([expect.stringContaining('There are 2 names for one *.')])
    expect(within('{at: "/*/*", keys: [a, a]}')).toEqual([expect.stringContaining('There is another key called "a".')])
    expect(within('{at: /data/*, skip: ["*"]}')).toEqual([expect.stringContaining('Nothing would be left.')])
  })

  it('are not written into their keys, nor into what is kept of their places', () => {
    const keys = '{at: "/*/*", keys: [label, place]}'
    const problemsWith = (from: string, to: string) => {
      expect(PLAIN).toContain(from)
      return problemsOf(PLAIN.replace('record:\n', `record:\n  each: ${keys}\n`).replace(from, to))
    }
    const key = expect.stringContaining('/label is a key of the document, which stays as it is whatever is answered.')
    expect(problemsWith('  hidden: {model: /model}', '  hidden: {model: /label}')).toEqual([])
    expect(problemsWith('  hidden:', '  gold: {usable: /label}\n  hidden:')).toEqual([key])
    expect(problemsWith('  hidden:', '  gold: {usable: /label/0}\n  hidden:')).toHaveLength(1)
    expect(problemsWith('id: usable', 'id: place')[0]).toContain('/place is a key of the document')
    expect(problemsWith('each: /facts', 'each: /label')).toEqual([key])
    const reserved = expect.stringContaining('"@each" is where the place of a record in its document is kept.')
    expect(problemsWith('  hidden:', '  gold: {usable: "/@each/line"}\n  hidden:')).toEqual([reserved])
    expect(problemsWith('{text: /text,', '{text: "/@each/path/0",')).toEqual([reserved])
    expect(problemsWith('{text: /text,', '{text: "/*",')[0]).toContain(
      'A record has its keys and its place beside its own fields. Name the field, such as /text.',
    )
  })

  it('are neither rows nor cells', () => {
    expect(within('{at: /data/*}', '  csv: true\n')).toEqual([
      expect.stringContaining('A CSV file holds no JSON document.'),
    ])
    const both = PLAIN.replace('record:\n', 'record:\n  each: {at: /data/*}\n  group: {by: [/doc], as: facts}\n')
    expect(problemsOf(both.replace('each: /facts, text: text', 'each: /facts, text: words'))).toEqual([
      expect.stringContaining('"each" and "group" do not go together.'),
    ])
  })
})
