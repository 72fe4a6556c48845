import 'server-only'
import { parseStored } from '@/lib/platform/foreign/records/parse-stored'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, GoldRecord, Json, UnitDraft, Vote } from '@/lib/protocols/protocol'

interface UnitRow {
  key: string
  kind: string
  text: string
  parent: string | null
  data: Json
}

interface GoldRow {
  id: string
  record: string
  content: Json
  stages: Record<string, { answers: Answers; votes: Vote[] | null; units: UnitRow[] | null }>
}

/** The gold of items with everything it is written from, by item. */
export async function readGolds(tx: Tx, itemIds: readonly string[]): Promise<Map<string, GoldRecord>> {
  if (itemIds.length === 0) return new Map()
  const rows = await tx.$queryRaw<GoldRow[]>`
    select i.id, i.record, i.content, jsonb_object_agg(s.key, jsonb_build_object('answers', g.answers, 'votes', g.votes,
      'units', (select jsonb_agg(jsonb_build_object('key', u.key, 'kind', u.kind, 'text', u.text,
                       'parent', u.parent_key, 'data', u.data) order by u.position)
                from units u where u.task_id = t.id and u.maker_id is null and u.since_round <= g.round
                  and (u.retired_round is null or u.retired_round > g.round)))) "stages"
    from items i join tasks t on t.item_id = i.id and t.state = 'gold' join stages s on s.id = t.stage_id
    join golds g on g.task_id = t.id and g.superseded_at is null
    where i.id = any(${[...itemIds]}::uuid[]) group by i.id`
  return new Map(rows.map((row) => [row.id, present(row)]))
}

function present({ record, content, stages }: GoldRow): GoldRecord {
  const gold = Object.entries(stages).map(([key, { answers, votes, units }]) => [
    key,
    { answers, units: (units ?? []).map(unitIn), ...(votes === null ? {} : { votes: votes.map(nameless) }) },
  ])
  return { source: parseStored(record), content, stages: Object.fromEntries(gold) }
}

/** Whoever voted is nobody's business here. */
const nameless = (vote: Vote, index: number): Vote => ({ ...vote, voter: `vote ${index + 1}` })

function unitIn({ parent, data, ...unit }: UnitRow): UnitDraft {
  return { ...unit, ...(parent === null ? {} : { parent }), ...(data === null ? {} : { data }) }
}
