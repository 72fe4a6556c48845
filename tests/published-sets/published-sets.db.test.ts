/**
 * Published sets through the whole product, each with the protocol file that reads it: in as gold and out as published, counted, scored against,
 * labelled by two people who differ, settled and compared. Every figure is computed a second time here, from the records and by definitions.
 */
import { beforeAll, expect, test } from 'vitest'
import { checkPredictions } from '@/lib/gold/evaluation/check-predictions'
import { askedSchema } from '@/lib/gold/evaluation/jobs'
import { makeReport } from '@/lib/gold/evaluation/make-report'
import { getEvaluation, getReport } from '@/lib/gold/evaluation/queries'
import { uploadPredictions } from '@/lib/gold/evaluation/upload-predictions'
import { downloadExport } from '@/lib/gold/releases/download-export'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { inLaneOrder } from '@/lib/workspace/tasks/lane-order'
import { actorOf } from '@/tests/actors'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { settleByLane } from '@/tests/settle-task'
import { chanceOf } from '@/tests/simulation/chance'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { expectedComparison, expectedMeasures } from './expected-agreement'
import { goldIn, protocolOf } from './gold'
import { madeUpSystem, SYSTEM } from './made-up-system'
import type { SetsQuestion } from './published-set'
import { withShortNumbers } from './python-json'
import { protocolSourceOf, publishedSets } from './sets'

const idle = new AbortController().signal

/** The gold of a project in the order of its items. */
async function readGold(projectId: string) {
  const golds = await prisma().gold.findMany({
    where: { task: { projectId }, supersededAt: null },
    orderBy: { task: { item: { position: 'asc' } } },
    select: { answers: true, rollUp: true },
  })
  return golds.map(({ answers, rollUp }) => ({ answers, rollUp }))
}

