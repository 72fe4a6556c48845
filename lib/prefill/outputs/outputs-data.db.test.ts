/** The machine outputs at hand become runs on the published records at hand. Needs ASSAY_DATA_DIR; skipped without. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { applyImport } from '@/lib/imports/apply-import'
import { checkImport } from '@/lib/imports/check-import'
import { startImport } from '@/lib/imports/start-import'
import { uploadImport } from '@/lib/imports/upload-import'
import { prisma } from '@/lib/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { felmRecords } from '@/tests/felm-records'
import { importOutputs } from './import-outputs'

const directory = process.env.ASSAY_DATA_DIR
const folder = (name: string) => path.join(directory ?? '', name)
const filesIn = (name: string) => (directory ? readdirSync(folder(name)).filter((file) => file.endsWith('.jsonl')) : [])
const idle = new AbortController().signal
const normal = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A project with all published records as gold. */
async function publishedProject() {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  for (const name of filesIn('felm')) {
    const body = new Response(readFileSync(folder(`felm/${name}`))).body
    const { id } = await uploadImport(manager, project.id, { name, body })
    await checkImport(id, idle)
    await startImport(manager, id, { labels: 'gold', independent: false, open: true })
    await applyImport(id, idle)
  }
  return { project, manager }
}

/** Every text that a file of outputs speaks about, with the verdict of each of its models. */
function verdictsIn(file: string): { text: string; said: Record<string, boolean> }[] {
  const lines = readFileSync(folder(`prefill/${file}`), 'utf8')
    .split('\n')
    .filter(Boolean)
  return lines.flatMap((line) => {
    const record = JSON.parse(line)
    if ('claims_info' in record)
      return Object.values<{ claim: string; label: number }>(record.claims_info)
        .filter(({ label }) => label === 0 || label === 1)
        .map(({ claim, label }) => ({ text: claim, said: { factool: label === 1 } }))
    if ('is_supported' in record) return [{ text: record.claim, said: { perplexity: record.is_supported } }]
    const { pplx, factool, factscore, langchain } = record
    const said = Object.entries({ pplx, factool, factscore, langchain }).filter(
      ([, label]) => typeof label === 'boolean',
    )
    return [{ text: record.text, said: Object.fromEntries(said) }]
  })
}

describe.skipIf(filesIn('prefill').length === 0)('machine outputs (skipped without ASSAY_DATA_DIR)', () => {
  test('become runs with a suggestion for every segment that is there, and name their model and file', async () => {
    const { project, manager } = await publishedProject()
    const texts = new Set(
      felmRecords(directory).flatMap(({ segmented_response }) =>
        segmented_response.map((text: string) => normal(text)),
      ),
    )
    for (const name of filesIn('prefill')) {
      const bytes = readFileSync(folder(`prefill/${name}`))
      const upload = () => importOutputs(manager, project.id, { name, body: new Response(bytes).body })
      const result = await upload()
      expect(result.problems).toEqual([])
      const expected = verdictsIn(name).flatMap(({ text, said }) =>
        texts.has(normal(text))
          ? Object.entries(said).map(([model, label]) => `${model} ${label} ${normal(text)}`)
          : [],
      )
      expect(result.matched).toBe(expected.length)
      const runIds = result.runs.map(({ id }) => id)
      const suggestions = await prisma().suggestion.findMany({
        where: { runId: { in: runIds } },
        select: { model: true, value: true, source: true, unit: { select: { text: true } } },
      })
      expect(suggestions.map(({ model, value, unit }) => `${model} ${value} ${normal(unit.text)}`).sort()).toEqual(
        expected.sort(),
      )
      expect(new Set(suggestions.map(({ source }) => source))).toEqual(new Set([name]))
      const items = await prisma().runItem.findMany({ where: { runId: { in: runIds } }, select: { suggestions: true } })
      expect(items.reduce((sum, item) => sum + item.suggestions, 0)).toBe(suggestions.length)
      const again = await upload()
      expect([again.runs, again.known.length]).toEqual([[], result.runs.length])
    }
  }, 120_000)
})

test('a faulty file is refused by line and field, and nothing is written', async () => {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const good = { source: 'x', id: 1, claim: 'It is long.', pplxai_response: 'Yes.', is_supported: true }
  const lines = [good, { ...good, is_supported: 'yes' }, { claims_info: {}, prompt: 'x', response: 'y' }]
  const file = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`
  const result = await importOutputs(manager, project.id, { name: 'faults.jsonl', body: new Response(file).body })
  expect(result.problems.map(({ line, field }) => [line, field])).toEqual([
    [2, 'is_supported'],
    [3, ''],
    [4, ''],
  ])
  expect(await prisma().run.count({ where: { projectId: project.id } })).toBe(0)
})
