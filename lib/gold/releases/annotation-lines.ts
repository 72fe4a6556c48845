import 'server-only'
import { originalOf } from '@/lib/platform/foreign/records/stored-source'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { stageByKey } from '@/lib/protocols'
import { DEEPEST_LIST } from '@/lib/protocols/made-units'
import type { Protocol } from '@/lib/protocols/protocol'
import { type ExportedLabel, lineagesOf, type Proposed } from './annotation-lineage'
import type { ExportScope } from './export-scope'
import { isoSql } from './native-lines'
import { NOTED_SQL, releasedSql } from './released-sql'
import { GIVEN_SQL, listQuestions, seenSql } from './seen-sql'
import { listedTextSql, textQuestions } from './unit-sql'

// The text of what an annotator listed is the answer to one of its questions, by stage and kind of unit.
const ASKED = '($4::jsonb -> s.key -> u.kind)'
const TEXT = `case when u.maker_id is null then u.text else coalesce((
  select ${listedTextSql('x.value', ASKED)} from labels x
  where x.annotation_id = n.id and x.unit_id = u.id and x.question = ${ASKED} ->> 'question'), '') end`

// Behind the task's own unit that it was listed for, or that what it was listed for was listed for.
const placeOf = (unit: string, depth = DEEPEST_LIST): string =>
  depth === 0
    ? `${unit}.position`
    : `case when ${unit}.maker_id is null then ${unit}.position else (
  select max(${placeOf(`p${depth}`, depth - 1)}) from units p${depth} where p${depth}.task_id = t.id and p${depth}.key = ${unit}.parent_key) end`
const PLACE = `${placeOf('u')}, u.maker_id is not null`

const SEEN = seenSql({ stage: 's.key', lists: '$5' })

const REVEALED = `t.state in (${REVEALED_SQL})`

// Hours would say whose lane is whose, beside an item's history: they are told with the gold.
const TOLD = `t.state = 'gold'`

const annotationsSql = (reach: string, timesCondition: string, labels: string) => `
  select json_build_object(
      'item', json_build_object('position', i.position, 'externalId', i.external_id, 'domain', i.shown_domain),
      'stage', s.key, 'state', t.state, 'annotator', $3::jsonb ->> n.user_id::text,
      'round', n.round, 'origin', n.origin, 'independent', n.independent, 'guidelineVersion', n.guideline_version,
      'protocolVersion', n.protocol_version,
      'startedAt', case when ${timesCondition} then ${isoSql('n.started_at')} end, 'submittedAt', case when ${timesCondition} then ${isoSql('n.submitted_at')} end,
      'activeSeconds', case when ${timesCondition} then n.active_seconds end, 'shown', n.shown,
      'labels', coalesce((
        select json_agg(json_build_object(
            'unit', u.key, 'kind', u.kind, 'text', ${TEXT}, 'parent', u.parent_key, 'listed', u.maker_id is not null, 'question', l.question, 'value', l.value, 'origin', l.origin, 'suggestionId', l.suggestion_id,
            'seen', ${SEEN}, 'lineage', null,
            'revision', l.revision, 'updatedAt', case when ${timesCondition} then ${isoSql('l.updated_at')} end) order by ${PLACE}, u.key, l.question)
        from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id ${labels}), '[]'))::text line,
    s.key stage, (
      select json_agg(json_build_object('id', x.id, 'unit', u.key, 'question', x.question, 'value', x.value,
        'seen', l.suggestion_id is not distinct from x.id or ${GIVEN_SQL}) order by x.score desc nulls last, x.id)
      from suggestions x join labels l on l.annotation_id = n.id and l.unit_id = x.unit_id and l.question = x.question
      join units u on u.id = x.unit_id where x.task_id = t.id) proposed, i.escaped
  from annotations n
  join tasks t on t.id = n.task_id
  join stages s on s.id = t.stage_id
  join items i on i.id = t.item_id
  where t.project_id = $1 and n.state = 'submitted' and ${reach}
    and ${NOTED_SQL}
    ${labels && `and exists (select 1 from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id ${labels})`}
  order by t.position, s.position, n.round, n.id`

const UNSEEN = `and l.value <> 'null' and not coalesce(${SEEN}, true)`

interface AnnotationRow {
  line: string
  stage: string
  /** The suggestions at places that were answered; null where there are none. */
  proposed: Proposed[] | null
  escaped: boolean
}

/**
 * Every submitted annotation of revealed tasks (in a release: of those whose gold is in it) with its labels, one line an
 * annotation, in the items' order. Each label says how it came to be: origin, the suggestion accepted, whether one was in sight, and what became of them.
 */
export async function* annotationLines(scope: ExportScope): AsyncGenerator<string> {
  const { projectId, protocol, readerId, names, labels } = scope
  const [reach, told] = scope.released ? [releasedSql(scope), 'true'] : [REVEALED, TOLD]
  const sql = annotationsSql(reach, told, labels === 'unseen' ? UNSEEN : '')
  for await (const rows of cursorRows<AnnotationRow>(sql, [
    projectId,
    readerId,
    JSON.stringify(names.annotators),
    JSON.stringify(textQuestions(protocol)),
    JSON.stringify(listQuestions(protocol)),
  ])) {
    yield `${rows.map((row) => lineOf(protocol, row)).join('\n')}\n`
  }
}

const lineOf = (protocol: Protocol, row: AnnotationRow): string =>
  row.escaped ? JSON.stringify(originalOf(row, JSON.parse(withLineages(protocol, row)))) : withLineages(protocol, row)

function withLineages(protocol: Protocol, { line, stage, proposed }: AnnotationRow): string {
  if (proposed === null) return line
  const annotation: { labels: ExportedLabel[] } = JSON.parse(line)
  const lineages = lineagesOf(stageByKey(protocol, stage), annotation.labels, proposed)
  const labels = annotation.labels.map((label, index) => ({ ...label, lineage: lineages[index] ?? null }))
  return JSON.stringify({ ...annotation, labels })
}
