import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkFile } from './check-file'

const FILE = `assay: protocol/1
id: facts
version: 1
title: Facts
summary: Made for a test.
record:
  content: {text: /text, page: /page}
  hidden: {model: /model}
show:
  - {title: Text, text: text}
  - {title: Page, text: page}
units:
  - {id: sentence, from: splitter, text: text}
  - {id: fact, from: annotators}
  - {id: doubt, from: annotators, of: fact}
  - {id: source, from: annotators, of: fact}
stages:
  - id: list
    questions:
      - {id: facts, ask: Which?, form: list, of: fact}
      - {id: wording, on: fact, ask: What?, form: text}
      - {id: support, on: fact, ask: Is it so?, form: flag, key: y}
      - {id: doubts, on: fact, ask: Which doubts?, form: list, of: doubt}
      - {id: doubtText, on: doubt, ask: What?, form: text}
      - {id: sources, on: fact, ask: What says so?, form: list, of: source, required: false, evidence: {url: address, query: searched}}
      - {id: sourceText, on: source, ask: What does it say?, form: text}
      - {id: address, on: source, ask: Where?, form: text}
      - {id: searched, on: source, ask: What was searched for?, form: text}
      - {id: clear, on: sentence, ask: Is it clear?, form: flag, key: r}
      - {id: errors, ask: What is wrong?, form: span, in: page}
  - id: judge
    questions:
      - {id: verdict, ask: Is it right?, form: choice, options: [{value: right, says: Yes.}, {value: wrong, says: No.}]}
      - {id: taste, ask: Do you like it?, form: flag, key: o, settle: aside}
      - {id: pages, ask: Where does it stand?, form: links}
      - {id: seen, ask: What did you read?, form: links, settle: aside}
      - {id: shown, on: sentence, ask: Where does it stand?, form: links}
guidelines: One statement each.
prefill:
`
const FIRST = FILE.split('\n').length

/** Every problem of a file with these steps: line within them, message and way out. */
function problemsOf(steps: string): string[] {
  const checked = checkFile(FILE + steps)
  return checked.ok
    ? []
    : checked.problems.map(({ line, column, message, fix }) => `${line - FIRST + 1}:${column} ${message} ${fix}`)
}

it('takes steps that answer what they can answer', () => {
  expect(
    problemsOf(`  - {id: facts, list: facts, quoted: text, answers: [support], temperature: 0.2}
  - {id: errors, list: errors, user: "{{page}} {{units}}"}
  - {id: clear, judge: [clear], rules: check-worthiness, values: {fact: true, opinion: false}}
  - id: verdict
    title: {en: Verdict}
    says: Judges the whole.
    judge: [verdict]
    samples: 5
    system: You judge by {{guidelines}}.
    user: "{{item}} {{text}} {{question}} {{values}}"
  - {id: pages, links: pages, text: text}
  - {id: shown, links: shown}
`),
  ).toEqual([])
})

