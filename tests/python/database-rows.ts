/**
 * What the tables of a release have to hold, read from PostgreSQL beside the code that writes them (lib/gold/releases): rows are selected here, and
 * what follows from them is asked of the protocol. Each row is a list of values in the order of the table's columns; `{ json }` stands for a text
 * that holds this value as JSON, `{ any: true }` for one that this does not work out (columns `seen` and `lineage` where a task has suggestions).
 */
import { agreementOf } from '@/lib/gold/agreement-classes'
import { releaseNames } from '@/lib/gold/releases/person-names'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { pool } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import { ratedKeysIn, votesOn, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Json, Measure, Protocol, Question, Stage, UnitDraft, Vote } from '@/lib/protocols/protocol'
import { rateAnnotations, unmeasuredSql } from '@/lib/quality/agreement/queries'
import { shannonEntropy } from '@/lib/stats/shannon-entropy'
import { escapeText, unescapeText } from '@/lib/text/escape-text'

type Value = Json | { json: Json } | { any: true }
export type DatabaseRow = Value[]

interface ItemRow {
  id: string
  position: number
  externalId: string | null
  title: string
  domain: string | null
  source: string | null
  tags: string[]
  content: Json
  escaped: boolean
  /** Of the label that was last set by hand; null: none was. */
  byHand: Json
}

interface TaskRow {
  id: string
  itemId: string
  stage: string
  state: string
  raters: number
  answers: Answers | null
  votes: Vote[] | null
  rollUp: { [key: string]: Json } | null
  units: UnitDraft[]
  settled: { unit: string; question: string; how: string }[]
}

/** A unit as the protocol knows it. */
const UNIT = `json_build_object('key', u.key, 'kind', u.kind, 'text', u.text, 'parent', u.parent_key, 'data', u.data)`

const ITEMS = `
  select i.id, i.position, i.external_id "externalId", i.title, coalesce(i.own_domain, i.domain) "domain",
    coalesce(i.own_source, i.source) "source", i.tags, i.content, i.escaped,
    (select o.value from roll_up_overrides o where o.item_id = i.id order by o.version desc limit 1) "byHand"
  from items i where i.project_id = $1 and i.discarded_at is null order by i.position`

const TASKS = `
  select t.id, t.item_id "itemId", s.key "stage", t.state::text "state", t.raters, g.answers, g.votes, g.roll_up "rollUp",
    coalesce((select json_agg(${UNIT} order by u.position) from units u where u.task_id = t.id and u.maker_id is null
      and u.since_round <= coalesce(g.round, t.round) and coalesce(u.retired_round > coalesce(g.round, t.round), true)), '[]') "units",
    coalesce((select json_agg(json_build_object('unit', a.key, 'question', q.key, 'how', coalesce(
        (select r.how::text from resolutions r join units u on u.id = r.unit_id
         where r.task_id = t.id and r.round = g.round and r.question = q.key and u.key = a.key),
        case g.origin when 'imported' then 'imported' when 'single_rated' then 'single' else 'agreed' end)) order by q.key)
      from jsonb_each(g.answers) a cross join lateral jsonb_each(a.value) q), '[]') "settled"
  from tasks t join stages s on s.id = t.stage_id
  left join golds g on g.task_id = t.id and g.superseded_at is null and t.state = 'gold'
  where t.project_id = $1 order by t.position, s.position`

