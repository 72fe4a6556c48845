import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkFile } from './check/check-file'
import { compileProtocol } from './compile/compile-protocol'
import { runTests } from './run-tests'
import { forms, protocolFileSchema } from './vocabulary'

const page = readFileSync('docs/protocol-files.md', 'utf8')
const FURTHER = 'docs/protocol-files'
const furtherPages = readdirSync(FURTHER).map((name) => readFileSync(path.join(FURTHER, name), 'utf8'))

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

const examplesIn = (text: string) => [...text.matchAll(/```yaml\n([^`]+)```/g)].map(([, source = '']) => source)
const examples = [page, ...furtherPages].flatMap(examplesIn)

it.each(examples.map((source) => [/^id: (.+)$/m.exec(source)?.[1], source]))(
  'has an example that holds: %s',
  async (_, source = '') => {
    const checked = checkFile(source)
    expect(checked).toMatchObject({ ok: true })
    if (!checked.ok) return
    const { definition } = checked
    expect(await runTests(definition, compileProtocol(definition), async () => null)).toEqual({
      problems: [],
      warnings: [],
    })
  },
)

it('has three examples on the first page, before its vocabulary, and more on further pages', () => {
  expect(examplesIn(page.slice(0, page.indexOf('## Words')))).toHaveLength(3)
  expect(examplesIn(page)).toHaveLength(3)
  expect(examples.length).toBeGreaterThan(3)
})

it('links to pages and headings that are there', () => {
  const headings = new Set([...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => slugOf(title)))
  for (const [, target = ''] of page.matchAll(/\]\(([^)\s]+)\)/g))
    if (target.startsWith('#')) expect(headings).toContain(target.slice(1))
    else if (!target.startsWith('https://')) expect(existsSync(path.join('docs', target)), target).toBe(true)
})

/** The name that GitHub gives to a heading within its page. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
