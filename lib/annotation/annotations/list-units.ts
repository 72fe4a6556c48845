import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool } from '@/lib/platform/server/db'
import { DEEPEST_LIST, entriesOf } from '@/lib/protocols/made-units'
import type { SaveChange } from './contract'
import { type Draft, loadDraft } from './load-draft'
import { problemWith } from './rules'

/** How many units one person may list in one task, those they took off their lists again included. */
const MOST_LISTED = 2_000

/**
 * Makes units of what the changes list for the first time, so that it can be answered about in the same request. That is
 * safe before the lists themselves are written: a unit that no list holds counts for nothing.
 */
export async function withListedUnits(actor: Actor, draft: Draft, changes: readonly SaveChange[]): Promise<Draft> {
  let currentDraft = draft
  // An entry can be listed for one that the same request lists.
  for (let depth = 0; depth < DEEPEST_LIST; depth += 1) {
    const keys = new Set(currentDraft.entries.map(({ key }) => key))
    const fresh = changes.flatMap((change) => listed(currentDraft, change)).filter(({ key }) => !keys.has(key))
    if (fresh.length === 0) return currentDraft
    await pool().query({
      name: 'list-units',
      text: STATEMENT,
      values: [draft.taskId, actor.userId, JSON.stringify(fresh)],
    })
    currentDraft = await loadDraft(actor, draft, changes)
  }
  return currentDraft
}

function listed(draft: Draft, { unit, question: key, value }: SaveChange) {
  const place = draft.places.find((each) => each.unit === unit && each.question === key)
  const question = draft.stage.questions.find((each) => each.key === key && each.unit === place?.kind)
  const kind = question?.list?.kind
  if (!question || !kind || problemWith(question, value)) return []
  return entriesOf(value).map((entry) => ({ id: uuidv7(), key: entry.key, kind, parent: unit }))
}

const STATEMENT = `
  insert into units (id, task_id, key, kind, position, text, parent_key, maker_id, since_round)
  select c.id, $1::uuid, c.key, c.kind, 0, '', c.parent, $2::uuid, 1
  from jsonb_to_recordset($3::jsonb) c(id uuid, key text, kind text, parent text)
  where (select count(*) from units where task_id = $1::uuid and maker_id = $2::uuid) < ${MOST_LISTED}
  on conflict (task_id, key, since_round) do nothing`
