import 'server-only'
import { REVEALED_SQL } from '@/lib/policy/can'
import { cursorRows } from './cursor-rows'
import type { ExportScope } from './export-scope'
import { isoSql } from './native-lines'

const ANNOTATIONS = `
  select json_build_object(
      'item', json_build_object('position', i.position, 'externalId', i.external_id, 'domain', i.domain),
      'stage', s.key, 'state', t.state, 'annotator', $3::jsonb ->> n.user_id::text,
      'round', n.round, 'origin', n.origin, 'independent', n.independent, 'guidelineVersion', n.guideline_version,
      'startedAt', ${isoSql('n.started_at')}, 'submittedAt', ${isoSql('n.submitted_at')}, 'activeSeconds', n.active_seconds,
      'labels', coalesce((
        select json_agg(json_build_object(
            'unit', u.key, 'kind', u.kind, 'text', u.text, 'question', l.question, 'value', l.value, 'origin', l.origin,
            'revision', l.revision, 'updatedAt', ${isoSql('l.updated_at')}) order by u.position, l.question)
        from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id), '[]'))::text line
  from annotations n
  join tasks t on t.id = n.task_id
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  where t.project_id = $1 and n.state = 'submitted' and t.state in (${REVEALED_SQL})
    and exists (select 1 from answer_reads r where r.task_id = t.id and r.user_id = $2)
  order by t.position, s.position, n.round, n.id`

/** Every submitted annotation of revealed tasks with its labels, one line an annotation, in the items' order. */
export async function* annotationLines({ projectId, readerId, names }: ExportScope): AsyncGenerator<string> {
  for await (const rows of cursorRows<{ line: string }>(ANNOTATIONS, [
    projectId,
    readerId,
    JSON.stringify(names.annotators),
  ])) {
    yield `${rows.map((row) => row.line).join('\n')}\n`
  }
}
