import 'server-only'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import { originalJson } from '@/lib/platform/foreign/records/stored-source'
import { pool } from '@/lib/platform/server/db'
import type { Field } from '@/lib/platform/server/streams/binary-rows'
import { copyRows } from '@/lib/platform/server/streams/copy-rows'
import type { EarlierGold, Protocol } from '@/lib/protocols/protocol'
import { NATIVE_VERSION, type NativeRecord } from '@/lib/workspace/imports/native/contract'
import { labelledStages } from '@/lib/workspace/items/queries'
import type { ExportScope } from './export-scope'
import { NOTED_SQL, openSql } from './released-sql'
import { listQuestions, type SeenNames, unseenGoldSql } from './seen-sql'
import { undecidedSql } from './undecided-sql'
import { listedTextSql, ownUnitSql, textQuestions, UNIT_SQL, votesSql } from './unit-sql'

/* Imported records whose votes name their voters, as a release gives them out. Pure. */

/**
 * A native line of a release. Its votes have aliases already; a record with votes is written anew from them, in its own
 * format where that one can be written. It is left out where there are no votes to write.
 */
function withAliasedRecord(protocol: Protocol, native: NativeRecord): NativeRecord {
  const { item, stages } = native
  const itemFormat = protocol.formats.find(({ key }) => key === item.format)
  if (item.record === null || !itemFormat) return native
  const stored = readStoredRecord(item.record)
  const { value: source } = stored
  const read = itemFormat.read(source)
  if (!read.ok || !read.record.votes?.length) return native
  const written = [itemFormat, ...protocol.formats].find(({ write }) => write !== null)
  const golds = stages.flatMap(({ key, units, gold }): [string, EarlierGold[string]][] =>
    gold?.votes ? [[key, { units, answers: gold.answers, votes: gold.votes }]] : [],
  )
  if (!written?.write || golds.length === 0) return { ...native, item: { ...item, record: null } }
  const gold = { source, content: item.content, stages: Object.fromEntries(golds) }
  const record = originalJson(stored, written.write(gold))
  return { ...native, item: { ...item, format: written.key, record } }
}

/** A moment as ISO 8601 in UTC, whatever the connection's time zone. */
export const isoSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// Built by the database, which is faster than building it here; the shape is NativeRecord, where `own` and `escaped` are there only if they say something.
const VALUES = `
  select json_agg(json_build_object(
      'unit', a.key, 'question', q.key, 'value', q.value,
      'how', coalesce(r.how::text, case g.origin when 'imported' then 'imported' when 'single_rated' then 'single' else 'agreed' end),
      'from', $3::jsonb ->> coalesce(r.user_id, case when g.origin = 'single_rated' then
        (select n.user_id from annotations n where n.task_id = t.id and n.round = g.round and n.state = 'submitted' limit 1) end)::text,
      'by', $4::jsonb ->> r.resolved_by_id::text,
      'reason', coalesce(r.reason, ''), 'at', coalesce(${isoSql('r.resolved_at')}, made.at)) order by u.position, a.key, q.key)
  from jsonb_each(g.answers) a cross join lateral jsonb_each(a.value) q
  left join units u on u.task_id = t.id and u.key = a.key and ${ownUnitSql('g.round')}
  left join lateral (
    select r.how, r.resolved_by_id, r.reason, r.resolved_at, n.user_id
    from resolutions r join units ru on ru.id = r.unit_id left join annotations n on n.id = r.annotation_id
    where r.task_id = t.id and r.round = g.round and r.question = q.key and ru.key = a.key) r on true`

// What people listed, by the last annotation that they submitted about it, up to the round of the gold.
const lastLabel = (select: string, from: string) => `(
  select ${select} from labels l join annotations n on n.id = l.annotation_id ${from}
    and n.user_id = m.maker_id and n.state = 'submitted' and n.round <= g.round order by n.round desc limit 1)`

/** What says which of the answers about a listed unit is its text. */
const ASKED = '($5::jsonb -> s.key -> m.kind)'
const MADE = `
  select json_agg(json_build_object(
      'key', m.key, 'kind', m.kind, 'parent', m.parent_key, 'by', $3::jsonb ->> m.maker_id::text,
      'text', coalesce(${lastLabel(listedTextSql('l.value', ASKED), `where l.unit_id = m.id and l.question = ${ASKED} ->> 'question'`)}, ''),
      'made', e.entry -> 'made', 'from', coalesce(e.entry -> 'from', '[]')) order by m.id)
  from units m left join lateral ${lastLabel(
    'entry',
    `join units p on p.id = l.unit_id
     cross join lateral jsonb_array_elements(case jsonb_typeof(l.value) when 'array' then l.value else '[]' end) entry
     where l.task_id = t.id and p.key = m.parent_key and entry ->> 'key' = m.key`,
  )} e on true
  where m.task_id = t.id and m.maker_id is not null and g.id is not null`

const NAMES: SeenNames = { stage: 's.key', lists: '$6' }

const EARLIER = `'protocolVersion', g.protocol_version,`