const RATED = `
  select t.id, t.item_id "itemId", s.key "stage",
    coalesce((select json_agg(${UNIT} order by u.position) from units u
      where u.task_id = t.id and u.maker_id is null and u.since_round = 1), '[]') "units",
    json_agg(json_build_object('id', n.id, 'userId', n.user_id, 'shown', n.shown,
      'unmeasured', ${unmeasuredSql('s.key', 't.project_id', 'n.submitted_at')},
      'answers', coalesce((select json_object_agg(key, answers) from (
        select u.key, json_object_agg(l.question, l.value) answers
        from labels l join units u on u.id = l.unit_id where l.annotation_id = n.id group by u.key) a), '{}')) order by n.id) "annotations"
  from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
  join annotations n on n.task_id = t.id and n.state = 'submitted' and n.round = 1 and n.independent
  where t.project_id = $1 and i.discarded_at is null and t.state in (${REVEALED_SQL})
  group by t.id, s.id, i.id order by t.position, s.position`

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const LABELS = `
  select t.item_id "itemId", s.key "stage", n.user_id "userId", n.round, n.origin::text "annotationOrigin", n.independent,
    n.guideline_version "guidelineVersion", n.protocol_version "protocolVersion", ${utc('n.started_at')} "startedAt",
    ${utc('n.submitted_at')} "submittedAt", n.active_seconds "activeSeconds", n.shown, u.key "unit", u.kind, u.parent_key "parent", u.text,
    u.maker_id is not null "listed", l.question, l.value, l.origin::text "origin", l.suggestion_id "suggestionId", l.revision,
    ${utc('l.updated_at')} "updatedAt", (
      select json_object_agg(x.question, x.value) from labels x where x.annotation_id = n.id and x.unit_id = u.id) "beside",
    exists (select 1 from suggestions x where x.task_id = t.id) "suggested"
  from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id
  join labels l on l.annotation_id = n.id join units u on u.id = l.unit_id
  where t.project_id = $1 and n.state = 'submitted'
  order by t.position, s.position, n.round, n.id,
    case when u.maker_id is null then u.position else (
      select max(p.position) from units p where p.task_id = t.id and p.key = u.parent_key) end,
    u.maker_id is not null, u.key, l.question`

interface RatedRow extends Pick<TaskRow, 'id' | 'itemId' | 'stage' | 'units'> {
  annotations: { id: string; userId: string; shown: string[] | null; unmeasured: string[] | null; answers: Answers }[]
}

interface LabelRow extends Pick<TaskRow, 'itemId' | 'stage'> {
  userId: string
  round: number
  annotationOrigin: string
  independent: boolean
  guidelineVersion: number | null
  protocolVersion: number
  startedAt: string
  submittedAt: string
  activeSeconds: number
  shown: string[] | null
  unit: string
  kind: string
  parent: string | null
  text: string
  listed: boolean
  question: string
  value: Json
  origin: string
  suggestionId: string | null
  revision: number
  updatedAt: string
  beside: { [question: string]: Json }
  suggested: boolean
}

/** What one independent annotator said of a unit. */
interface Rating {
  task: string
  item: number
  domain: string | null
  stage: string
  measure: string
  unit: string
  userId: string
  value: string
}

/** Gold that a release holds: of one task, with the units that the gold lists. */
interface Gold {
  item: ItemRow
  task: TaskRow
  stage: Stage
  answers: Answers
  units: readonly UnitDraft[]
}

/** The rows of every table of the project's release, by the table's key, in their order. */
export async function databaseRows(projectId: string, protocolId: string): Promise<Map<string, DatabaseRow[]>> {
  const select = async <Row extends object>(sql: string) => (await pool().query<Row>(sql, [projectId])).rows
  const [items, tasks] = [await select<ItemRow>(ITEMS), await select<TaskRow>(TASKS)]
  const [rated, labels] = [await select<RatedRow>(RATED), await select<LabelRow>(LABELS)]
  const protocol = protocolById(protocolId)
  const { annotators } = await releaseNames(projectId, protocol)
  const project = new Project(protocol, { items, tasks, rated, labels, annotators })
  return project.tables()
}

interface Read {
  items: ItemRow[]
  tasks: TaskRow[]
  rated: RatedRow[]
  labels: LabelRow[]
  annotators: Readonly<Record<string, string>>
}

class Project {
  private readonly items: ReadonlyMap<string, ItemRow>
  private readonly golds: Gold[]
  private readonly ratings: Rating[]

  constructor(
    private readonly protocol: Protocol,
    private readonly read: Read,
  ) {
    this.items = new Map(read.items.map((item) => [item.id, item]))
    this.golds = read.items.flatMap((item) => this.goldsOf(item))
    this.ratings = read.rated.flatMap((task) => this.ratingsIn(task))
    for (const item of read.items) item.content = this.shownContent(item)
  }

