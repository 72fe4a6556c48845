/** Two web processes on one database: each shows what was done through the other, and either may die. */

import type { Page } from '@playwright/test'
import { TO_SERVER } from '@/bench/setting/bad-network'
import { faultRound } from '@/bench/setting/fault-round'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { felmScene, HELD_OUT, oneLabelFor, released } from '@/tests/held-out-scene'
import { expect, expectAwake } from './fixtures'
import { expectState, goTo, heldByServer, openBench, reason } from './own-app/bench'
import { test } from './own-app/replicas'

const SEGMENTS = ['The Nile flows north.', 'It ends in a delta.', 'It is the only river of Egypt.']

/** Somebody alone with their tasks, one after the other. */
async function makeWork(tasks: number) {
  const project = await makeProject({ name: 'Rivers', stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator', await makeUser({ name: 'Ana' }))
  const made = []
  while (made.length < tasks) {
    const task = await makeTask(project, {
      prompt: `Tell me about the Nile, part ${made.length + 1}.`,
      segments: SEGMENTS,
    })
    await makeAssignment(task, person)
    made.push(task)
  }
  return { project, person, tasks: made }
}

const yes = { label: true }

test('what is submitted through one web process is shown on the pages of the other', async ({ as }) => {
  const { project, person, tasks } = await makeWork(1)
  const manager = await as(await makeMember(project, 'manager'))
  await manager.setExtraHTTPHeaders({ [TO_SERVER]: '1' })
  await manager.goto(`/projects/${project.id}/agreement`)
  await expectAwake(manager)
  const counted = manager.getByText(/^\d+ revealed tasks? counted/)
  await expect(counted).toHaveText(/^0 /)

  const page = await as(person)
  await page.setExtraHTTPHeaders({ [TO_SERVER]: '0' })
  await page.goto(`/projects/${project.id}/tasks/${tasks[0]?.id}/annotate`)
  await expect(page.getByRole('heading', { name: 'Segment 1 of 3' })).toBeVisible()
  await expectAwake(page)
  for (const key of ['t', 't', 't', 'y']) await page.keyboard.press(key)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  // Nobody reloads anything.
  await expect(counted).toHaveText(/^1 /)
})

test('a short round of everything that breaks loses nothing and does nothing twice', async ({ replicas }) => {
  const { fleet, network } = replicas
  const KINDS = 9
  const plan = { isOver: (hits: number) => hits >= KINDS, pauseMs: { from: 100, to: 600 } }
  const people = { people: 6, seed: 20, tasksEach: 30, records: 20 }
  const report = await faultRound({ ...people, fleet, network, plan, say: () => undefined })
  // Each kind hit, and everybody got something done meanwhile.
  expect(Object.values(report.faults)).toEqual(Array.from({ length: KINDS }, () => 1))
  expect(report.idlers).toEqual([])
  expect(report.rounds).toBeGreaterThanOrEqual(1)
  expect(report.account).toMatchObject({
    losses: [],
    duplicates: [],
    inventions: [],
    inconsistencies: [],
    troubles: [],
  })
})

// After the round of faults, which holds every row of the database against its events: these are made without any.
test('two web processes together score no more predictions than the limits of a held-out split say', async ({ as }) => {
  const { project, projectId, manager } = await felmScene()
  const { files } = await released(manager, projectId, HELD_OUT)
  const allTrue = oneLabelFor(files, true)
  const address = `/api/projects/${projectId}/releases/1/held-out`
  /** So many files at once, half of them to each server; how often each status came. */
  const sendTo = async (page: Page, times: number, predictions: readonly object[]) => {
    const data = Buffer.from(predictions.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const origin = new URL(page.url()).origin
    const statuses = await Promise.all(
      Array.from({ length: times }, async (_, index) => {
        const headers = { origin, 'content-type': 'application/octet-stream', [TO_SERVER]: String(index % 2) }
        return (await page.request.post(`${address}/submissions?system=guess`, { headers, data })).status()
      }),
    )
    const counts: Record<number, number> = {}
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const people = []
  while (people.length < 4) {
    const page = await as(await makeMember(project, 'viewer'))
    await page.goto('/account')
    people.push(page)
  }
  const [one, two, three, hasty] = people
  if (!one || !two || !three || !hasty) throw new Error('there are four people')
  const { limits } = await (await one.request.get(address)).json()
  expect(limits.perPerson).toBe(5)
  // A file that lacks a unit is read, and refused; after 30 of one person in a quarter of an hour none is read.
  expect(await sendTo(hasty, 34, allTrue.slice(1))).toEqual({ 422: 30, 429: 4 })
  expect(await sendTo(one, 8, allTrue)).toEqual({ 200: 5, 422: 3 })
  const both = await Promise.all([sendTo(two, 6, allTrue), sendTo(three, 6, allTrue)])
  const scored = both.reduce((sum, statuses) => sum + (statuses[200] ?? 0), 0)
  expect(5 + scored).toBe(limits.inAll)
  const { used } = await (await one.request.get(address)).json()
  expect(used).toEqual({ own: 5, all: limits.inAll })
})

// Last in this file: one of the two is gone for good.
test('work goes on where one of two web processes dies in the middle of it', async ({ as, replicas }) => {
  const { person, tasks } = await makeWork(2)
  const [first, second] = tasks
  if (!first || !second) throw new Error('there are two tasks')
  const page = await as(person)
  await openBench(page, { projectId: first.projectId, id: first.id })
  await page.keyboard.press('t')
  await page.keyboard.press('f')
  await page.keyboard.press('1')
  await page.keyboard.type('Before the end of one of them')
  // Within the pause after which a text is sent.
  await replicas.fleet.webs[0]?.end()
  await page.keyboard.type(', and after it.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await page.keyboard.press('y')
  await expectState(page, 'saved')
  const s2 = { label: false, errorType: 'knowledge_error', reason: 'Before the end of one of them, and after it.' }
  const typed = { item: { action: 'keep' }, s1: yes, s2, s3: yes }
  expect(await heldByServer(page, first.id)).toEqual(typed)
  await page.reload()
  await goTo(page, 2)
  await expect(reason(page)).toHaveValue(s2.reason)

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  expect(await heldByServer(page, first.id)).toEqual(typed)
  await openBench(page, { projectId: second.projectId, id: second.id })
  await page.keyboard.press('t')
  await expectState(page, 'saved')
  expect(await heldByServer(page, second.id)).toEqual({ s1: yes })
})