describe('a step is refused', () => {
  it.each([
    ['that does nothing', '  - {id: a}\n', '1:5 The step does nothing. Write judge:'],
    [
      'that does two things',
      '  - {id: a, judge: [clear], list: facts}\n',
      '1:29 A step does one thing, and this has "judge" and "list".',
    ],
    [
      'for a question that there is not',
      '  - {id: a, judge: [verdct]}\n',
      '1:21 There is no question "verdct". Did you mean "verdict"?',
    ],
    [
      'for a question that it cannot answer',
      '  - {id: a, judge: [facts]}\n',
      '1:21 A judge chooses among values, and "facts" is of the form list. Write a step of its own for it: list: facts.',
    ],
    [
      'for written words',
      '  - {id: a, list: verdict}\n',
      '1:19 Entries and spans are proposed for questions of the form list or span, and "verdict" is of the form choice. Write judge: [verdict].',
    ],
    [
      'for everybody’s own words',
      '  - {id: a, judge: [taste]}\n',
      `1:21 "taste" takes everybody's own words, which are not proposed.`,
    ],
    [
      'about what the same stage lists',
      '  - {id: a, judge: [support]}\n',
      '1:21 "support" is asked about what annotators list in the same stage.',
    ],
    ['for a list within a list', '  - {id: a, list: doubts}\n', '1:19 "doubts" is a list within a list.'],
    ['without evidence to look for', '  - {id: a, evidence: facts}\n', '1:23 "facts" is no list with "evidence".'],
    [
      'that judges links',
      '  - {id: a, judge: [pages]}\n',
      '1:21 A judge chooses among values, and "pages" is of the form links. Write a step of its own for it: links: pages.',
    ],
    [
      'with links to what is no question of links',
      '  - {id: a, links: verdict, text: text}\n',
      '1:20 Pages are proposed for questions of the form links, and "verdict" is of the form choice. Write judge: [verdict].',
    ],
    [
      'with links that everybody keeps',
      '  - {id: a, links: seen, text: text}\n',
      `1:20 "seen" takes everybody's own words, which are not proposed. Take it out.`,
    ],
    [
      'with links about the item and nothing to search for',
      '  - {id: a, links: pages}\n',
      '1:13 Which text of the item is searched for? Add text: and the name of its content.',
    ],
    [
      'that searches for what is hidden',
      '  - {id: a, links: pages, text: model}\n',
      '1:33 "model" is hidden: no model is given it, as it may say what is to be found.',
    ],
    [
      'with links and a prompt',
      '  - {id: a, links: shown, system: Search.}\n',
      '1:27 "system" does not go with a step that looks for links. Take it out.',
    ],
    [
      'over two stages',
      '  - {id: a, judge: [verdict, clear]}\n',
      '1:30 "clear" is asked in the stage "list", and "verdict" in "judge".',
    ],
    [
      'with the id of another',
      '  - {id: a, list: facts}\n  - {id: a, judge: [verdict]}\n',
      '2:10 There is another step called "a".',
    ],
    [
      'for what another answers',
      '  - {id: a, judge: [verdict]}\n  - {id: b, judge: [verdict]}\n',
      '2:21 The step "a" answers "verdict" already.',
    ],
    [
      'with words of another',
      '  - {id: a, list: facts, samples: 3}\n',
      '1:26 "samples" does not go with a step that lists entries.',
    ],
    [
      'with answers about something else',
      '  - {id: a, list: facts, answers: [verdict]}\n',
      '1:36 "verdict" is no question about "fact" that is answered along with an entry: by choosing, by marking words, or by a list.',
    ],
    [
      'with quotations from searches among its answers',
      '  - {id: a, list: facts, answers: [support, sources]}\n',
      '1:45 "sources" is a list with "evidence", whose quotations are not proposed along with an entry. Take it out: it is left to people.',
    ],
    [
      'with an unknown word',
      '  - {id: a, list: facts, promt: x}\n',
      '1:26 "promt" is not a word of the language here.',
    ],
    [
      'with too many samples',
      '  - {id: a, judge: [verdict], samples: 26}\n',
      '1:40 prefill[1].samples is too large: at most 25.',
    ],
  ])('%s', (_, steps, problem) => {
    const [first = ''] = problemsOf(steps)
    expect(first.startsWith(problem) ? problem : first).toBe(problem)
  })

  it('where it is neither a list nor none', () => {
    expect(checkFile(FILE.replace('prefill:\n', 'prefill: nothing\n'))).toMatchObject({
      problems: [{ line: FIRST - 1, column: 10, message: expect.stringContaining('Write none, or a list') }],
    })
    expect(checkFile(FILE.replace('prefill:\n', 'prefill: none\n'))).toMatchObject({
      ok: true,
      definition: { prefill: [] },
    })
  })
})

describe('a prompt is refused', () => {
  const judge = (user: string) => `  - id: a\n    judge: [verdict]\n    user: ${JSON.stringify(user)}\n`
  const whole = '{{question}} {{values}} '
  it.each([
    ['that asks for what there is not', judge(`${whole}{{respons}}`), '3:11 Nothing fills in {{respons}}. Known here:'],
    [
      'that asks for a unit by its kind',
      judge(`${whole}{{unit}}`),
      '3:11 Nothing fills in {{unit}}. Did you mean "units"?',
    ],
    ['that asks for what is hidden', judge(`${whole}{{model}}`), '3:11 {{model}} is hidden: no model is given it'],
    [
      'that does not say what is asked',
      judge('{{item}}'),
      '3:5 The model would not see what it is asked: {{question}} and {{values}} are missing.',
    ],
    [
      'with braces that name nothing',
      judge(`${whole}{{ not a name }}`),
      '3:11 Two braces that name nothing stand here.',
    ],
    [
      'with the brackets of what is filled in',
      judge(`${whole}⟦item⟧`),
      '3:11 The brackets ⟦ and ⟧ stand around what is filled in.',
    ],
    ['without words', judge(' '), '3:11 prefill[1].user: A prompt has words.'],
    [
      'that is too long',
      judge(`${whole}${'x'.repeat(10_000)}`),
      '3:11 prefill[1].user is too long: at most 10000 characters.',
    ],
    [
      'about units without them',
      '  - {id: a, judge: [clear], user: "{{question}} {{values}}"}\n',
      '1:29 The model would not see what it is asked: {{units}} is missing.',
    ],
    [
      'of a list that shows nothing of the item',
      '  - {id: a, list: facts, user: "{{question}} {{guidelines}}"}\n',
      '1:26 The model would not see the item.',
    ],
    [
      'that asks for values where none are chosen',
      '  - {id: a, list: facts, user: "{{values}} {{item}}"}\n',
      '1:32 {{values}} is empty in this step',
    ],
    [
      'of two where there is one',
      '  - {id: a, judge: [verdict], quotes: {system: x}}\n',
      '1:31 "quotes" does not go with a step that judges.',
    ],
  ])('%s', (_, steps, problem) => {
    const [first = ''] = problemsOf(steps)
    expect(first.startsWith(problem) ? problem : first).toBe(problem)
  })
})

