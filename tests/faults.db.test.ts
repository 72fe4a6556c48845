/**
 * The account that `bench faults` gives, on a short round without processes: the outbox over a network that loses, repeats
 * and forgets to answer. Nothing is wrong then; what is made wrong on purpose is found.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { accountFor } from '@/bench/setting/account-for'
import { type Entry, Journal } from '@/bench/setting/journal'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { Outbox, type OutboxTransport } from '@/lib/annotation/outbox/outbox'
import { ApiError } from '@/lib/platform/client/api-error'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { answersWith, makeMember, makeProject, makeTask } from '@/tests/factories'
import { chanceOf } from '@/tests/simulation/chance'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newJournal = (entries: readonly Entry[] = []) => {
  const journal = new Journal(path.join(folder, 'journal.jsonl'))
  for (const entry of entries) journal.write(entry)
  return journal
}
const account = (journal: Journal) =>
  accountFor(journal, async (text, values) => (await pool().query({ text, values })).rows)

const cut = () => new ApiError({ code: 'network', status: 0, detail: 'cut' })

/** Sends to the command itself, through a network that is bad in a way that the seed says. */
function badTransport(actor: Actor, journal: Journal, seed: number): OutboxTransport {
  const chance = chanceOf(seed)
  return async ({ taskId, annotationId }, entries) => {
    for (const { unit, question, value, base } of entries)
      journal.write({ kind: 'sent', annotationId, unit, question, value, base })
    const answers = entries.map(({ unit, question, value, base, origin, suggestionId }) => ({
      unit,
      question,
      value,
      expectedRevision: base,
      origin,
      suggestionId,
    }))
    if (chance.happens(0.2)) throw cut()
    const { outcomes } = await saveAnswers(actor, taskId, { annotationId, answers })
    if (chance.happens(0.3)) await saveAnswers(actor, taskId, { annotationId, answers })
    if (chance.happens(0.3)) throw cut()
    for (const outcome of outcomes) {
      if (outcome.status !== 'saved') continue
      const { unit, question, value, revision } = outcome
      journal.write({ kind: 'saved', annotationId, unit, question, value, revision })
    }
    return outcomes
  }
}

/** One person does one task to its end. */
async function doTask(journal: Journal, seed: number): Promise<{ taskId: string; annotationId: string }> {
  const project = await makeProject({ stage: { raters: 2 } })
  await makeTask(project)
  const actor = actorOf(await makeMember(project, 'annotator'))
  const { taskId } = await nextTask(actor, project.id)
  if (!taskId) throw new Error('there is a task')
  const { annotationId } = await getWorkbench(actor, taskId)
  const kept = new Map<string, string>()
  const revisions = new Map<string, number>()
  let now = 0
  const outbox = new Outbox({
    storage: {
      read: () => [...kept],
      get: (key) => kept.get(key) ?? null,
      write: (key, text) => Boolean(kept.set(key, text)),
      remove: (key) => void kept.delete(key),
    },
    clock: { now: () => now, timeOfDay: () => now, after: () => () => undefined },
    transport: badTransport(actor, journal, seed),
    random: () => 0,
  })
  outbox.onServerValue((_, { unit, question, revision }) => void revisions.set(`${unit} ${question}`, revision))
  const given = answersWith(false)
  // Everybody changes their mind once about every label.
  for (const answers of [answersWith(true), given])
    for (const [unit, values] of Object.entries(answers))
      for (const [question, value] of Object.entries(values)) {
        journal.write({ kind: 'wanted', annotationId, unit, question, value })
        const change = { taskId, annotationId, unit, question, value, suggestionId: null }
        outbox.put({ ...change, origin: 'chosen' }, revisions.get(`${unit} ${question}`) ?? 0)
        await outbox.flush(annotationId)
      }
  for (let tries = 0; outbox.entries(annotationId).length > 0 && tries < 200; tries++) {
    now += 60_000
    await outbox.flush(annotationId)
  }
  outbox.stop()
  await submitAnnotation(actor, taskId, annotationId)
  journal.write({ kind: 'submitted', annotationId })
  return { taskId, annotationId }
}

it('accounts for a bad network, and finds what was lost, done twice or invented', async () => {
  const journal = newJournal()
  const done: { taskId: string; annotationId: string }[] = []
  for (const seed of [1, 2, 3, 4, 5]) done.push(await doTask(journal, seed))
  const clean = await account(journal)
  expect(clean).toMatchObject({ losses: [], duplicates: [], inventions: [], inconsistencies: [], troubles: [] })
  expect(clean.submitted).toBe(5)
  expect(clean.acknowledged).toBeGreaterThan(20)

  const [first, second] = done
  const field = { annotationId: first?.annotationId ?? '', unit: 's1', question: 'label' }
  journal.write({ kind: 'saved', ...field, value: false, revision: 90 })
  expect((await account(journal)).losses).toHaveLength(2)
  expect((await account(newJournal())).inventions.length).toBeGreaterThan(20)
  await pool().query(
    `insert into events (type, actor_id, project_id, item_id, task_id, annotation_id, data)
     select type, actor_id, project_id, item_id, task_id, annotation_id, data from events
     where annotation_id = $1 and type = 'answer.saved' limit 1`,
    [first?.annotationId],
  )
  expect((await account(journal)).duplicates).toHaveLength(1)
  await pool().query('update tasks set assigned_count = 2 where id = $1', [second?.taskId])
  expect((await account(journal)).inconsistencies).toEqual([`a task whose counters are wrong: ${second?.taskId}`])
})
