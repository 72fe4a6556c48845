import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'
import { forms, protocolFileSchema } from './vocabulary'

const page = readFileSync('docs/protocol-files.md', 'utf8')

/** Every word that some part of a file may have. */
function wordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(wordsIn)]
}

it('names every word and every form of the language', () => {
  const words = [...wordsIn(protocolFileSchema()), ...forms]
  expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(page))).toEqual([])
  expect(words.length).toBeGreaterThan(60)
})

const examples = [...page.matchAll(/```yaml\n([^`]+)```/g)].map(([, source = '']) => source)

it.each(examples.map((source) => [/^id: (.+)$/m.exec(source)?.[1], source]))(
  'has an example that holds: %s',
  async (_, source = '') => {
    const checked = checkFile(source)
    expect(checked).toMatchObject({ ok: true })
    if (checked.ok)
      expect(await runTests(checked.definition, compileProtocol(checked.definition), async () => null)).toEqual([])
  },
)

it('has three examples', () => {
  expect(examples).toHaveLength(3)
})
