/** A database that restarts or is full in mid-run costs a run time, and nothing else. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { reviveRuns } from '@/lib/automation/prefill/revive-runs'
import { pool } from '@/lib/platform/server/db'
import { whileWritesFail } from '@/tests/support/failing-table'
import { drive, readRun, startVerdictsByRules } from '@/tests/support/prefill-scene'

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

test('what breaks a rule of the database is no such trouble: the item has failed', async () => {
  const { id } = await startVerdictsByRules(1)
  await whileWritesFail({ table: 'suggestions', state: '23514' }, () => drive(id))
  expect((await readRun(id)).items).toMatchObject([{ state: 'failed', errorCode: 'internal' }])
})

test('drivers whose workers died too often are cleared away once their run is done, not before', async () => {
  const { id } = await startVerdictsByRules(1)
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
  await drive(id)
  await reviveRuns()
  expect(await driversLeft()).toBe(0)
})
