/** Agreement on spans through the one engine: ratings of anything marked and of each label, and pairs compared. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/answers'
import { spansOf } from '@/lib/protocols/marked-spans'
import { matrixOptionsSchema } from '@/lib/quality/rater-matrix/contract'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import { gammaDisorders } from '@/lib/stats/gamma'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { getAgreement } from './queries'
import { receiptQuerySchema } from './receipts/contract'
import { getReceipt } from './receipts/get-receipt'

const RECORD = {
  id: 'r1',
  source: { source_info: 'The bank opened in 1902.' },
  response: 'The old bank opened in 1903.',
}

const marked = (...spans: [start: number, end: number, label: string][]): Answers => ({
  item: { quality: 'good', unsupported: { spans: spans.map(([start, end, label]) => ({ start, end, label })) } },
})

it('counts what both marked, by characters, tokens and spans', async () => {
  const source = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
    .replace('id: unsupported-spans', `id: spans-${randomUUID()}`)
    .replace(/ {2}- \{record: unsupported-spans.jsonl.*\n/g, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const [manager, ada, ben] = [
    await makeMember(project, 'manager'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const answers = [
    [marked([4, 12, 'Evident Conflict']), marked([4, 7, 'Evident Conflict'], [23, 27, 'Subtle Conflict'])],
    [marked(), marked()],
  ]
  // Fewer than ten units have counts only.
  for (const [one = {}, other = {}] of Array.from({ length: 5 }, () => answers).flat()) {
    const task = await makeTask(project, { record: RECORD })
    await makeAnnotation(task, ada, one, true)
    await makeAnnotation(task, ben, other, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  }
  const [stage] = (await getAgreement(actorOf(manager), project.id, { intervals: 'always' })).stages
  const anything = stage?.measures.find(({ key }) => key === 'unsupported')
  expect(anything?.all).toMatchObject({ units: 10, unanimous: 10 })
  expect(stage?.measures.find(({ key }) => key === 'unsupported.subtle-conflict')?.all).toMatchObject({ unanimous: 5 })
  const figures = stage?.comparisons.find(({ key }) => key === 'unsupported-spans')?.figures
  const figureOf = (key: string) => figures?.find((figure) => figure.key === key)?.estimate.value
  expect(figureOf('characterF1')).toBeCloseTo(6 / 15)
  expect(figureOf('tokenF1')).toBeCloseTo(2 / 4)
  expect(figureOf('spanF1')).toBe(0)
  expect(figureOf('same')).toBe(0.5)
  // Of 5 texts: [4, 12) beside [4, 7) and [23, 27) under another label.
  const [observed, expected] = [1 + (5 / 11) ** 2, gammaOfOneText()]
  expect(figureOf('gamma')).toBeCloseTo(1 - observed / expected, 12)
  expect(figureOf('withoutGamma')).toBe(0)
  expect(figureOf('unitizingAlpha')).toBeGreaterThan(figureOf('characterAlpha') ?? 1)

  const texts = Array.from({ length: 5 }, () => answers)
    .flat()
    .map(([one, other], index) => ({
      item: index,
      text: RECORD.response,
      spans: { ada: spansOf(one?.item?.unsupported), ben: spansOf(other?.item?.unsupported) },
    }))
  // The last two labels were never given.
  const categories = 'Evident Conflict,Subtle Conflict,Evident Baseless Info,Subtle Baseless Info'
  const options = matrixOptionsSchema.parse({ categories, overlapping: 'true' })
  const report = reportOf(new TextEncoder().encode(JSON.stringify(texts)), options)
  if (report.kind !== 'comparison') throw new Error('not about spans')
  expect(report.all.figures.map(({ key, title, estimate }) => [key, title, estimate])).toEqual(
    figures?.map(({ key, title, estimate }) => [key, title, estimate]),
  )
  const measures = ['unsupported', ...['evident-conflict', 'subtle-conflict'].map((label) => `unsupported.${label}`)]
  for (const [index, key] of measures.entries()) {
    const ofProject = stage?.measures.find((measure) => measure.key === key)?.all
    const { percent, alpha } = ofProject ?? {}
    const ofFile = report.marked?.[index]?.figures.figures
    expect(ofFile?.find((figure) => figure.key === 'percent')?.estimate, key).toEqual(percent)
    expect(ofFile?.find((figure) => figure.key === 'alpha')?.estimate.interval, key).toEqual(alpha?.interval)
  }

  const asked = { projectId: project.id, stage: stage?.key ?? '', measure: 'unsupported-spans' }
  const query = receiptQuerySchema.parse({ form: 'script' })
  const script = (await getReceipt(actorOf(manager), asked, query, new AbortController().signal)).text()
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-', '--json'], {
    input: await script,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const recomputed = JSON.parse(stdout)
  for (const { key, estimate } of figures ?? []) {
    expect(recomputed[key], key).toBeCloseTo(estimate.value ?? Number.NaN, 9)
    if (estimate.interval) expect(recomputed[`${key}, low`], key).toBeCloseTo(estimate.interval.low, 9)
  }
})

/** What chance leaves of the marked text, weighed by its mean number of spans. */
function gammaOfOneText(): number {
  const span = (start: number, end: number, label: string) => ({ start, end, label })
  const lanes = [
    [span(4, 12, 'Evident Conflict')],
    [span(4, 7, 'Evident Conflict'), span(23, 27, 'Subtle Conflict')],
  ] as const
  const found = gammaDisorders(RECORD.response.length, lanes, { seed: 1, samples: 30, mostSteps: 1e6 })
  return (found?.spans ?? 0) * (found?.expected ?? 0)
}