  tables(): Map<string, DatabaseRow[]> {
    const { stages } = this.protocol
    const measure = this.goldMeasure()
    const voting = stages.filter(({ consolidation }) => consolidation === 'votes')
    return new Map([
      ...(measure ? [['gold', this.goldRows(measure)] as const] : []),
      ...voting.map((stage) => [voting.length > 1 ? `${stage.key}-votes` : 'votes', this.voteRows(stage)] as const),
      ['items', this.itemRows()],
      ...this.unitTables(),
      ['ratings', this.ratings.map((rating) => this.ratingRow(rating))],
      ['distributions', this.shareRows()],
      ['annotations', this.read.labels.flatMap((label) => this.labelRow(label))],
    ])
  }

  /** Stages with gold, up to the first that is at work; none of an item whose first stage is. */
  private goldsOf(item: ItemRow): Gold[] {
    const own = this.read.tasks.filter(({ itemId }) => itemId === item.id)
    const isOpen = ({ state }: TaskRow) => state !== 'gold' && state !== 'discarded'
    const shuffled = new Set(this.protocol.stages.filter(({ shuffles }) => shuffles).map(({ key }) => key))
    const isUndecided = own.some(
      ({ stage, state }) => shuffled.has(stage) && (state === 'preparing' || state === 'open'),
    )
    if (own[0]?.state !== 'gold' || isUndecided) return []
    const open = own.findIndex(isOpen)
    return own.slice(0, open === -1 ? own.length : open).flatMap((task): Gold[] => {
      const { answers } = task
      if (answers === null) return []
      const stage = stageByKey(this.protocol, task.stage)
      const units = task.units.map(withoutNulls)
      return [
        { item, task, stage, answers, units: withMadeUnits(stage, { content: item.content, units }, answers).units },
      ]
    })
  }

  /** Of an item whose options are decided on and not gold yet, the content does not tell who made which. */
  private shownContent(item: ItemRow): Json {
    const isOut = (stage: Stage) => this.golds.some((gold) => gold.item === item && gold.stage === stage)
    const open = this.protocol.stages.filter((stage) => stage.shuffles && !isOut(stage))
    return open.reduce((shown, stage) => stage.shows?.(shown) ?? shown, item.content)
  }

  private ratingsIn({ id, itemId, stage, units, annotations }: RatedRow): Rating[] {
    const item = this.items.get(itemId)
    if (!item) return []
    const { position, domain, content } = item
    const task = { taskId: id, content, units: units.map(withoutNulls) }
    return rateAnnotations(stageByKey(this.protocol, stage), task, annotations).map(
      ({ userId, measure, unitKey, value }) => ({
        task: id,
        item: position,
        domain,
        stage,
        measure,
        unit: unitKey,
        userId,
        value,
      }),
    )
  }

  private goldMeasure(): { stage: Stage; measure: Measure } | null {
    const { label, itemLabel, stages } = this.protocol
    const settled = stages.filter(({ consolidation }) => consolidation !== 'votes')
    const stage = settled.find(({ key }) => key === (label?.stage ?? itemLabel?.stage)) ?? settled.at(-1)
    const measure = stage?.measures.find(({ key }) => key === label?.measure) ?? stage?.measures[0]
    return stage && measure ? { stage, measure } : null
  }

  /** What each row about a unit begins with. */
  private place({ item, stage, units }: Gold, unit: UnitDraft): DatabaseRow {
    const shown = this.protocol.present(item.content).map(({ title, text }) => `${title}\n${text}`)
    return [
      item.position,
      item.externalId,
      `${item.position}/${unit.key}`,
      stage.key,
      unit.kind,
      unit.parent === undefined ? null : `${item.position}/${unit.parent}`,
      units.indexOf(unit),
      unit.kind === 'item' ? shown.join('\n\n') : unit.text,
    ]
  }