describe('questions that are judged together', () => {
  const TWO = FILE.replace(
    'form: span, in: page}',
    `form: span, in: page}
      - {id: rude, ask: Is it rude?, form: flag, key: b}
      - {id: whole, ask: Is it whole?, form: flag, key: h}
      - {id: proofs, ask: What shows it?, form: list, of: proof, required: false, evidence: {url: place, query: sought}}
      - {id: proofText, on: proof, ask: What does it say?, form: text}
      - {id: place, on: proof, ask: Where?, form: text}
      - {id: sought, on: proof, ask: What was searched for?, form: text}`,
  ).replace('{id: fact, from: annotators}', '{id: fact, from: annotators}\n  - {id: proof, from: annotators}')
  const searching = (part: 'queries' | 'quotes') =>
    `  - {id: proof, evidence: proofs, ${part}: {system: Look for it.}}\n`
  const problems = (steps: string, source = TWO) => {
    const checked = checkFile(source + steps)
    return checked.ok ? [] : checked.problems.map(({ message, fix }) => `${message} ${fix}`)
  }
  const step = (more: string) => `  - {id: checks, judge: [rude, whole], together: true, ${more}}\n`

  it('are named by their ids or put in, and rules answer one of them', () => {
    const ruled = 'rules: whole-text, text: text, answers: [whole], values: {whole: true, cut_off: false}'
    expect(problems(step('user: "{{item}} {{question}}"'))).toEqual([])
    expect(
      problems(step(`promptName: response, system: "rude: it insults. whole: it ends.", user: "{{text}}", ${ruled}`)),
    ).toEqual([])
  })

  it.each([
    [
      'without what is asked',
      step('system: "rude: it insults.", user: "{{text}}"'),
      'The model would not see what it is asked: {{question}} is missing. Put it where the model is to read it, or name every question there by its id.',
    ],
    [
      'about units that it does not show, and without what is asked',
      '  - {id: a, judge: [clear], together: true, user: "{{item}}"}\n',
      'The model would not see what it is asked: {{units}} and {{question}} are missing. Put them where the model is to read them; in the place of {{question}}, every question can be named there by its id.',
    ],
    [
      'about units that it does not show',
      '  - {id: a, judge: [clear], together: true, user: "{{item}} {{question}}"}\n',
      'The model would not see what it is asked: {{units}} is missing. Put it where the model is to read it.',
    ],
    [
      'where only the name of a content is that of a question',
      step('system: "whole: it ends.", user: "{{item}} {{rude}}"')
        .replaceAll('rude', 'text')
        .replace('judge: [text', 'judge: [rude'),
      'The model would not see what it is asked: {{question}} is missing.',
    ],
    [
      'with values of their own',
      step('user: "{{question}} {{values}}"'),
      '{{values}} is empty in this step. Take {{values}} out:',
    ],
    [
      'about several kinds of unit',
      '  - {id: a, judge: [rude, clear], together: true}\n',
      'What is judged together is about one kind of unit, and "clear" is about another than "rude". Make a step for each kind.',
    ],
    [
      'by another step',
      '  - {id: a, list: facts, together: true}\n',
      '"together" does not go with a step that lists entries.',
    ],
    [
      'by rules that do not say which',
      step('rules: whole-text, text: text, values: {whole: true}'),
      'These rules answer one question. Name it: answers: [rude]',
    ],
    [
      'by rules about a text that is not named',
      step('rules: whole-text, answers: [whole], values: {whole: true}'),
      'Which text of the item is looked at?',
    ],
    ['with answers that no rules give', step('answers: [whole]'), '"answers" goes with "rules".'],
    [
      'with a name of a prompt that there is not',
      step('promptName: other'),
      'The step asks with the standard prompt, which has a name.',
    ],
    [
      'with the name of another prompt',
      `${step('promptName: facts, user: "{{question}}"')}  - {id: facts, list: facts}\n`,
      'The step "facts" has a prompt or an id of this name.',
    ],
    ...['judge', 'judge-together', 'words', 'cut'].map((name): [string, string, string] => [
      `with the name of the standard prompt ${name}`,
      step(`promptName: ${name}, user: "{{question}}"`),
      'A standard prompt has this name. Choose another name.',
    ]),
    ...(['queries', 'quotes'] as const).map((part): [string, string, string] => [
      `with the name of the ${part} of a search`,
      `${step(`promptName: proof-${part}, user: "{{question}}"`)}${searching(part)}`,
      'The step "proof" has a prompt or an id of this name.',
    ]),
  ])('are refused %s', (_, steps, problem) => {
    const [first = ''] = problems(steps)
    expect(first.startsWith(problem) ? problem : first).toBe(problem)
  })

  it('may have the name that a prompt of a search would have if it were the file’s own', () => {
    expect(problems(`${step('promptName: proof-quotes, user: "{{question}}"')}${searching('queries')}`)).toEqual([])
  })

  it.each([
    ['that the step does not judge', '[clear, whole]', 'clear', 'The step does not judge "clear". Known here: rude'],
    ['that are misspelt', '[whol]', 'whol', 'The step does not judge "whol". Did you mean "whole"?'],
    ['besides the first', '[whole, rude]', 'rude', 'These rules answer one question. Take it out: answers: [whole].'],
    ['that are named twice', '[whole, whole]', 'whole', 'These rules answer one question.'],
  ])('are refused where rules answer questions %s, where these stand', (_, answers, name, problem) => {
    const ruled = `rules: whole-text, text: text, values: {whole: true}, answers: ${answers}`
    const source = TWO + step(ruled)
    const checked = checkFile(source)
    const [first, ...others] = checked.ok ? [] : checked.problems
    expect(others).toEqual([])
    expect(`${first?.message} ${first?.fix}`).toContain(problem)
    const line = source.split('\n')[(first?.line ?? 0) - 1] ?? ''
    expect(line).toContain('answers: ')
    const named = answers.lastIndexOf(name)
    expect((first?.column ?? 0) - 1).toBe(line.indexOf(answers) + named)
  })

  it('are refused under the name of the reason', () => {
    const source = TWO.replace('{id: rude,', '{id: reason,')
    expect(problems('  - {id: a, judge: [reason, whole], together: true}\n', source)[0]).toContain(
      '"reason" is what an answer has besides the questions',
    )
  })
})

