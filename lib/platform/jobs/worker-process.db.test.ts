import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { pool } from '@/lib/platform/server/db'
import { until } from '@/tests/support/wait'
import { enqueue } from './enqueue'
import { runEndedJob } from './run-ended'

const held = async () => {
  const { rows } = await pool().query<{ by: string | null }>(
    'select locked_by as by from graphile_worker._private_jobs order by id',
  )
  return rows.map((row) => row.by)
}

test('npm run worker does jobs until it is asked to end, and then leaves with 0 and holds none', async () => {
  const child = spawn(process.execPath, ['--conditions=react-server', 'scripts/run.cjs', 'worker'], {
    env: { ...process.env, NODE_OPTIONS: '', VITEST: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.includes('worker ready') && resolve())
  })
  await Promise.race([ready, ended])
  await enqueue(pool(), runEndedJob, { runId: '00000000-0000-4000-8000-000000000001' })
  await until(async () => (await held()).length === 0)
  await enqueue(pool(), runEndedJob, { runId: '00000000-0000-4000-8000-000000000002' })
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect((await held()).filter((by) => by !== null)).toEqual([])
})