  private goldRows({ stage, measure }: { stage: Stage; measure: Measure }): DatabaseRow[] {
    const { label } = this.protocol
    const values = measure.sets ? new Map(measure.sets.flat().map((each) => [each.value, each])) : null
    const shared = (values ? [...values.keys()] : measure.categories.map(({ value }) => value)).map((value) => ({
      isIn: (rating: string) => {
        const set = measure.sets?.[measure.categories.findIndex((each) => each.value === rating)]
        return set ? set.some((each) => each.value === value) : rating === value
      },
    }))
    return this.unitsOf(stage, measure.unit).map(({ gold, unit }) => {
      const { item, task, answers } = gold
      const keys = ratedKeysIn(answers)(unit.key)
      const given = votesOn(
        this.ratings
          .filter((each) => each.task === task.id && each.measure === measure.key && keys.has(each.unit))
          .map(({ userId, value }) => ({ annotator: userId, value })),
      )
      const answer = (question: string | null | undefined) => textOf(answers[unit.key]?.[question ?? ''] ?? null)
      return [
        ...this.place(gold, unit),
        measure.rating({ content: item.content, units: gold.units }, answers, unit, null),
        answer(label?.type),
        answer(label?.reason),
        item.domain,
        item.source,
        item.tags,
        task.raters,
        this.how(gold, unit, measure.question ?? null),
        agreementOf(given),
        given.length,
        ...shared.map(({ isIn }) => (given.length === 0 ? null : rounded(given.filter(isIn).length / given.length))),
      ]
    })
  }

  private how({ task, stage }: Gold, unit: UnitDraft, question: string | null): string | null {
    const decided = stage.questions.filter(({ consolidate }) => consolidate === 'decide').map(({ key }) => key)
    const hows = task.settled
      .filter(
        (each) =>
          each.unit === unit.key && (question === null ? decided.includes(each.question) : each.question === question),
      )
      .map(({ how }) => how)
    return hows.find((how) => how !== 'agreed') ?? hows[0] ?? null
  }

  private voteRows(stage: Stage): DatabaseRow[] {
    const kinds = new Set(stage.questions.map(({ unit }) => unit))
    return this.golds
      .filter((gold) => gold.stage === stage)
      .flatMap((gold) =>
        gold.units
          .filter(({ kind }) => kinds.has(kind))
          .flatMap((unit) =>
            (gold.task.votes ?? []).flatMap((vote, index): DatabaseRow[] => {
              const answers = vote.answers[unit.key]
              return answers === undefined ? [] : [this.voteRow(gold, unit, { vote, answers, place: index + 1 })]
            }),
          ),
      )
  }

  private voteRow(
    gold: Gold,
    unit: UnitDraft,
    { vote, answers, place }: { vote: Vote; answers: Answers[string]; place: number },
  ): DatabaseRow {
    const { item, stage, units } = gold
    return [
      ...this.place(gold, unit),
      place,
      this.read.annotators[vote.voter] ?? vote.voter,
      vote.shown === null ? null : vote.shown.map((key) => `${item.position}/${key}`),
      ...stage.questions.flatMap((question) => cells(question, answers[question.key] ?? null, item)),
      ...stage.measures.map((measure) =>
        measure.unit === unit.kind
          ? measure.rating({ content: item.content, units }, vote.answers, unit, vote.shown)
          : null,
      ),
      item.domain,
      item.source,
      item.tags,
    ]
  }