const goldSql = (also: string) => `(case when g.id is not null then json_build_object(
        'version', g.version, ${also} 'origin', g.origin, 'createdAt', made.at,
        'answers', g.answers, 'votes', ${votesSql('$3')}, 'rollUp', g.roll_up) end)`

// Up to the first that is at work, maybe again: gold behind it follows from what is no gold now.
const STAGES = `
  select json_agg(json_build_object(
      'key', s.key, 'raters', t.raters, 'round', coalesce(g.round, t.round),
      'adjudicator', $4::jsonb ->> g.adjudicator_id::text, 'approver', $4::jsonb ->> g.approver_id::text,
      'units', coalesce((select json_agg(${UNIT_SQL} order by u.position)
                from units u where u.task_id = t.id and ${ownUnitSql('coalesce(g.round, t.round)')}), '[]'),
      'made', coalesce((${MADE}), '[]'),
      'stale', case when t.stale then t.stale_changes end,
      'gold', case when g.protocol_version = own.version then ${goldSql('')} else ${goldSql(EARLIER)} end,
      'values', coalesce((${VALUES}), '[]'),
      'unseen', case when g.id is not null then ${unseenGoldSql(NAMES)} end) order by s.position)
  from tasks t
  join stages s on s.id = t.stage_id
  left join golds g on g.task_id = t.id and g.superseded_at is null and t.state = 'gold'
    and ${NOTED_SQL}
  cross join lateral (select ${isoSql('g.created_at')} at offset 0) made
  cross join lateral (select p.protocol_version "version" offset 0) own
  where t.item_id = i.id and t.state in ('gold', 'discarded') and not exists (
    select 1 from tasks b join stages e on e.id = b.stage_id
    where b.item_id = i.id and e.position < s.position and b.state not in ('gold', 'discarded'))`

// Only where every task is gold, and noted as read, may labels in the record go out with it.
const SETTLED = `(not exists (
  select 1 from tasks t where t.item_id = i.id and (t.state <> 'gold' or not ${NOTED_SQL})))`

const OVERRIDES = `coalesce((
  select json_agg(json_build_object('value', o.value, 'reason', o.reason, 'by', $4::jsonb ->> o.user_id::text,
    'at', ${isoSql('o.created_at')}) order by o.version)
  from roll_up_overrides o where o.item_id = i.id), '[]')`

// Asked once for all items: in most projects nobody has set a label by hand.
const OVERRIDDEN = `(select exists (
  select 1 from roll_up_overrides o join items x on x.id = o.item_id where x.project_id = $1))`

/** What a line must be written anew for; null of nearly all, which go out as they come. */
interface LineFacts {
  /** Was its item discarded, and is the line for a release? Then it tells why, and nothing that anybody answered. */
  bare: boolean
  format: string
  /** The record, where it is left out of the line because it may hold labels. */
  held: string | null
  escaped: boolean
}

interface NativeLineRow extends LineFacts {
  line: string
}

const OWN = `'own', json_build_object('domain', i.own_domain, 'source', i.own_source, 'tags', i.tags),`

const itemSql = (ownFieldsSql: string) => `
      json_build_object(
        'position', i.position, 'externalId', i.external_id, 'title', i.title, 'domain', i.domain, 'source', i.source, ${ownFieldsSql}
        'format', i.format, 'record', case when settled.is then i.record end, 'contentHash', i.content_hash, 'content', i.content,
        'discarded', case when i.discarded_at is not null then json_build_object(
          'reason', i.discard_reason, 'note', i.discard_note, 'at', ${isoSql('i.discarded_at')}) end,
        'overrides', case when settled.is and ${OVERRIDDEN} then ${OVERRIDES} else '[]' end)`

// Without what managers said where they said nothing: such lines are the same as before anybody could say it.
const ITEM = `case when i.own_domain is null and i.own_source is null and i.tags = '{}' then ${itemSql('')} else ${itemSql(OWN)} end`

const nativeSql = (protocol: Protocol, released: boolean, also: string) => `
  select i.position, json_build_object(
      'format', '${NATIVE_VERSION}',
      'protocol', json_build_object('id', p.protocol_id, 'version', p.protocol_version),
      'item', ${ITEM},
      'stages', case when bare.is then '[]' else coalesce((${STAGES}), '[]') end)::text line,
    case when bare.is or i.escaped or not settled.is then json_build_object(
      'format', i.format, 'held', case when not settled.is then i.record end, 'bare', bare.is, 'escaped', i.escaped)::text end facts
  from items i join projects p on p.id = i.project_id
  cross join lateral (select ${released ? 'i.discarded_at is not null' : 'false'} "is" offset 0) bare
  cross join lateral (select not bare.is and ${SETTLED} "is" offset 0) settled
  where i.project_id = $1 and (i.discarded_at is not null or exists (
    select 1 from tasks t join stages s on s.id = t.stage_id and s.position = 0
    where t.item_id = i.id and t.state = 'gold' and ${NOTED_SQL}) and not ${undecidedSql(protocol)}) ${also}
  order by i.position`

