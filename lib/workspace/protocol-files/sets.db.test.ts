/** The form set in a project: kept while it is being chosen, settled value by value, and counted. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/answers'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { receiptQuerySchema } from '@/lib/quality/agreement/receipts/contract'
import { getReceipt } from '@/lib/quality/agreement/receipts/get-receipt'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

const EXAMPLE = readFileSync('docs/examples/protocols/answer-problems.yaml', 'utf8')
const alone = (id: string, edit: (text: string) => string = (text) => text) =>
  edit(EXAMPLE.replace('id: answer-problems', `id: ${id}`).replace(/ {2}- \{record: "answer-problems.jsonl.*\n/, ''))

const RECORD = { question: 'Why?', answer: 'Because.' }

async function scene(id: string, edit?: (text: string) => string) {
  const { protocolId } = await makeProtocolVersion({ source: alone(id, edit) })
  const project = await makeProject({ protocolId, stage: { raters: 3 } })
  const people = await Promise.all(['annotator', 'annotator', 'annotator'].map(() => makeMember(project, 'annotator')))
  return { project, people, manager: actorOf(await makeMember(project, 'manager')) }
}

describe('a set in a project', () => {
  test('is kept in the order of its options, also while it lacks values, and refused where it may never be', async () => {
    const { project, people } = await scene('kept-sets', (text) =>
      text
        .replace('max: 3', 'min: 2\n        max: 3')
        .replace('problems: [factual error]', 'problems: [factual error, unsafe]'),
    )
    const task = await makeTask(project, { record: RECORD })
    const [annotator] = people
    if (!annotator) throw new Error('nobody is there')
    const actor = actorOf(annotator)
    const annotation = await makeAnnotation(task, annotator, {})
    const save = (value: Json, expectedRevision: number) =>
      saveAnswer(actor, task.id, {
        annotationId: annotation.id,
        unit: 'item',
        question: 'problems',
        origin: 'chosen',
        value,
        expectedRevision,
      })
    expect(await save(['wrong'], 0)).toMatchObject({ value: ['wrong'], revision: 1 })
    expect(await save(['unsafe', 'wrong'], 1)).toMatchObject({ value: ['wrong', 'unsafe'] })
    await expect(save(['wrong', 'none'], 2)).rejects.toMatchObject({
      code: 'rule',
      message: 'Problems: none can only be chosen alone.',
    })
    expect(await save(['none'], 2)).toMatchObject({ value: ['none'] })
  })

  test('is settled value by value, counted whole and by value', async () => {
    const { project, people, manager } = await scene('settled-sets')
    const given: string[][][] = [
      [['wrong', 'evasive'], ['missing', 'evasive'], ['wrong']],
      ...Array.from({ length: 10 }, () => [['none'], ['none'], ['none']]),
    ]
    for (const sets of given) {
      const task = await makeTask(project, { record: RECORD })
      for (const [index, person] of people.entries())
        await makeAnnotation(task, person, { item: { problems: sets[index] ?? [], tone: ['curt'] } }, true)
      await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
    }
    const golds = await prisma().gold.findMany({
      where: { task: { projectId: project.id } },
      orderBy: { task: { position: 'asc' } },
    })
    expect(golds[0]?.answers).toMatchObject({ item: { problems: ['wrong', 'evasive'], tone: ['curt'] } })
    expect(golds[0]?.rollUp).toMatchObject({ clean: false, problems: 2 })
    expect(golds).toHaveLength(11)

    const { stages } = await getAgreement(manager, project.id, { intervals: 'always' })
    const measures = new Map(stages[0]?.measures.map((measure) => [measure.key, measure.all]))
    expect(measures.get('problems.wrong')).toMatchObject({ units: 11, ratings: 33 })
    // Of the first item two of the three pairs of annotators differ on "wrong".
    expect(measures.get('problems.wrong')?.percent.value).toBeCloseTo((10 + 1 / 3) / 11, 12)
    const whole = measures.get('problems-sets')
    const weighted = whole?.others.find(({ key }) => key === 'alphaWeighted')?.estimate.value ?? 0
    // MASI: the three sets are 1 - 1/9, 1 - 1/3 and 1 apart (one value of three in common, one holds the other, none).
    const observed = (2 * (8 / 9 + 2 / 3 + 1)) / 2 / 33
    const expected = (2 * (30 * 3 + 8 / 9 + 2 / 3 + 1)) / (33 * 32)
    expect(weighted).toBeCloseTo(1 - observed / expected, 12)
    // Of the whole sets that a unit could have been given, exports list those that it was.
    const file = await downloadExport(manager, project.id, 'distributions')
    const lines = (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const first = lines.find(({ measure }) => measure === 'problems-sets')
    expect(first.labels.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual([
      ['["wrong"]', 1],
      ['["wrong","evasive"]', 1],
      ['["missing","evasive"]', 1],
    ])
    // Its receipt is a program that computes every figure again, and ends with an error where one is another.
    const asked = { projectId: project.id, stage: 'judge', measure: 'problems-sets' }
    const query = receiptQuerySchema.parse({ form: 'script' })
    const program = await (await getReceipt(manager, asked, query, new AbortController().signal)).text()
    const run = spawnSync(process.execPath, ['--input-type=module', '-', '--json'], {
      input: program,
      encoding: 'utf8',
    })
    expect(run).toMatchObject({ status: 0, stderr: '' })
  })
})
