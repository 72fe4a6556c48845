/** What a release tells of the project as a whole, counted in the snapshot that its files are made from. */
import 'server-only'
import { isoSql } from '@/lib/gold/releases/native-lines'
import type { Reader } from '@/lib/gold/releases/release/build/fingerprint'
import type { Manifest } from '@/lib/gold/releases/release/manifest/contract'
import { type Extent, openSql, releasedSql } from '@/lib/gold/releases/released-sql'
import { labelSql } from '@/lib/gold/releases/unit-sql'
import type { Protocol } from '@/lib/protocols/protocol'
import type { CalibrationSettings } from '@/lib/quality/calibration/contract'
import { holds, questionsOf } from '@/lib/quality/calibration/rules'

export interface GuidelineText {
  version: number
  note: string
  publishedAt: string
  body: string
}

/** A version of a protocol file, as it was published. */
export interface ProtocolText {
  version: number
  /** SHA-256 of the source, in hexadecimal. */
  hash: string
  source: string
}

export interface DiscardRow {
  reason: string
  items: number
  ids: { position: number; externalId: string | null }[]
}

/** How often gold gave which category (by its index) of a measure. */
export interface GoldRating {
  stage: string
  measure: string
  code: number
  units: number
}

export interface ProjectRows {
  items: Manifest['items']
  /** Of what the release holds. */
  annotators: number
  reviewers: number
  overrides: number
  guidelines: GuidelineText[]
  /** None of a protocol that is no file. */
  protocolFiles: ProtocolText[]
  discards: DiscardRow[]
  goldRatings: GoldRating[]
  qualification: Manifest['qualification']
}

const itemsSql = (extent: Extent) => `
  select count(*)::int total, (count(*) filter (where discarded_at is not null))::int discarded,
         (count(*) filter (where discarded_at is null and exists (
            select 1 from tasks t join stages s on s.id = t.stage_id
            where t.item_id = i.id and ${releasedSql(extent)})))::int gold
  from items i where project_id = $1 and ${openSql(extent)}`

const released = (extent: Extent) =>
  `tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id and ${releasedSql(extent)}`

/** Of `items i`: only where every stage is gold does a release tell who set its label by hand. */
const tellsOverrides = (extent: Extent) => `${openSql(extent)} and i.discarded_at is null and not exists (
  select 1 from tasks x where x.item_id = i.id and x.state <> 'gold')`

/** The version that the project has, and those under which something in the release was made. A project names its protocol file as `id@version`. */
const protocolFilesSql = (extent: Extent) => `
  select v.version, v.hash, v.source from projects p
  join protocol_versions v on v.id || '@' = substring(p.protocol_id from '^[^@]+@')
  where p.id = $1 and (v.version = p.protocol_version
    or exists (select 1 from golds g join ${released(extent)} on t.id = g.task_id
               where t.project_id = p.id and g.superseded_at is null and g.protocol_version = v.version)
    or exists (select 1 from annotations n join ${released(extent)} on t.id = n.task_id
               where t.project_id = p.id and n.state = 'submitted' and n.protocol_version = v.version))
  order by v.version`

/** Whose annotations are in annotations.jsonl. */
const annotatorsSql = (extent: Extent) => `
  select count(distinct n.user_id)::int "count" from annotations n join ${released(extent)} on t.id = n.task_id
  where t.project_id = $1 and n.state = 'submitted'`

/** Whom assay.jsonl names as having settled, confirmed, approved or set by hand. */
const reviewersSql = (extent: Extent) => `
  select count(distinct person)::int "count" from (
    select unnest(array[g.adjudicator_id, g.approver_id]) person
    from golds g join ${released(extent)} on t.id = g.task_id where t.project_id = $1 and g.superseded_at is null
    union all
    select r.resolved_by_id from resolutions r join ${released(extent)} on t.id = r.task_id
    join golds g on g.task_id = t.id and g.superseded_at is null and g.round = r.round
    join units u on u.id = r.unit_id
    where t.project_id = $1 and g.answers -> u.key ? r.question
    union all
    select o.user_id from roll_up_overrides o join items i on i.id = o.item_id
    where i.project_id = $1 and ${tellsOverrides(extent)}) parts`

