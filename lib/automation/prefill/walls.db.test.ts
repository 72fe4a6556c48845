/** What the database itself refuses, whoever writes. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pool } from '@/lib/platform/server/db'
import { makeProject } from '@/tests/factories'

const refused = (sql: string, values: unknown[], by: RegExp) => expect(pool().query(sql, values)).rejects.toThrow(by)

test('an answer that was paid is neither changed nor asked for anew', async () => {
  const key = randomUUID()
  await pool().query(
    `insert into provider_calls (key, kind, provider, request, response, state, project_id)
     values ($1, 'chat', 'p', '{}', '{"text":"yes"}', 'done', $2)`,
    [key, randomUUID()],
  )
  await refused(`update provider_calls set response = '{}' where key = $1`, [key], /stays as it was kept/)
  await refused(`update provider_calls set state = 'pending' where key = $1`, [key], /stays as it was kept/)
})

test('a call is not done without an answer, nor while money is held back for it', async () => {
  const insert = `insert into provider_calls (key, kind, provider, request, response, state, reserved_micro, project_id)
                  values ($1, 'chat', 'p', '{}', $2, 'done', $3, gen_random_uuid())`
  await refused(insert, [randomUUID(), null, 0], /provider_calls_done/)
  await refused(insert, [randomUUID(), '{}', 1], /provider_calls_done/)
})

test('no more is given back than was held, and chance has its shares', async () => {
  const { id } = await makeProject()
  await pool().query('insert into prefill_settings (project_id) values ($1)', [id])
  await refused('update prefill_settings set reserved_micro = -1 where project_id = $1', [id], /prefill_settings_money/)
  await refused('update prefill_settings set concurrency = 0 where project_id = $1', [id], /prefill_settings_pace/)
  const policy = `insert into suggestion_policies (project_id, stage_key, unit_kind, question, policy, shares)
                  values ($1, 's', 'u', 'q', $2::"PolicyKind", $3)`
  await refused(policy, [id, 'randomised', null], /suggestion_policies_shares/)
  await refused(policy, [id, 'shown', '{"shown":50,"hidden":0,"none":50}'], /suggestion_policies_shares/)
})

test('an ended run says when, and what was found stays as it was', async () => {
  const { id } = await makeProject()
  const run = `insert into runs (id, project_id, kind, name, state, plan) values ($1, $2, 'pipeline', 'r', 'done', '{}')`
  await refused(run, [randomUUID(), id], /runs_ended/)
  const hash = randomUUID()
  await pool().query(`insert into prompt_texts (hash, name, version, text) values ($1, 'n', 1, 't')`, [hash])
  await refused(`update prompt_texts set text = 'other' where hash = $1`, [hash], /stays as it was kept/)
})