/** The figures of a system that answers a question, as the page of evaluation shows them. */
async function scoresOf(manager: Actor, projectId: string, task: string, lines: readonly JsonRecord[]) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { id } = await uploadPredictions(manager, projectId, {
    task,
    name: 'made-up.jsonl',
    body: new Response(text).body,
  })
  await checkPredictions(id, idle)
  expect(await getEvaluation(manager, id, 1)).toMatchObject({ state: 'done', matched: lines.length, unmatched: 0 })
  const asked = { task, likeness: 'no' } as const
  if ((await getReport(manager, projectId, asked)).state !== 'ready') {
    const [job] = await prisma().$queryRaw<{ payload: { reportId: string; version: string; asked: Json } }[]>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'make_evaluation_report' order by j.id desc limit 1`
    if (job) await makeReport(job.payload.reportId, job.payload.version, askedSchema.parse(job.payload.asked), idle)
  }
  const { report } = await getReport(manager, projectId, asked)
  const { figures = {} } = report?.scorings[0]?.standings.find(({ system }) => system === SYSTEM) ?? {}
  return { targets: report?.targets, figures }
}

/** The answers to a question, spans in the order of the text. */
const answersIn = (question: SetsQuestion, record: JsonRecord) =>
  question.form === 'span'
    ? question.answers(record).toSorted((one, other) => one.start - other.start || one.end - other.end)
    : question.answers(record)

/** Of each set the first records of its first files: whole files are read, written and counted by published-sets.data.test.ts. */
const FILES = 2
const RECORDS = 8
/** So many items that two people differ on are settled. */
const SETTLED = 2
/** Kinds and strategies of claims are put together from both, so that the outcome is nobody's record. */
const PUT_TOGETHER = ['AVeriTeC, verdicts']

for (const set of publishedSets)
  describeData(set.name, { files: set.needs }, (folder) => {
    const { carrier, isLabelled = () => true } = set
    const texts = set
      .files(folder)
      .slice(0, FILES)
      .map(({ text }) => carrier.head(text, RECORDS))
    const records = texts.flatMap(carrier.records)
    const labelled = records
      .map((record, index) => ({ position: index + 1, record }))
      .filter(({ record }) => isLabelled(record))
    const protocol = protocolOf(set)
    let protocolId: string
    let project: { id: string }
    let manager: Actor

    beforeAll(async () => {
      protocolId = (await makeProtocolVersion({ source: protocolSourceOf(set) })).protocolId
      project = await makeProject({ protocolId })
      manager = actorOf(await makeMember(project, 'manager'))
      for (const text of texts) await importFile(manager, project, text)
    })

    const exportedBy = async (actor: Actor, { id }: { id: string }) =>
      (await downloadExport(actor, id, 'record')).text()

    test('comes in as gold and goes out as it was published, to the byte where bytes are known', async () => {
      const golds = labelled.map(({ record }) => goldIn(protocol, record))
      expect(await readGold(project.id)).toEqual(golds.map(({ answers, rollUp }) => ({ answers, rollUp })))
      const exported = await exportedBy(manager, project)
      const isWhole = labelled.length === records.length
      const published = isWhole ? texts : [carrier.text(labelled.map(({ record }) => record))]
      expect(carrier.said(exported)).toEqual(published.flatMap(carrier.said))
      if (carrier.published && isWhole)
        expect(withShortNumbers(carrier.published(exported))).toBe(withShortNumbers(texts.join('')))
    })

    const scored = set.questions.filter(({ form }) => form !== 'list')
    test.each(scored)('scores a system by $id as computed here', async (question) => {
      const system = madeUpSystem(question, labelled, chanceOf(7))
      if (!system) throw new Error('Systems are scored by this question.')
      const { figures } = await scoresOf(manager, project.id, question.id, system.lines)
      for (const [key, figure] of Object.entries(system.figures))
        if (!Number.isNaN(figure)) expect(figures[key]?.value, key).toBeCloseTo(figure, 9)
    })

    test('is labelled by two, compared, settled, and goes out as it was settled', async () => {
      const shared = await makeProject({ protocolId, stage: { raters: 2, consolidation: 'reviewer' } })
      const leader = actorOf(await makeMember(shared, 'manager'))
      const reviewer = actorOf(await makeMember(shared, 'reviewer'))
      const people = [await makeMember(shared, 'annotator'), await makeMember(shared, 'annotator')] as const
      const chance = chanceOf(11)
      const own = set.fewer(set.files(folder).flatMap(({ text }) => carrier.records(text)))
      const others = own.map((record) => set.differing(record, chance))
      for (const [index, given] of [own, others].entries())
        await importFile(leader, shared, carrier.text(given), {
          labels: 'person',
          personId: people[index]?.id,
          independent: true,
          raters: 2,
        })

      const tasks = await prisma().task.findMany({
        where: { projectId: shared.id },
        orderBy: { position: 'asc' },
        include: { annotations: true },
      })
      expect(tasks).toHaveLength(own.length)
      const pairs = own.map((record, place) => [record, others[place] ?? record] as const)
      const { stages } = await getAgreement(leader, shared.id, { intervals: 'when_quick' })
      for (const question of set.questions) {
        for (const [key, measure] of expectedMeasures(question, pairs)) {
          const found = stages[0]?.measures.find((each) => each.key === key)?.all
          expect(found?.unitsWithTwo, key).toBe(measure.units)
          if (measure.units < 10) continue
          expect(found?.percent.value, key).toBeCloseTo(measure.percent, 9)
          if (measure.alpha !== null) expect(found?.alpha.value, key).toBeCloseTo(measure.alpha, 9)
          const weighted = found?.others.find((other) => other.key === 'alphaWeighted')?.estimate.value
          if (measure.weighted !== undefined) expect(weighted, key).toBeCloseTo(measure.weighted, 9)
        }
        const comparison = expectedComparison(question, pairs)
        const found = stages[0]?.comparisons.find(({ key }) => key === comparison?.key)
        for (const [key, figure] of Object.entries(comparison?.figures ?? {}))
          expect(found?.figures.find((each) => each.key === key)?.estimate.value, key).toBeCloseTo(figure, 9)
      }

      if (PUT_TOGETHER.includes(set.name)) return
      // Every other of these tasks is settled as the second of the two has it.
      const differing = tasks.flatMap((task, place) => {
        const [record, other] = pairs[place] ?? []
        return record && other && record !== other ? [{ ...task, records: [record, other] as const }] : []
      })
      const settled = differing.slice(0, SETTLED)
      for (const [index, { id, annotations }] of settled.entries()) {
        const lane = inLaneOrder(id, annotations).findIndex(({ userId }) => userId === people[index % 2]?.id)
        await settleByLane(reviewer, id, 'AB'[lane] ?? '')
      }
      expect(settled).toHaveLength(SETTLED)
      const exported = carrier.records(await exportedBy(leader, shared))
      for (const [index, { records: both }] of settled.entries()) {
        const isPublished = index % 2 === 0
        const wanted = both[isPublished ? 0 : 1]
        const found = exported[index] ?? {}
        // What is no answer about a span or an entry goes with it, so that of what was changed the answers are compared.
        if (isPublished) expect(carrier.said(carrier.text([found]))).toEqual(carrier.said(carrier.text([wanted])))
        for (const question of set.questions)
          expect(answersIn(question, found), question.id).toEqual(answersIn(question, wanted))
      }
    })
  })