describe('a step that cuts a text', () => {
  it('is taken before all others, with the text by its name or as what is cut', () => {
    for (const user of ['{{text}}', '{{content.text}}', '{{units}}, of {{item}}'])
      expect(
        problemsOf(
          `  - {id: cut, cut: sentence, system: Divide it., user: "${user}"}\n  - {id: b, judge: [verdict]}\n`,
        ),
      ).toEqual([])
  })

  it.each([
    ['of a unit that is listed', '  - {id: a, cut: fact}\n', '1:18 "fact" is no kind of unit that is cut from a text.'],
    [
      'behind another',
      '  - {id: a, judge: [verdict]}\n  - {id: b, cut: sentence}\n',
      '2:18 What is proposed before the text is cut would be about other units. Put the step before all others.',
    ],
    [
      'where another cuts it',
      '  - {id: a, cut: sentence}\n  - {id: b, cut: sentence}\n',
      '2:18 Another step cuts the text already. Take the step out.',
    ],
    [
      'without the text',
      '  - {id: a, cut: sentence, user: "{{item}}"}\n',
      '1:28 The model would not see the text. Put {{units}}',
    ],
    [
      'with a question',
      '  - {id: a, cut: sentence, user: "{{units}} {{question}}"}\n',
      '1:34 {{question}} is empty in this step. Take {{question}} out: a step that cuts a text asks nothing.',
    ],
    [
      'with words of another',
      '  - {id: a, cut: sentence, temperature: 1}\n',
      '1:28 "temperature" does not go with a step that cuts a text.',
    ],
  ])('is refused %s', (_, steps, problem) => {
    const [first = ''] = problemsOf(steps)
    expect(first.startsWith(problem) ? problem : first).toBe(problem)
  })

  it('does not take the content of a name that is empty there', () => {
    const source = FILE.replace('page: /page}', 'page: /page, question: /question}')
    const cutting = (user: string) => {
      const checked = checkFile(`${source}  - {id: a, cut: sentence, user: "${user}"}\n`)
      return checked.ok ? [] : checked.problems.map(({ message, fix }) => `${message} ${fix}`)
    }
    expect(cutting('{{units}} {{question}}')).toEqual([
      '{{question}} is empty in this step. Write {{content.question}} for the content of this name.',
    ])
    expect(cutting('{{units}} {{content.question}}')).toEqual([])
  })

  it('is refused where the first stage does not show what is cut', () => {
    const cut = '  - {id: a, cut: sentence}\n'
    const hidden = FILE.replace('  - id: list\n', '  - id: list\n    units: [fact, doubt, source]\n').replace(
      /.*id: clear.*\n/,
      '',
    )
    const checked = checkFile(hidden + cut)
    expect(checked.ok ? [] : checked.problems.map(({ message }) => message)).toEqual([
      'Texts are cut for the first stage, and "list" does not show "sentence".',
    ])
  })
})

