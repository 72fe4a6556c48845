/** Published machine outputs become runs on the published records that they are about. */
import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { actorOf } from '@/tests/actors'
import { type DataFolder, felmFiles, filesIn, outputFiles, recordsIn, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { felmRecords } from '@/tests/felm-records'
import { importOutputs } from './import-outputs'

const idle = new AbortController().signal
const normal = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A project with all published records as gold. */
async function publishedProject(folder: DataFolder) {
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  for (const name of filesIn(folder, felmFiles)) {
    const { body } = new Response(textIn(folder, `felm/${name}`))
    const { id } = await uploadImport(manager, project.id, { name, body })
    await checkImport(id, idle)
    await startImport(manager, id, { labels: 'gold', independent: false, open: true })
    await applyImport(id, idle)
  }
  return { project, manager }
}

type Output =
  | { claims_info: Record<string, { claim: string; label: number }> }
  | { claim: string; is_supported: boolean }
  | { text: string; pplx: boolean; factool: boolean | null; factscore: boolean; langchain: boolean | null }

/** Every text that a file of outputs speaks about, with the verdict of each of its models. */
function verdictsIn(folder: DataFolder, file: string): { text: string; said: Record<string, boolean> }[] {
  return recordsIn<Output>(folder, `prefill/${file}`).flatMap((record) => {
    if ('claims_info' in record)
      return Object.values(record.claims_info)
        .filter(({ label }) => label === 0 || label === 1)
        .map(({ claim, label }) => ({ text: claim, said: { factool: label === 1 } }))
    if ('is_supported' in record) return [{ text: record.claim, said: { perplexity: record.is_supported } }]
    const { pplx, factool, factscore, langchain } = record
    const said = Object.entries({ pplx, factool, factscore, langchain }).flatMap(([model, label]) =>
      label === null ? [] : [[model, label] as const],
    )
    return [{ text: record.text, said: Object.fromEntries(said) }]
  })
}

describeData('machine outputs', { files: [outputFiles, felmFiles] }, (folder) => {
  test('become runs with a suggestion for every segment that is there, and name their model and file', async () => {
    const { project, manager } = await publishedProject(folder)
    const texts = new Set(
      felmRecords(folder).flatMap(({ segmented_response }) => segmented_response.map((text: string) => normal(text))),
    )
    for (const name of filesIn(folder, outputFiles)) {
      const text = textIn(folder, `prefill/${name}`)
      const upload = () => importOutputs(manager, project.id, { name, body: new Response(text).body })
      const result = await upload()
      expect(result.problems).toEqual([])
      const expected = verdictsIn(folder, name).flatMap(({ text, said }) =>
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
  })
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
