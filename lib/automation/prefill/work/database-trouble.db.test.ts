/** A database that restarts or is full in mid-run costs a run time, and nothing else. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { actOnRun } from '@/lib/automation/prefill/act-on-run'
import { reviveRuns } from '@/lib/automation/prefill/revive-runs'
import { pool } from '@/lib/platform/server/db'
import { whileWritesFail } from '@/tests/support/failing-table'
import { drive, prefillScene, readRun, startVerdicts, startVerdictsByRules } from '@/tests/support/prefill-scene'

const pausing = vi.spyOn(timers, 'setTimeout').mockImplementation(() => Promise.resolve())
// Modules that import it by its name pause no longer from here on, and after the tests as they did.
syncBuiltinESMExports()
afterAll(() => {
  pausing.mockRestore()
  syncBuiltinESMExports()
})

test('items that met a full disk wait, begin anew, and are done without anybody asking for it', async () => {
  const { id } = await startVerdictsByRules(2)
  // Nobody works on the queue in tests: a driver that leaves while an item waits has put the next one there.
  await whileWritesFail({ table: 'suggestions', state: '53100', times: 3 }, async () => {
    do await drive(id)
    while ((await readRun(id)).state === 'running')
  })
  const { state, items, suggestions } = await readRun(id)
  expect(state).toBe('done')
  expect(items.map(({ state, attempts, errorCode }) => ({ state, attempts, errorCode }))).toEqual([
    { state: 'done', attempts: 1, errorCode: null },
    { state: 'done', attempts: 1, errorCode: null },
  ])
  expect(suggestions).toHaveLength(2)
})

test('a run whose last items the dead have in hand goes on once these are given up, without being looked for', async () => {
  const { id } = await startVerdictsByRules(1)
  await pool().query(
    `update run_items set state = 'running', worker = 'dead', leased_until = clock_timestamp() + interval '1 hour' where run_id = $1`,
    [id],
  )
  const nextDriver = async () => {
    const { rows } = await pool().query<{ behind: number }>(
      `select round(extract(epoch from j.run_at - i.leased_until))::int "behind"
       from graphile_worker.jobs j, run_items i where j.key = 'drive_run/' || i.run_id || '/0' and i.run_id = $1`,
      [id],
    )
    return rows.map(({ behind }) => behind)
  }
  await pool().query('select graphile_worker.remove_job($1)', [`drive_run/${id}/0`])
  await drive(id)
  expect(await nextDriver()).toEqual([1])
  // As if the hour were over.
  await pool().query('update run_items set leased_until = clock_timestamp() where run_id = $1', [id])
  await drive(id)
  expect((await readRun(id)).state).toBe('done')
  expect(await nextDriver()).toEqual([])
})

test('what breaks a rule of the database is no such trouble: the item has failed', async () => {
  const { id } = await startVerdictsByRules(1)
  await whileWritesFail({ table: 'suggestions', state: '23514' }, () => drive(id))
  expect((await readRun(id)).items).toMatchObject([{ state: 'failed', errorCode: 'internal' }])
})

test('drivers whose workers died too often are cleared away once their run has ended, not before', async () => {
  const scene = await prefillScene(1)
  const { id } = await startVerdicts(scene, { steps: [{ key: 'verdicts', method: 'rules' }] })
  const driversLeft = async () => {
    const { rows } = await pool().query('select 1 from graphile_worker.jobs where key like $1', [`drive_run/${id}/%`])
    return rows.length
  }
  // Nobody works on the queue in tests.
  await pool().query(`update graphile_worker._private_jobs set attempts = max_attempts where key like $1`, [
    `drive_run/${id}/%`,
  ])
  await reviveRuns()
  expect(await driversLeft()).toBeGreaterThan(0)
  // A run that comes to its end by itself takes its drivers away.
  await actOnRun(scene.manager, { projectId: scene.project.id, runId: id }, { act: 'cancel' })
  expect(await driversLeft()).toBeGreaterThan(0)
  await reviveRuns()
  expect(await driversLeft()).toBe(0)
})