  private itemRows(): DatabaseRow[] {
    const { itemLabel, rollUps, stages } = this.protocol
    const asked = stages
      .filter(({ consolidation }) => consolidation !== 'votes')
      .flatMap((stage) =>
        stage.questions.filter(({ unit }) => unit === 'item').map((question) => ({ stage, question })),
      )
    return this.read.items.flatMap((item): DatabaseRow[] => {
      const golds = this.golds.filter((gold) => gold.item === item)
      if (golds.length === 0) return []
      const labelled = golds.find(({ stage }) => stage.key === itemLabel?.stage)?.task.rollUp
      const labels = itemLabel
        ? rollUps.map(({ key }) => textOf((labelled && itemLabel.byRule(labelled)[key]) ?? null))
        : []
      const isWhole = this.read.tasks.every(({ itemId, state }) => itemId !== item.id || state === 'gold')
      return [
        [
          item.position,
          item.externalId,
          item.title,
          this.protocol
            .present(item.content)
            .map(({ title, text }) => `${title}\n${text}`)
            .join('\n\n'),
          item.domain,
          item.source,
          item.tags,
          golds.map(({ stage }) => stage.key),
          golds[0]?.task.raters ?? null,
          ...(itemLabel ? [...labels, isWhole ? textOf(item.byHand) : null] : []),
          ...asked.flatMap(({ stage, question }) => {
            const answers = golds.find((gold) => gold.stage === stage)?.answers.item
            return cells(question, answers?.[question.key] ?? null, item)
          }),
          { json: Object.fromEntries(golds.map(({ stage, task }) => [stage.key, task.rollUp ?? {}])) },
          { json: item.content },
          item.escaped,
        ],
      ]
    })
  }

  private unitTables(): (readonly [string, DatabaseRow[]])[] {
    const { stages } = this.protocol
    const kinds = [...new Set(stages.flatMap(({ unitKinds }) => unitKinds.map(({ kind }) => kind)))]
    return kinds
      .filter((kind) => kind !== 'item')
      .flatMap((kind) => {
        const here = stages.filter(({ unitKinds }) => unitKinds.some((each) => each.kind === kind))
        const asking = here.filter(({ questions }) => questions.some(({ unit }) => unit === kind))
        const of = asking.length > 0 ? asking : here.slice(0, 1)
        const several = /(evidence|s)$/.test(kind) ? kind : `${kind}s`
        return of.map(
          (stage) => [of.length > 1 ? `${stage.key}-${several}` : several, this.unitRows(stage, kind)] as const,
        )
      })
  }

  private unitRows(stage: Stage, kind: string): DatabaseRow[] {
    const isVote = stage.consolidation === 'votes'
    const isText = ({ key }: Question) => stage.questions.some(({ list }) => list?.kind === kind && list.text === key)
    const asked = isVote ? [] : stage.questions.filter((question) => question.unit === kind && !isText(question))
    return this.unitsOf(stage, kind).map(({ gold, unit }) => {
      const { item, task, answers } = gold
      return [
        ...this.place(gold, unit),
        ...asked.flatMap((question) => [
          ...cells(question, answers[unit.key]?.[question.key] ?? null, item),
          ...(['decide', 'wording'].includes(question.consolidate) ? [this.how(gold, unit, question.key)] : []),
        ]),
        unit.data === undefined ? null : { json: unit.data },
        item.domain,
        item.source,
        item.tags,
        task.raters,
      ]
    })
  }

  private unitsOf(stage: Stage, kind: string): { gold: Gold; unit: UnitDraft }[] {
    return this.golds
      .filter((gold) => gold.stage === stage)
      .flatMap((gold) => gold.units.filter((unit) => unit.kind === kind).map((unit) => ({ gold, unit })))
  }

  private isReleased(task: string): boolean {
    return this.golds.some((gold) => gold.task.id === task)
  }

  private ratingRow({ task, item, domain, stage, measure, unit, userId, value }: Rating): DatabaseRow {
    const alias = this.read.annotators[userId] ?? ''
    return [measure, `${item}/${unit}`, item, domain, alias, value, stage, this.isReleased(task)]
  }

  private shareRows(): DatabaseRow[] {
    return this.read.rated.flatMap(({ id, stage, annotations }) => {
      const people = annotations.map(({ userId }) => this.read.annotators[userId] ?? '').sort()
      return stageByKey(this.protocol, stage).measures.flatMap(({ key, categories, sets }) => {
        const here = this.ratings.filter(({ task, measure }) => task === id && measure === key)
        return [...new Set(here.map(({ unit }) => unit))].flatMap((unit) => {
          const given = here.filter((rating) => rating.unit === unit)
          const counts = categories.map(({ value }) => given.filter((rating) => rating.value === value).length)
          const entropy = rounded(shannonEntropy(counts).value ?? 0)
          return categories.flatMap(({ value }, code): DatabaseRow[] => {
            const [count, first] = [counts[code] ?? 0, given[0]]
            if (!first || (sets && count === 0)) return []
            const of = [key, `${first.item}/${unit}`, first.item, first.domain, stage, people, given.length]
            return [[...of, value, count, rounded(count / given.length), entropy, this.isReleased(id)]]
          })
        })
      })
    })
  }