// Of what goes out of the item, all gold comes from labels made without a suggestion for them in sight.
const UNSEEN_ITEM = `and i.discarded_at is null and not exists (
  select 1 from tasks t join stages s on s.id = t.stage_id
  join golds g on g.task_id = t.id and g.superseded_at is null and t.state = 'gold'
  where t.item_id = i.id and not ${unseenGoldSql(NAMES)})`

/** From so many positions on, two connections are worth their start. */
const LONG = 1_000

async function isLong(projectId: string): Promise<boolean> {
  const { rows } = await pool().query<{ is: boolean }>(
    'select coalesce(max(position), 0) >= $2 "is" from items where project_id = $1',
    [projectId, LONG],
  )
  return rows[0]?.is ?? false
}

const NEW_LINE = Buffer.from('\n')
/** Lines go on by so many bytes at least. */
const PART_BYTES = 250_000

/** Every item whose first stage is gold, or that was discarded, in the native format: one line an item, in their order. Each part has whole lines. */
export async function* nativeBytes(scope: ExportScope): AsyncGenerator<Buffer> {
  const { projectId, readerId, names, protocol, labels } = scope
  const hidesVoters = scope.released && protocol.stages.some(({ consolidation }) => consolidation === 'votes')
  const formatLine = (row: NativeLineRow) => (row.escaped ? withEscaped(lineOf(protocol, row)) : lineOf(protocol, row))
  const write = (row: NativeLineRow) => (hidesVoters ? aliased(protocol, formatLine(row)) : formatLine(row))
  const written = (line: Buffer, facts: Field): Buffer =>
    facts === null && !hidesVoters ? line : Buffer.from(write({ line: line.toString(), ...factsOf(facts) }))
  const values = [
    projectId,
    readerId,
    JSON.stringify(names.annotators),
    JSON.stringify(names.reviewers),
    JSON.stringify(textQuestions(protocol)),
    JSON.stringify(listQuestions(protocol)),
  ]
  const also = `and ${openSql(scope)} ${labels === 'unseen' ? UNSEEN_ITEM : ''}`
  const rows = copyRows(
    (only) => ({ text: nativeSql(protocol, scope.released ?? false, `${also} and ${only}`), values }),
    await isLong(projectId),
  )
  let parts: Buffer[] = []
  let size = 0
  for await (const batch of rows) {
    for (const [, line, facts = null] of batch) {
      if (!line) continue
      const bytes = written(line, facts)
      parts.push(bytes, NEW_LINE)
      size += bytes.length + NEW_LINE.length
    }
    if (size < PART_BYTES) continue
    yield Buffer.concat(parts, size)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts, size)
}

/** The same as text. */
export async function* nativeLines(scope: ExportScope): AsyncGenerator<string> {
  for await (const part of nativeBytes(scope)) yield part.toString()
}

const NO_FACTS: LineFacts = { format: '', held: null, bare: false, escaped: false }
const factsOf = (facts: Field): LineFacts => (facts === null ? NO_FACTS : JSON.parse(facts.toString()))

/**
 * A line of the database as a value, and what is made of it. It is not put through its schema, which would add what the line
 * leaves out, so that a line that is written anew has the same fields as any other.
 */
function rewritten(line: string, change: (native: NativeRecord) => NativeRecord | null): string | null {
  const native: NativeRecord = JSON.parse(line)
  const changedRecord = change(native)
  return changedRecord && JSON.stringify(changedRecord)
}

const isOut = ({ stages }: NativeRecord, key: string): boolean =>
  stages.some((stage) => stage.key === key && stage.gold !== null)

/** Of a discarded item, which may come back: while its options are not judged, the line does not tell who made which. */
function withoutMethods(protocol: Protocol, line: string): string | null {
  const shuffled = protocol.stages.filter(({ shuffles }) => shuffles !== undefined)
  if (shuffled.length === 0) return null
  return rewritten(line, (whole) => {
    const open = shuffled.filter(({ key }) => !isOut(whole, key))
    if (open.length === 0) return null
    const content = open.reduce(
      (visibleContent, stage) => stage.shows?.(visibleContent) ?? visibleContent,
      whole.item.content,
    )
    return { ...whole, item: { ...whole.item, content, record: null } }
  })
}

/**
 * Items that are not gold throughout go on blind, or can be restored and do: their records go out only without labels,
 * or with labels of stages that are gold in the same line.
 */
function lineOf(protocol: Protocol, { line, format, held, bare }: NativeLineRow): string {
  if (bare) return withoutMethods(protocol, line) ?? line
  if (held === null) return line
  const masked = withoutMethods(protocol, line)
  if (masked !== null) return masked
  const labelled = labelledStages(protocol, { format, record: held })
  if (labelled === null) return line
  const withRecord = rewritten(line, (whole) =>
    labelled.every((key) => isOut(whole, key)) ? { ...whole, item: { ...whole.item, record: held } } : null,
  )
  return withRecord ?? line
}

/** Said only where it is so: a release without such items is the same file as before. */
const withEscaped = (line: string): string =>
  rewritten(line, ({ item, ...whole }) => ({ ...whole, item: { ...item, escaped: true } })) ?? line

const aliased = (protocol: Protocol, line: string): string =>
  rewritten(line, (native) => withAliasedRecord(protocol, native)) ?? line
