import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { downloadExample, listExamples, PLAIN, readExample } from './queries'

test('the plainest example comes first, and each says whose shape it has and what lies beside it', async () => {
  const examples = await listExamples()
  expect(examples[0]).toEqual({
    name: PLAIN,
    title: 'My own labels on a response',
    summary: expect.stringMatching(/^Say of every response/),
    paper: null,
    records: 10,
    licence: null,
    files: ['my-labels.yaml', 'my-labels.jsonl'],
  })
  const named = new Map(examples.map((example) => [example.name, example]))
  expect(named.get('unsupported-spans')).toMatchObject({
    paper: 'Niu et al. 2024, RAGTruth',
    records: 10,
    licence: 'MIT License, Copyright (c) 2023 Particle Media',
    files: ['unsupported-spans.yaml', 'unsupported-spans.jsonl', 'source_info.jsonl', 'unsupported-spans.LICENSE'],
  })
  // Rows of a table that together are an item, and items within a document, are counted as items.
  expect(named.get('summary-sentences')).toMatchObject({ records: 10, licence: null })
  expect(named.get('answer-utility')).toMatchObject({ records: 10 })
  expect(named.get('rated-answers')?.title).toBe('Answers rated')
})

test('each can be begun with, and brings the records that its tests name', async () => {
  for (const { name } of await listExamples()) {
    const example = await readExample(name)
    expect(example?.source, name).toContain(`id: ${name}`)
    // A project can begin with each: with one file, or with the second files that its records need as well.
    const second = example?.source.match(/\bfile: [\w-]+\.jsonl/g) ?? []
    expect(example?.files, name).toHaveLength(1 + second.length)
  }
})

test('each of its files is downloaded as it is, and no other file of the server', async () => {
  for (const { name, files } of await listExamples())
    for (const file of files) {
      const answer = await downloadExample(name, file)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`)
      expect(await answer.text(), file).toBe(readFileSync(path.join('docs/examples/protocols', file), 'utf8'))
    }
  for (const file of ['../../protocol-files.md', 'rated-answers.yaml', ''])
    await expect(downloadExample(PLAIN, file), file).rejects.toMatchObject({ code: 'not_found' })
})
