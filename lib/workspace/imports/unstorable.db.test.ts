/** Records with NUL, halves of surrogate pairs, NaN and numbers of too many digits come in and go out as they were. */
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { getItem } from '@/lib/workspace/items/queries'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { makeAllGold } from '@/tests/make-all-gold'
import { normalJson, normalLines } from '@/tests/support/normal-json'
import { applyImport } from './apply-import'
import { checkImport } from './check-import'
import type { ImportOptions } from './contract'
import { getImport } from './queries'
import { startImport } from './start-import'
import { uploadImport } from './upload-import'

const idle = new AbortController().signal
const fixture = (name: string) => readFileSync(`tests/fixtures/unstorable/${name}`, 'utf8')

async function setting(protocolId: string, raters?: number) {
  const project = await makeProject({ protocolId, stage: raters === undefined ? {} : { raters } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const bring = async (text: string, options: Partial<ImportOptions> = {}) => {
    const { id } = await uploadImport(manager, project.id, { name: 'a file', body: new Response(text).body })
    await checkImport(id, idle)
    const checked = await getImport(manager, id)
    await startImport(manager, id, { labels: 'gold', independent: false, open: true, ...options })
    await applyImport(id, idle)
    return { checked, done: await prisma().import.findUniqueOrThrow({ where: { id } }) }
  }
  const take = async (key: string) => (await downloadExport(manager, project.id, key)).text()
  return { projectId: project.id, manager, bring, take }
}

test('Factcheck-Bench: read with a counted warning by line and field, out unchanged, native and other shapes too', async () => {
  const text = fixture('factcheck-bench.jsonl')
  const here = await setting('factcheck-bench')
  const { checked, done } = await here.bring(text)
  expect(done).toMatchObject({ state: 'done', newCount: 6 })
  const warnings = checked.problems.filter(({ message }) => message.includes('cannot be stored'))
  expect(warnings.map(({ line, field }) => [line, field]).slice(0, 2)).toEqual([
    [2, 'sentences.sentence1.auto_evidence[0][3]'],
    [2, 'sentences.sentence1.auto_evidence[0][7]'],
  ])
  expect(warnings[0]?.message).toContain('11 NUL characters')
  expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true)
  expect(normalLines(await here.take('benchmark'))).toEqual(normalLines(text))
  expect((await here.bring(text)).done).toMatchObject({ newCount: 0, duplicateCount: 6 })
  expect((await here.bring(await here.take('benchmark'))).done).toMatchObject({ newCount: 0, duplicateCount: 6 })

  const there = await setting('factcheck-bench')
  const native = await here.take('native')
  const escaped = native.split('\n').flatMap((line) => {
    return line === '' ? [] : [nativeRecordSchema.parse(JSON.parse(line)).item.escaped ?? false]
  })
  expect(escaped).toEqual([false, true, true, true, false, true])
  expect((await there.bring(native)).done).toMatchObject({ newCount: 6 })
  expect(normalLines(await there.take('benchmark'))).toEqual(normalLines(text))
  expect(await there.take('subtask3_claim_evidence_stance')).toBe(await here.take('subtask3_claim_evidence_stance'))
  expect(
    normalLines(await here.take('subtask3_claim_evidence_stance')).filter((line) => line.includes('\\u0000')),
  ).toHaveLength(6)
})

test('the item shows where they stood, beside the record as it was', async () => {
  const here = await setting('factcheck-bench')
  await here.bring(fixture('factcheck-bench.jsonl'))
  const { id } = await prisma().item.findFirstOrThrow({ where: { projectId: here.projectId, position: 6 } })
  const item = await getItem(here.manager, id)
  expect(item).toMatchObject({ escaped: true, title: 'When\u2400 was it lit?' })
  expect(item.parts.map((part) => part.text)).toContain('The lighthouse\u2400 was lit in 1888.\u2400')
  const lines = fixture('factcheck-bench.jsonl').split('\n')
  expect(normalJson(item.record ?? '')).toBe(normalJson(lines[5] ?? ''))
  expect(JSON.stringify(item)).not.toMatch(/[^\\]\\u0000/)
})

test('an item that has the sign itself is another than one that has the character', async () => {
  const here = await setting('felm')
  const record = (prompt: string) => JSON.stringify({ prompt, response: 'One. Two.' })
  const { done } = await here.bring(`${record('Why\0?')}\n${record('Why\u2400?')}\n`)
  expect(done).toMatchObject({ newCount: 2, duplicateCount: 0 })
})

test('FACTOR: NUL in cells of CSV comes and goes as it is', async () => {
  const text = fixture('factor.csv')
  const here = await setting('factor-validation')
  expect((await here.bring(text)).done).toMatchObject({ state: 'done', newCount: 2 })
  await makeAllGold(here.projectId)
  const out = await here.take('factor-csv')
  expect(parse(out)).toEqual(parse(text))
  expect((await here.bring(out)).done).toMatchObject({ newCount: 0, duplicateCount: 2 })
  const there = await setting('factor-validation')
  await there.bring(await here.take('factor-answers'))
  await makeAllGold(there.projectId)
  expect(await there.take('factor-csv')).toBe(out)
})

test('raw annotations tell the texts as they were', async () => {
  const here = await setting('felm', 1)
  const annotator = await makeMember({ id: here.projectId }, 'annotator')
  const record = {
    index: '1',
    domain: 'wk',
    source: 'here',
    prompt: 'Why?',
    response: 'One\0. Two \u2400.',
    segmented_response: ['One\0.', 'Two \u2400.'],
    labels: [true, true],
    comment: ['', ''],
    type: [null, null],
    ref: [],
    ref_contents: '',
  }
  await here.bring(JSON.stringify(record), { labels: 'person', personId: annotator.id, independent: true })
  const labels = (await here.take('annotations')).split('\n').flatMap((line) => (line ? JSON.parse(line).labels : []))
  expect(new Set(labels.map(({ text }: { text: string }) => text))).toEqual(
    new Set([record.prompt, ...record.segmented_response]),
  )
})