  private labelRow(label: LabelRow): DatabaseRow[] {
    const gold = this.golds.find(({ item, stage }) => item.id === label.itemId && stage.key === label.stage)
    if (!gold) return []
    const { item, stage } = gold
    const named = (key: string) => `${item.position}/${key}`
    // What the item's texts were before they were escaped for the database.
    const original = <T extends Json>(value: T): T => (item.escaped ? (mapTexts(value, unescapeText) as T) : value)
    const value = original(label.value)
    const text = stage.questions.find(({ list }) => list?.kind === label.kind)?.list?.text
    const listed = label.listed ? label.beside[text ?? ''] : label.text
    const seen =
      label.origin === 'imported'
        ? null
        : label.suggestionId !== null || (label.suggested ? { any: true as const } : false)
    return [
      [
        item.position,
        original(item.externalId),
        original(item.domain),
        stage.key,
        this.read.annotators[label.userId] ?? null,
        label.round,
        label.annotationOrigin,
        label.independent,
        label.guidelineVersion,
        label.protocolVersion,
        label.startedAt,
        label.submittedAt,
        label.activeSeconds,
        label.shown === null ? null : label.shown.map(named),
        named(label.unit),
        label.kind,
        label.parent === null ? null : named(label.parent),
        original(listed === undefined || listed === null ? '' : (textOf(listed) ?? '')),
        label.listed,
        label.question,
        { json: value },
        typeof value === 'string' ? value : null,
        typeof value === 'number' ? value : null,
        typeof value === 'boolean' ? value : null,
        Array.isArray(value)
          ? (value.map((entry) => (typeof entry === 'string' ? entry : { json: entry })) as Json)
          : null,
        label.origin,
        label.suggestionId,
        seen,
        label.value !== null && label.suggested ? { any: true } : null,
        label.revision,
        label.updatedAt,
      ],
    ].map((row) => row.map((cell) => (isMarked(cell) ? cell : mapTexts(cell, storable))))
  }
}

const isMarked = (value: Value): value is { json: Json } | { any: true } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The answer to a question: of a span, where it starts and ends. */
function cells({ form, options = [] }: Question, value: Json, { position }: ItemRow): DatabaseRow {
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  if (form === 'span') return [object?.start ?? null, object?.end ?? null]
  if (value === null) return [null]
  if (form === 'number') return [value]
  if (form === 'text') return [textOf(value)]
  if (form === 'choice') {
    const isOneType = new Set(options.map((option) => typeof option.value)).size === 1
    return [isOneType ? value : textOf(value)]
  }
  const entries = Array.isArray(value) ? value : [value]
  const field = form === 'list' ? 'key' : form === 'links' ? 'url' : null
  const texts = entries.map((entry) =>
    field && typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? (entry[field] ?? null) : entry,
  )
  const prefix = form === 'list' || form === 'references' ? `${position}/` : ''
  return [texts.map((entry) => `${prefix}${textOf(entry) ?? 'null'}`)]
}

/** Texts as they are, anything else as JSON. */
function textOf(value: Json): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const rounded = (value: number): number => Number(value.toFixed(10))

/** Half a surrogate pair cannot be stored as UTF-8. */
const storable = (text: string): string => (text.isWellFormed() ? text : escapeText(text))

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]))
}

/** Units of the database have null where the protocol’s have nothing. */
function withoutNulls({ parent, data, ...unit }: UnitDraft): UnitDraft {
  return {
    ...unit,
    ...((parent ?? null) === null ? {} : { parent }),
    ...((data ?? null) === null ? {} : { data }),
  }
}
