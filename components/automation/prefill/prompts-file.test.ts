import { expect, it } from 'vitest'
import { promptsFromJsonLines, promptsFromText } from './prompts-file'

it('takes one prompt a line', () => {
  expect(promptsFromText(' Who?\r\n\n Why? \n')).toEqual({
    prompts: [
      { prompt: 'Who?', externalId: null },
      { prompt: 'Why?', externalId: null },
    ],
    problems: [],
  })
})

it('takes JSON lines with an id or without, and says what is wrong by line', () => {
  const file = '\uFEFF{"prompt":"Who?","id":7}\n\n{"prompt":"Why?\\nReally?"}\n{"id":"x"}\nnonsense\n{"prompt":" "}\n'
  const read = promptsFromJsonLines(file)
  expect(read.prompts).toEqual([
    { prompt: 'Who?', externalId: '7' },
    { prompt: 'Why?\nReally?', externalId: null },
  ])
  expect(read.problems.map((problem) => problem.slice(0, 7))).toEqual(['Line 4:', 'Line 5:', 'Line 6:'])
})

it('refuses what is too much for one request', () => {
  expect(promptsFromText('x'.repeat(100_001)).problems).toEqual(['Prompt 1 is longer than 100,000 characters.'])
  expect(promptsFromText('a\n'.repeat(10_001)).problems[0]).toContain('more than 10,000 prompts')
  expect(promptsFromText(`${'é'.repeat(90_000)}\n`.repeat(6)).problems[0]).toContain('0.95 MB')
})
