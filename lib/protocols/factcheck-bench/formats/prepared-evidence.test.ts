import { expect, it } from 'vitest'
import { contentOf } from '@/lib/protocols/factcheck-bench/content'
import { readScreen1 } from './screen1'

const record = {
  prompt: 'Which moon is the largest?',
  response: 'Ganymede is the largest. It goes round Jupiter.',
  sentences: ['Ganymede is the largest.', 'It goes round Jupiter.'],
  'atomic claims': [['Ganymede is the largest moon.'], ['Ganymede goes round Jupiter. ']],
}
const passage = {
  quote: 'No moon is larger than Ganymede.',
  url: 'https://sky.example/ganymede',
  query: 'largest moon',
}

it('keeps the passages with the claim they were found for', () => {
  const result = readScreen1({ ...record, evidence: [[[passage]], [[{ quote: 'It orbits Jupiter.' }]]] })
  expect(result.ok && contentOf(result.record.content).evidence).toEqual([
    { sentence: 's1', claim: 'Ganymede is the largest moon.', passages: [passage] },
    {
      sentence: 's2',
      claim: 'Ganymede goes round Jupiter.',
      passages: [{ quote: 'It orbits Jupiter.', url: null, query: null }],
    },
  ])
})

it.each([
  ['no list', 'evidence', 'none'],
  ['a passage without a quote', 'evidence[0][0][0].quote', [[[{ url: passage.url }]], [[]]]],
  ['an address that is none', 'evidence[0][0][0].url', [[[{ ...passage, url: 'ganymede' }]], [[]]]],
  ['an address of another kind', 'evidence[0][0][0].url', [[[{ ...passage, url: 'javascript:alert(1)' }]], [[]]]],
  ['fewer lists than claims', 'evidence', [[[passage]]]],
])('names the place of %s', (_, field, evidence) => {
  const result = readScreen1({ ...record, evidence })
  expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toEqual([field])
})
