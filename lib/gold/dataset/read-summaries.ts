import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { GoldSummary, Protocol, SuggestedList } from '@/lib/protocols/protocol'

/** The current gold of items that were not discarded. */
const CURRENT_GOLD = Prisma.sql`
  items i join tasks t on t.item_id = i.id and t.state = 'gold'
  join stages s on s.id = t.stage_id
  join golds g on g.task_id = t.id and g.superseded_at is null`

/** Every item with gold in any stage as a composition counts it, in the order of items. */
export async function readSummaries(tx: Tx, projectId: string, protocol: Protocol): Promise<GoldSummary[]> {
  const fields = protocol.composition?.content ?? []
  const rows = await tx.$queryRaw<Omit<GoldSummary, 'suggested'>[]>`
    select i.position,
      coalesce((select jsonb_object_agg(field, i.content -> field) from unnest(${[...fields]}::text[]) field), '{}') "content",
      jsonb_object_agg(s.key, g.roll_up) "stages"
    from ${CURRENT_GOLD}
    where i.project_id = ${projectId}::uuid and i.discarded_at is null
    group by i.id order by i.position`
  const lists = await readSuggestedLists(tx, projectId, protocol)
  return rows.map((row) => ({ ...row, suggested: lists.get(row.position) ?? [] }))
}

interface ListRow extends Omit<SuggestedList, 'proposed' | 'gold'> {
  position: number
  proposed: (string | null)[] | null
  gold: (string | null)[] | null
}

/**
 * What machines proposed for lists, the latest proposal for each, beside what became gold; by the item's position. It was
 * shown where somebody began to annotate after it was there.
 */
async function readSuggestedLists(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
): Promise<Map<number, SuggestedList[]>> {
  const texts = listTexts(protocol)
  const byPosition = new Map<number, SuggestedList[]>()
  if (Object.keys(texts).length === 0) return byPosition
  const rows = await tx.$queryRaw<ListRow[]>`
    select distinct on (i.position, s.position, u.position, p.question)
      i.position, s.key "stage", u.key "unit", p.question,
      (select jsonb_agg(seed.value -> 'values' ->> ${textOf(texts)} order by seed.ordinality)
       from jsonb_array_elements(p.value) with ordinality seed) "proposed",
      (select jsonb_agg(g.answers -> (entry.value ->> 'key') ->> ${textOf(texts)} order by entry.ordinality)
       from jsonb_array_elements(${goldList}) with ordinality entry) "gold",
      exists (select 1 from annotations n
              where n.task_id = t.id and n.origin = 'person' and n.started_at >= p.created_at) "shown"
    from ${CURRENT_GOLD}
    join suggestions p on p.task_id = t.id and jsonb_typeof(p.value) = 'array'
    join units u on u.id = p.unit_id
    where i.project_id = ${projectId}::uuid and i.discarded_at is null
      and ${JSON.stringify(texts)}::jsonb -> s.key ? p.question
    order by i.position, s.position, u.position, p.question, p.created_at desc, p.id desc`
  for (const { position, proposed, gold, ...list } of rows) {
    const of = byPosition.get(position) ?? []
    of.push({ ...list, proposed: (proposed ?? []).map(textIn), gold: (gold ?? []).map(textIn) })
    byPosition.set(position, of)
  }
  return byPosition
}

const textIn = (text: string | null) => text?.trim() ?? ''

/** Which question holds the text of a list's entries, by stage and list. */
function listTexts(protocol: Protocol): Record<string, Record<string, string>> {
  const lists = protocol.stages.map(({ key, questions }) => {
    const ofStage = questions.flatMap((question) => (question.list ? [[question.key, question.list.text]] : []))
    return [key, Object.fromEntries(ofStage)] as const
  })
  return Object.fromEntries(lists.filter(([, ofStage]) => Object.keys(ofStage).length > 0))
}

const textOf = (texts: Record<string, Record<string, string>>) =>
  Prisma.sql`(${JSON.stringify(texts)}::jsonb -> s.key ->> p.question)`

const goldList = Prisma.sql`
  case jsonb_typeof(g.answers -> u.key -> p.question) when 'array' then g.answers -> u.key -> p.question else '[]' end`
