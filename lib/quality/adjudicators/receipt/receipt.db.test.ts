/** Receipts about adjudicators, computed again by their own script outside of the product, against the digits of the pages. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveTask } from '@/lib/adjudication/consolidation/approve-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Taken } from '@/lib/quality/adjudicators/contract'
import { listAdjudicators } from '@/lib/quality/adjudicators/queries'
import { getSeconds } from '@/lib/quality/second-adjudication/queries'
import { updateSeconds } from '@/lib/quality/second-adjudication/update-seconds'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject } from '@/tests/factories'
import { makeDifference, settleByLane } from '@/tests/settle-task'
import { getAdjudicatorReceipt } from './get-receipt'

const directory = mkdtempSync(path.join(tmpdir(), 'adjudicator-receipts-'))
afterAll(() => rmSync(directory, { recursive: true }))

let project: MadeProject
let manager: Actor
let reviewer: Actor
let annotators: { id: string; name: string }[]

/** Seven tasks that are gold, of which four were decided by two. */
beforeAll(async () => {
  project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
  reviewer = actorOf(await makeMember(project, 'reviewer'))
  const approver = actorOf(await makeMember(project, 'reviewer'))
  const second = actorOf(await makeMember(project, 'reviewer'))
  annotators = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await updateSeconds(manager, project.id, { percent: 100, seed: 1 })
  for (let n = 0; n < 7; n++) {
    const task = await makeDifference(project, annotators, reviewer)
    await settleByLane(reviewer, task.id, n < 5 ? 'A' : 'B')
    const { revision } = await prisma().task.findUniqueOrThrow({ where: { id: task.id } })
    await approveTask(approver, task.id, { expectedRevision: revision })
  }
  const copies = await prisma().secondAdjudication.findMany({ where: { projectId: project.id } })
  for (const { copyId } of copies.slice(0, 4)) await settleByLane(second, copyId, 'A')
})

const receipt = async (form: 'json' | 'script', actor = manager) =>
  (await getAdjudicatorReceipt(actor, project.id, form)).text()

let files = 0
function run(text: string, ...args: string[]) {
  const file = path.join(directory, `receipt-${++files}.mjs`)
  writeFileSync(file, text)
  return spawnSync(process.execPath, [file, ...args], { cwd: directory, encoding: 'utf8' })
}

describe('the receipt about adjudicators', () => {
  it('has every digit of what is gold, which its program finds again', async () => {
    const whole = JSON.parse(await receipt('json'))
    expect(whole.adjudicators[0]).toMatchObject({ key: 'r1', decisions: 7, tasks: 7 })
    const { status, stdout } = run(await receipt('script'), '--json')
    expect(status).toBe(0)
    const found = JSON.parse(stdout)
    const { all, byQuestion } = await getSeconds(manager, project.id)
    expect(all.compared).toBe(4)
    const lines = [
      ['twice', all] as const,
      ...byQuestion.map((line) => [`twice, ${line.stage}, ${line.question}`, line] as const),
    ]
    for (const [name, { compared, alike, tasks, share, low, high }] of lines)
      for (const [key, value] of Object.entries({ compared, alike, tasks, share, low, high }))
        expect(found[`${name}, ${key}`]).toBeCloseTo(value ?? Number.NaN, 9)
    const { adjudicators } = await listAdjudicators(manager, project.id)
    const plain = ({ name: _, ...taken }: Taken) => taken
    expect(whole.adjudicators).toEqual(
      adjudicators.map(({ userId: _, name: __, lanes, people, origins, ...counts }, at) => ({
        key: `r${at + 1}`,
        ...counts,
        lanes: lanes.map(plain),
        people: people.map(plain),
        origins: origins.map(plain),
      })),
    )
  })

  it('leaves out what is not gold yet, since whose lane is whose is not told before', async () => {
    const before = JSON.parse(await receipt('json'))
    const open = await makeDifference(project, annotators, reviewer)
    const { revision } = await getConsolidation(reviewer, open.id)
    const at = { unit: 's2', question: 'label', expectedRevision: revision }
    await resolveQuestion(reviewer, open.id, { ...at, choice: { lane: 'A' }, reason: '' })
    const after = JSON.parse(await receipt('json'))
    expect(after).toEqual({ ...before, notGold: before.notGold + 1 })
  })

  it('ends with 1 where a decision or a digit was changed', async () => {
    const text = await receipt('script')
    expect(run(text).stdout).toMatch(/figures of \d+ rows, 0 different/)
    const decision = run(text.replace(/"taken":0,/, '"taken":1,'))
    expect(decision).toMatchObject({ status: 1, stdout: expect.stringContaining('DIFFERENT r1, lanes, A, taken') })
    const digit = run(text.replace(/"alike": (\d+)/, (_, alike) => `"alike": ${Number(alike) + 1}`))
    expect(digit).toMatchObject({ status: 1, stdout: expect.stringContaining('DIFFERENT twice, alike') })
  })

  it('names nobody, is for managers, and is remembered', async () => {
    const text = await receipt('json')
    const people = await prisma().user.findMany({ where: { memberships: { some: { projectId: project.id } } } })
    for (const { name, id } of people) {
      expect(text).not.toContain(name)
      expect(text).not.toContain(id)
    }
    const annotator = actorOf(await prisma().user.findUniqueOrThrow({ where: { id: annotators[0]?.id ?? '' } }))
    for (const actor of [reviewer, annotator])
      await expect(receipt('json', actor)).rejects.toMatchObject({ code: 'forbidden' })
    const newcomer = actorOf(await makeMember(project, 'manager'))
    await receipt('json', newcomer)
    const reads = await prisma().answerRead.findMany({ where: { userId: newcomer.userId }, select: { taskId: true } })
    const gold = await prisma().task.findMany({ where: { projectId: project.id, state: 'gold' }, select: { id: true } })
    expect(reads.map(({ taskId }) => taskId)).toEqual(expect.arrayContaining(gold.map(({ id }) => id)))
    const of = { projectId: project.id, type: 'export.downloaded', actorId: newcomer.userId }
    expect(await prisma().event.count({ where: of })).toBe(1)
  })
})
