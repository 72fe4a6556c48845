import 'server-only'
import { parseStored } from '@/lib/imports/queries'
import type { Answers, Json, RecordFormat, UnitDraft } from '@/lib/protocols/protocol'
import { cursorRows } from './cursor-rows'
import type { ExportScope } from './export-scope'

interface Row {
  record: string
  content: Json
  units: UnitDraft[]
  answers: Answers
}

// The gold of the last stage is the item's: earlier stages are steps on the way.
const GOLD = `
  select i.record, i.content, g.answers,
         (select json_agg(json_build_object('key', u.key, 'kind', u.kind, 'text', u.text) order by u.position)
          from units u where u.task_id = t.id) units
  from tasks t
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  join golds g on g.task_id = t.id and g.superseded_at is null
  where t.project_id = $1 and t.state = 'gold' and i.discarded_at is null
    and s.position = (select max(position) from stages where project_id = $1)
    and exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = $2)
  order by t.position`

/** Gold in one of the protocol's own formats, one JSON record a line, in the items' order. */
export async function* goldLines(
  scope: ExportScope,
  write: NonNullable<RecordFormat['write']>,
): AsyncGenerator<string> {
  for await (const rows of cursorRows<Row>(GOLD, [scope.projectId, scope.readerId])) {
    const lines = rows.map(({ record, ...gold }) => JSON.stringify(write({ source: parseStored(record), ...gold })))
    yield `${lines.join('\n')}\n`
  }
}