it('refuses queries about nothing of the item', () => {
  const source = readFileSync('docs/examples/protocols/claim-evidence.yaml', 'utf8')
  const asking = (user: string) => checkFile(source.replace(/The claim:\n.*\n\n.*\n.*\{\{date\}\}/, user))
  expect(asking('{{question}}')).toMatchObject({ problems: [{ message: 'The model would not see the item.' }] })
  for (const name of ['item', 'units', 'claim', 'content.claim']) expect(asking(`{{${name}}}`).ok).toBe(true)
})

describe('content that has the name of something else in prompts', () => {
  const named = (user: string) => {
    const source = FILE.replace('page: /page}', 'page: /page, question: /question}')
    const checked = checkFile(`${source}  - id: a\n    judge: [verdict]\n    user: ${JSON.stringify(user)}\n`)
    return checked.ok
      ? []
      : checked.problems.map(({ line, column, message, fix }) => [line - FIRST, column, message, fix])
  }

  it('is refused by its bare name, which would leave it out', () => {
    expect(named('{{question}} {{text}} {{values}}')).toEqual([
      [
        2,
        11,
        '{{question}} is not the content "question" here, which the model would not see: the name has a meaning of its own in prompts.',
        'Write {{content.question}} for the content, beside {{question}} or in its place.',
      ],
    ])
  })

  it('has a name of its own, and is part of the item', () => {
    expect(named('{{content.question}} {{content.text}} {{question}} {{values}}')).toEqual([])
    expect(named('{{item}} {{question}} {{values}}')).toEqual([])
    expect(named('{{content.quest}} {{item}} {{question}} {{values}}')[0]?.[2]).toBe(
      'Nothing fills in {{content.quest}}.',
    )
    expect(named('{{content.model}} {{item}} {{question}} {{values}}')[0]?.[2]).toContain('is hidden')
  })
})

describe('rules are refused', () => {
  it.each([
    [
      'that list, of a judge',
      '  - {id: a, judge: [verdict], rules: sentence-claims}\n',
      '1:38 The rules sentence-claims list entries.',
    ],
    ['that judge, of a list', '  - {id: a, list: facts, rules: stance}\n', '1:33 The rules stance choose an answer.'],
    [
      'without answers',
      '  - {id: a, judge: [verdict], rules: check-worthiness}\n',
      '1:31 Which answer is given for what the rules say? Add values: {fact: ...,',
    ],
    [
      'with an answer that nobody can give',
      '  - {id: a, judge: [verdict], rules: check-worthiness, values: {fact: rite}}\n',
      '1:71 Nobody can choose "rite" for "verdict".',
    ],
    [
      'with what they never say',
      '  - {id: a, judge: [verdict], rules: check-worthiness, values: {facts: right}}\n',
      '1:65 The rules check-worthiness never say "facts". Did you mean "fact"?',
    ],
    [
      'without a claim',
      '  - {id: a, judge: [verdict], rules: stance, values: {supports: right}}\n',
      '1:31 Which claim is the stance about?',
    ],
    [
      'with a claim that is hidden',
      '  - {id: a, judge: [verdict], rules: stance, claim: model, values: {supports: right}}\n',
      '1:53 "model" is hidden',
    ],
    [
      'for entries that are quotations',
      '  - {id: a, list: facts, rules: sentence-claims, quoted: text}\n',
      '1:50 The rules word claims anew',
    ],
  ])('%s', (_, steps, problem) => {
    const [first = ''] = problemsOf(steps)
    expect(first.startsWith(problem) ? problem : first).toBe(problem)
  })
})