/** Labels set by hand that stand, on gold of the stage `$2`. */
const overridesSql = (extent: Extent) => `
  select count(*)::int "count" from items i
  where i.project_id = $1 and ${tellsOverrides(extent)} and ${labelSql('$2')} is not null`

const discardsSql = (extent: Extent) => `
  select coalesce(discard_reason, '') reason, count(*)::int items,
         json_agg(json_build_object('position', position, 'externalId', external_id) order by position) ids
  from items i where project_id = $1 and discarded_at is not null and ${openSql(extent)} group by 1 order by 1`

const goldRatingsSql = (extent: Extent) => `
  select s.key stage, f.measure, f.code::int, count(*)::int units
  from further_ratings f join ${released(extent)} on t.id = f.task_id
  where s.project_id = $1 and f.rater = 'gold' group by 1, 2, 3 order by 1, 2, 3`

/**
 * Of events `e`: a judgement by the bars as they are now. Whoever was judged by others is judged anew at their next task, and one
 * percentage for all questions together (`leastPercent`) is none of today's bars.
 */
const BY_THESE_BARS = `e.project_id = $1 and e.type = 'calibration.judged' and not e.data ? 'leastPercent'
  and e.id > coalesce((select max(b.id) from events b where b.project_id = $1 and b.type = 'calibration.updated'
                       and b.data ?| array['gateTasks', 'gatePercent', 'gateBars']), 0)`

const QUALIFICATION = `
  select c.gate_tasks tasks, c.gate_percent "gatePercent", c.gate_bars "gateBars",
         (select count(distinct e.data ->> 'userId')::int from events e where ${BY_THESE_BARS}) judged,
         (select count(distinct e.data ->> 'userId')::int from events e
          where ${BY_THESE_BARS} and (e.data ->> 'passed')::boolean) passed,
         (select count(*)::int from calibration_waivers w where w.project_id = $1) waived
  from calibrations c where c.project_id = $1 and c.gate_tasks > 0`

type Qualification = Pick<CalibrationSettings, 'gatePercent' | 'gateBars'> &
  Pick<NonNullable<Manifest['qualification']>, 'tasks' | 'judged' | 'passed' | 'waived'>

function qualificationOf(protocol: Protocol, row: Qualification | undefined): Manifest['qualification'] {
  if (!row) return null
  const { gatePercent, gateBars, ...counts } = row
  const barQuestions = questionsOf(protocol, { gatePercent, gateBars }).filter(({ bar }) => holds(bar))
  return { ...counts, bars: barQuestions.map(({ title, bar }) => ({ title, ...bar })) }
}

export async function readProject(reader: Reader, projectId: string, extent: Extent): Promise<ProjectRows> {
  const { protocol } = extent
  const labelStage = protocol.itemLabel?.stage
  const rows = <Row extends object>(sql: string, ...more: unknown[]) => reader.query<Row>(sql, [projectId, ...more])
  const one = async <Row extends object>(sql: string, ...more: unknown[]) => (await rows<Row>(sql, ...more))[0]
  const count = async (sql: string, ...more: unknown[]) => (await one<{ count: number }>(sql, ...more))?.count ?? 0
  return {
    items: (await one<Manifest['items']>(itemsSql(extent))) ?? { total: 0, gold: 0, discarded: 0 },
    annotators: await count(annotatorsSql(extent)),
    reviewers: await count(reviewersSql(extent)),
    overrides: labelStage === undefined ? 0 : await count(overridesSql(extent), labelStage),
    guidelines: await rows<GuidelineText>(`
      select version, note, ${isoSql('created_at')} "publishedAt", body from guidelines
      where project_id = $1 order by version`),
    protocolFiles: await rows<ProtocolText>(protocolFilesSql(extent)),
    discards: await rows<DiscardRow>(discardsSql(extent)),
    goldRatings: await rows<GoldRating>(goldRatingsSql(extent)),
    qualification: qualificationOf(protocol, await one<Qualification>(QUALIFICATION)),
  }
}
