/** Probabilities against annotators' labels: a project, its release's files on the command line, and the receipts of both. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPredictions } from '@/lib/gold/evaluation/check-predictions'
import { downloadReport } from '@/lib/gold/evaluation/download-report'
import { askedSchema } from '@/lib/gold/evaluation/jobs'
import { makeReport } from '@/lib/gold/evaluation/make-report'
import { getReport } from '@/lib/gold/evaluation/queries'
import type { EvaluationReport } from '@/lib/gold/evaluation/scoring/report-schema'
import { uploadPredictions } from '@/lib/gold/evaluation/upload-predictions'
import { downloadExport } from '@/lib/gold/releases/download-export'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/simulation/felm'
import { runProgram } from './program'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-distributions-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ASKED = { task: 'segments', likeness: 'no' } as const
const linesOf = (text: string) => text.split('\n').filter(Boolean)
const fileAt = (name: string) => path.join(folder, name)

async function evaluated(...args: string[]) {
  let [out, err] = ['', '']
  const streams = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } }
  const code = await runProgram(
    ['evaluate', '--protocol', 'felm', '--task', 'segments', ...args, '--json'],
    {},
    streams,
  )
  return { code, out, err }
}

/** As the worker would make it. */
async function madeReport(actor: Actor, projectId: string) {
  await getReport(actor, projectId, ASKED)
  const [job] = await prisma().$queryRaw<{ payload: { reportId: string; version: string; asked: unknown } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'make_evaluation_report' order by j.id desc limit 1`
  const { signal } = new AbortController()
  if (job) await makeReport(job.payload.reportId, job.payload.version, askedSchema.parse(job.payload.asked), signal)
  return (await getReport(actor, projectId, ASKED)).report
}

interface Native {
  item: { position: number; format: string; record: string }
  stages: [{ units: { key: string; kind: string; text: string }[]; gold: unknown }]
}

/** Simulated items come from no file: as if they had come from one of FELM's. */
function asImported(line: Native): Native {
  const [{ units }] = line.stages
  const texts = units.filter(({ kind }) => kind === 'segment').map(({ text }) => text)
  const labels = texts.map(() => true)
  const record = {
    index: `${line.item.position}`,
    domain: 'wk',
    prompt: 'How?',
    response: texts.join(' '),
    segmented_response: texts,
    labels,
    comment: labels.map(() => ''),
    type: labels.map(() => null),
    ref: [],
  }
  return { ...line, item: { ...line.item, format: 'felm', record: JSON.stringify(record) } }
}

const standingOf = (report: EvaluationReport | null, system: string) =>
  report?.scorings.find(({ key }) => key === 'distribution')?.standings.find((each) => each.system === system)

it('are scored alike in the project and from the files of its release, and both receipts give every figure again', async () => {
  const plan = { items: 40, raters: 3, errors: [0.1, 0.2, 0.3], gold: 0.6, seed: 9 }
  const { project, manager } = await simulateFelm(plan)
  const actor = actorOf(manager)
  const exported = async (kind: string) => (await downloadExport(actor, project.id, kind)).text()
  await writeFile(fileAt('distributions'), await exported('distributions'))
  const native = linesOf(await exported('native')).map((line) => asImported(JSON.parse(line)))
  await writeFile(fileAt('native'), native.map((line) => JSON.stringify(line)).join('\n'))
  const golden = native.filter(({ stages: [stage] }) => stage.gold)
  const places = golden.flatMap(({ item: { position }, stages: [stage] }) =>
    stage.units.filter(({ kind }) => kind === 'segment').map(({ key }) => ({ position, unit: key })),
  )
  const likely = ({ position, unit }: { position: number; unit: string }) => ((position + unit.length) % 9) / 10 + 0.1
  const predicted = (place: (typeof places)[number], item: string) =>
    JSON.stringify({
      system: 'a',
      item,
      unit: place.unit,
      probabilities: { true: likely(place), false: 1 - likely(place) },
    })

  // By hand from the file of distributions.
  const told = new Map<string, number[]>(
    linesOf(await readFile(fileAt('distributions'), 'utf8'))
      .map((line) => JSON.parse(line))
      .filter(({ measure }) => measure === 'label')
      .map(({ unit, labels }) => [unit, labels.map(({ count }: { count: number }) => count)]),
  )
  const parts = places.flatMap((place) => {
    const [yes = 0, no = 0] = told.get(`${place.position}/${place.unit}`) ?? []
    const [n, q] = [yes + no, likely(place)]
    return n < 2 ? [] : [-(yes / n) * Math.log2(q) - (no / n) * Math.log2(1 - q)]
  })
  expect(parts.length).toBeGreaterThan(40)
  const cross = parts.reduce((sum, each) => sum + each, 0) / parts.length

  const positions = native.map(({ item }) => item.position)
  const inFile = (position: number) => `#${positions.indexOf(position) + 1}`
  await writeFile(fileAt('predictions'), places.map((place) => predicted(place, inFile(place.position))).join('\n'))
  const files = ['--gold', fileAt('native'), '--predictions', fileAt('predictions'), '--resamples', '200']
  const args = [...files, '--distributions', fileAt('distributions'), '--receipt', fileAt('receipt.json')]
  const { code, out, err } = await evaluated(...args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const ofFiles = standingOf(JSON.parse(out), 'a')
  expect(ofFiles?.scored).toBe(parts.length)
  expect(ofFiles?.figures.crossEntropy?.value).toBeCloseTo(cross, 10)
  recompute(fileAt('receipt.json'))

  const body = new Response(places.map((place) => predicted(place, `#${place.position}`)).join('\n')).body
  const { id } = await uploadPredictions(actor, project.id, { task: 'segments', name: 'a.jsonl', body })
  await checkPredictions(id, new AbortController().signal)
  const report = await madeReport(actor, project.id)
  expect(standingOf(report, 'a')?.figures.crossEntropy?.value).toBeCloseTo(cross, 10)
  expect(standingOf(report, 'a')?.figures.brier?.value).toBeCloseTo(ofFiles?.figures.brier?.value ?? 0, 10)
  for (const format of ['receipt', 'script'] as const) {
    const file = fileAt(`server-${format}.mjs`)
    const { signal } = new AbortController()
    await writeFile(file, await (await downloadReport(actor, project.id, { ...ASKED, format }, signal)).text())
    recompute(file, format === 'script')
  }

  // Files that do not go together.
  const published = await (await downloadExport(actor, project.id, 'felm')).text()
  await writeFile(fileAt('felm'), published)
  const others = ['--gold', fileAt('felm'), '--distributions', fileAt('distributions')]
  expect(await evaluated(...others)).toMatchObject({ code: 2, err: expect.stringContaining('assay.jsonl') })
  const swapped = ['--gold', fileAt('native'), '--distributions', fileAt('native')]
  expect(await evaluated(...swapped)).toMatchObject({ code: 4, err: expect.stringContaining('line 1') })
})

/** Throws where the program finds another figure. */
function recompute(file: string, isProgram = false): void {
  const program = isProgram ? [file] : ['public/receipts/recompute-evaluation.mjs', file]
  const output = execFileSync('node', program, { encoding: 'utf8', maxBuffer: 1 << 28 })
  expect(output).toMatch(/ figures of \d+ rows, 0 different\.\n$/)
}
