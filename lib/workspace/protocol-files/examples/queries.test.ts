import { expect, test } from 'vitest'
import { listExamples, PLAIN, readExample } from './queries'

test('the plainest example comes first, and each says whose shape it has and what lies beside it', async () => {
  const examples = await listExamples()
  expect(examples[0]).toEqual({
    name: PLAIN,
    title: 'My own labels on a response',
    summary: expect.stringMatching(/^Say of every response/),
    paper: null,
    records: 10,
    licence: null,
  })
  const named = new Map(examples.map((example) => [example.name, example]))
  expect(named.get('unsupported-spans')).toMatchObject({
    paper: 'Niu et al. 2024, RAGTruth',
    records: 10,
    licence: 'MIT License, Copyright (c) 2023 Particle Media',
  })
  expect(named.get('summary-sentences')).toMatchObject({ records: null, licence: null })
  expect(named.get('rated-answers')?.title).toBe('Answers rated')
})

test('each can be begun with, and brings the records that its tests name', async () => {
  for (const { name, licence } of await listExamples()) {
    const example = await readExample(name)
    expect(example?.source, name).toContain(`id: ${name}`)
    // A licence lies beside published records only.
    if (licence) expect(example?.files, name).toHaveLength(1)
  }
})
