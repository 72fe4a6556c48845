/** The tables of gold: items, a table for each kind of unit, `gold` with one label a row, `votes`. Pure. */
import { type MarkedSpan, markedIn, textToMark } from '@/lib/protocols/marked-spans'
import type { Measure, Protocol, Question, Stage } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'
import {
  agreementOf,
  answerOf,
  goldRating,
  type ItemEntry,
  ratingsOf,
  settledHow,
  type UnitEntry,
  unitEntries,
  unitName,
  type VoteEntry,
  voteEntries,
} from './item-entry'
import { questionFields, textOf } from './question-fields'
import { columnsOf, type Field, field, rowOf, type TableHead, type TableRow } from './table'

/** A table whose rows come of items, each giving none, one or several. */
export interface NativeTable extends TableHead {
  from: 'items'
  rows: (entry: ItemEntry) => TableRow[]
}

function table<Of>(
  head: Omit<TableHead, 'columns'>,
  fields: readonly Field<Of>[],
  entries: (entry: ItemEntry) => readonly Of[],
): NativeTable {
  return {
    ...head,
    from: 'items',
    columns: columnsOf(fields),
    rows: (entry) => entries(entry).map((each) => rowOf(fields, each)),
  }
}

/** The key of the default table: of votes where nothing is settled, else of gold. */
export const defaultTable = (protocol: Protocol): 'gold' | 'votes' => (labelOf(protocol) === null ? 'votes' : 'gold')

export function nativeTables(protocol: Protocol): NativeTable[] {
  const label = labelOf(protocol)
  return [
    ...(label ? [goldTable(label)] : []),
    ...protocol.stages
      .filter(({ consolidation }) => consolidation === 'votes')
      .map((stage) => votesTable(protocol, stage)),
    itemsTable(protocol),
    ...spansTable(protocol),
    ...unitTables(protocol),
  ]
}

/* Where a row belongs. */

const ITEM = 'item' as const

const ITEM_FIELDS: readonly Field<ItemEntry>[] = [
  field(ITEM, 'int64', 'The item’s position in its project; every table names it so', ({ item }) => item.position),
  field('id', 'string', 'The item’s id in the files that it came from', ({ item }) => item.externalId),
]
const ORIGIN_FIELDS: readonly Field<ItemEntry>[] = [
  field(
    'domain',
    'string',
    'The item’s domain: what a manager said, or else what the record says',
    ({ item }) => item.own?.domain ?? item.domain,
  ),
  field(
    'source',
    'string',
    'Where the item’s texts come from: what a manager said, or else what the record says',
    ({ item }) => item.own?.source ?? item.source,
  ),
  field('tags', 'strings', 'What managers tagged the item with', ({ item }) => item.own?.tags ?? []),
]
const PLACE_FIELDS: readonly Field<UnitEntry>[] = [
  ...ITEM_FIELDS,
  field('unit', 'string', 'The unit: the item’s position and the unit’s key, as in the ratings', (from) =>
    unitName(from, from.unit.key),
  ),
  field('stage', 'string', 'The stage whose gold it is', ({ at }) => at.stage.key),
  field('kind', 'string', 'The kind of unit', ({ unit }) => unit.kind),
  field('parent', 'string', 'The unit that it is a part of', (from) =>
    from.unit.parent === undefined ? null : unitName(from, from.unit.parent),
  ),
  field('position', 'int64', 'Its place among the units of its task, from 0', ({ position }) => position),
  field('text', 'string', 'The unit’s text; of an item, all texts that its annotators read', (from) =>
    from.unit.kind === ITEM ? textOfItem(from) : from.unit.text,
  ),
]
/** Which system wrote what was compared, by which picks are read. */
const nameField = (names: NonNullable<Stage['names']>) =>
  field<UnitEntry>(
    'name',
    'string',
    'What the item’s record calls the unit, such as the system that wrote it',
    (from) => names.of(from.item.content, from.unit.key),
  )
const RATERS = field<UnitEntry>(
  'raters',
  'int64',
  'How many annotators the task was given',
  ({ at }) => at.native.raters,
)

/** The parts of the content, each below its heading. */
const textOfItem = ({ protocol, item }: ItemEntry): string =>
  protocol
    .present(item.content)
    .map(({ title, text }) => `${title}\n${text}`)
    .join('\n\n')

/* The label. */

export interface Label {
  stage: Stage
  measure: Measure
  type: string | null
  reason: string | null
}

/**
 * What the default table has one of a row: what the protocol names, else the first measure of the stage that the item's label
 * comes from, or of the last one, and of the values of a question before their classes. null: nothing is settled, and votes stand for themselves.
 */
export function labelOf(protocol: Protocol): Label | null {
  const { label } = protocol
  const wanted = label?.stage ?? protocol.itemLabel?.stage
  const settled = protocol.stages.filter(({ consolidation }) => consolidation !== 'votes')
  const stage = settled.find(({ key }) => key === wanted) ?? settled.at(-1)
  const measure =
    stage?.measures.find(({ key }) => key === label?.measure) ??
    stage?.measures.find(({ ofClasses }) => !ofClasses) ??
    stage?.measures[0]
  if (!(stage && measure)) return null
  return { stage, measure, type: label?.type ?? null, reason: label?.reason ?? null }
}

/** What has a soft label: every category, and of whole sets every value, which is said by each set that has it. */
function sharedValues({ categories, sets }: Measure): { value: string; text: string; isIn(rating: string): boolean }[] {
  if (!sets) return categories.map(({ value, text }) => ({ value, text, isIn: (rating) => rating === value }))
  const values = new Map(sets.flat().map((each) => [each.value, each]))
  return [...values.values()].map(({ value, text }) => {
    const having = new Set(
      categories.filter((_, place) => sets[place]?.some((each) => each.value === value)).map((each) => each.value),
    )
    return { value, text, isIn: (rating) => having.has(rating) }
  })
}

function goldTable({ stage, measure, type, reason }: Label): NativeTable {
  const answer = (question: string | null) => (from: UnitEntry) => {
    const value = question === null ? null : answerOf(from, question)
    return value === null ? null : textOf(value)
  }
  const shares = sharedValues(measure).map(({ value, text, isIn }) =>
    field<UnitEntry>(
      `share_${value}`,
      'float64',
      `Share of the independent ratings that said “${text}” (the soft label)`,
      (from) => {
        const ratings = ratingsOf(from, measure)
        return ratings.length === 0 ? null : tenDigits(ratings.filter(isIn).length / ratings.length)
      },
    ),
  )
  const fields: Field<UnitEntry>[] = [
    ...PLACE_FIELDS,
    field(
      'label',
      'string',
      measure.sets
        ? `${measure.title}: the values chosen, as a JSON list`
        : `${measure.title}: ${measure.categories.map(({ value }) => value).join(', ')}`,
      (from) => goldRating(from, measure),
    ),
    field('type', 'string', type === null ? 'Not used by this protocol' : titleOf(stage, type), answer(type)),
    field('reason', 'string', reason === null ? 'Not used by this protocol' : titleOf(stage, reason), answer(reason)),
    ...ORIGIN_FIELDS,
    RATERS,
    field(
      'settled',
      'string',
      'How the label came to be: agreed, lane, edited, majority, discussed, single, imported',
      (from) => settledHow(from, measure.question ?? null),
    ),
    field('agreement', 'string', 'Of the independent ratings: unanimous, majority, split, single', (from) =>
      agreementOf(ratingsOf(from, measure)),
    ),
    field('ratings', 'int64', 'How many independent ratings the unit has', (from) => ratingsOf(from, measure).length),
    ...shares,
  ]
  return table(
    {
      key: 'gold',
      title: 'Gold, one label a row',
      description: `Each ${measure.unitOfAnalysis} with its label (${measure.title}), how it was settled and how annotators rated it.`,
    },
    fields,
    (entry) => unitEntries(entry, stage.key, [measure.unit]),
  )
}

const titleOf = ({ questions }: Stage, key: string): string => questions.find((each) => each.key === key)?.title ?? key

/** A sum may end differently with the order of rows; ten digits never do. */
const tenDigits = (value: number): number => Number(value.toFixed(10))

/* Spans. */

interface SpanEntry {
  entry: ItemEntry
  stage: Stage
  question: Question
  /** The key of the unit that it was marked for. */
  unit: string
  span: MarkedSpan
  number: number
}

const SPAN_FIELDS: readonly Field<SpanEntry>[] = [
  field(
    ITEM,
    'int64',
    'The item’s position in its project; every table names it so',
    ({ entry }) => entry.item.position,
  ),
  field('id', 'string', 'The item’s id in the files that it came from', ({ entry }) => entry.item.externalId),
  field('stage', 'string', 'The stage whose gold it is', ({ stage }) => stage.key),
  field('question', 'string', 'The question by which it was marked', ({ question }) => question.key),
  field('number', 'int64', 'Its place among the spans of the question in the item, from 1', ({ number }) => number),
  field('start', 'int64', 'Where it begins in the text, in code points', ({ span }) => span.start),
  field('end', 'int64', 'Where it ends in the text, in code points; the end is not part of it', ({ span }) => span.end),
  field('text', 'string', 'Its words', ({ entry, question, span }) =>
    codePointSlice(textToMark(question, entry.item.content), span.start, span.end),
  ),
  field('label', 'string', 'Its label; none where spans have none', ({ span }) =>
    span.label === null ? null : String(span.label),
  ),
]

/** Where spans are marked for units of the item as well, which unit that is. */
const SPAN_UNIT = field<SpanEntry>(
  'unit',
  'string',
  'The unit that it was marked for: the item’s position and the unit’s key, as in the table of these units',
  ({ entry, unit }) => unitName(entry, unit),
)

/** A row for each marked span, where something is marked. */
function spansTable({ stages }: Protocol): NativeTable[] {
  const marking = stages.flatMap(({ questions }) => questions.filter(({ form }) => form === 'spans'))
  if (marking.length === 0) return []
  const entries = (entry: ItemEntry): SpanEntry[] =>
    entry.stages.flatMap(({ stage, units, answers }) =>
      stage.questions
        .filter(({ form }) => form === 'spans')
        .flatMap((question) =>
          units
            .filter(({ kind }) => kind === question.unit)
            .flatMap(({ key }) => (markedIn(answers, key, question.key) ?? []).map((span) => ({ unit: key, span })))
            .map(({ unit, span }, index) => ({ entry, stage, question, unit, span, number: index + 1 })),
        ),
    )
  return [
    table(
      {
        // Not `spans`: that is the table of units of a kind that a file may call so.
        key: 'marked-spans',
        title: 'Marked spans, one a row',
        description:
          'Each span of the gold with its place in the text, its words and its label. An item in which nothing is marked has none.',
      },
      marking.some(({ unit }) => unit !== ITEM) ? [...SPAN_FIELDS, SPAN_UNIT] : SPAN_FIELDS,
      entries,
    ),
  ]
}

/* Items and units. */

function itemsTable(protocol: Protocol): NativeTable {
  const settledStages = protocol.stages.filter(({ consolidation }) => consolidation !== 'votes')
  const itemQuestions = settledStages.flatMap((stage) =>
    stage.questions.filter(({ unit }) => unit === ITEM).map((question) => ({ stage, question })),
  )
  const isShared = ({ key }: Question) => itemQuestions.filter(({ question }) => question.key === key).length > 1
  const origin = ORIGIN_FIELDS.map(({ name }) => name)
  const takenNames = new Set(['item', 'id', 'title', 'text', ...origin, 'raters', 'content', 'derived', 'stages'])
  const answers = itemQuestions.flatMap(({ stage, question }) =>
    questionFields<ItemEntry>(question, {
      name: ({ key }) => (isShared(question) || takenNames.has(key.toLowerCase()) ? `${stage.key}_${key}` : key),
      answer: (from, key) => from.stages.find((each) => each.stage === stage)?.answers[ITEM]?.[key] ?? null,
    }),
  )
  const fields: Field<ItemEntry>[] = [
    ...ITEM_FIELDS,
    field('title', 'string', 'The beginning of its text, as lists show it', ({ item }) => item.title),
    field('text', 'string', 'All texts that its annotators read, each below its heading', textOfItem),
    ...ORIGIN_FIELDS,
    field('stages', 'strings', 'The stages whose gold is in the release', ({ stages }) =>
      stages.map(({ stage }) => stage.key),
    ),
    field(
      'raters',
      'int64',
      'How many annotators the first stage was given',
      ({ stages }) => stages[0]?.native.raters ?? null,
    ),
    ...labelFields(protocol),
    ...answers,
    field('derived', 'string', 'What follows from the gold of each stage, as JSON', ({ stages }) =>
      JSON.stringify(Object.fromEntries(stages.map(({ stage, native }) => [stage.key, native.gold?.rollUp ?? {}]))),
    ),
    field('content', 'string', 'The item’s content as the protocol types it, as JSON', ({ item }) =>
      JSON.stringify(item.content),
    ),
    field(
      'escaped',
      'bool',
      'Are the texts of the item escaped (NUL, halves of character pairs)?',
      ({ item }) => item.escaped === true,
    ),
  ]
  return table(
    {
      key: 'items',
      title: 'Items',
      description: 'Each item with gold: its texts, its label and what was answered about it as a whole.',
    },
    fields,
    (entry) => (entry.item.discarded === null && entry.stages.length > 0 ? [entry] : []),
  )
}

/** The item's label under each rule of roll-up, and the one that somebody set by hand against it. */
function labelFields({ itemLabel, rollUps }: Protocol): Field<ItemEntry>[] {
  if (!itemLabel) return []
  const underRule = ({ stages }: ItemEntry, rule: string) => {
    const gold = stages.find(({ stage }) => stage.key === itemLabel.stage)?.native.gold
    const value = gold ? itemLabel.byRule(gold.rollUp)[rule] : undefined
    return value === undefined || value === null ? null : textOf(value)
  }
  return [
    ...rollUps.map(({ key, title }): Field<ItemEntry> => {
      const says = `The item’s label: ${title}`
      if (rollUps.length === 1) return field('label', 'string', says, (from) => underRule(from, key))
      return { ...field<ItemEntry>(`label_${key}`, 'string', says, (from) => underRule(from, key)), isChosen: true }
    }),
    field('label_by_hand', 'string', 'The label that somebody set against the rules', ({ item }) => {
      const value = item.overrides.at(-1)?.value ?? null
      return value === null ? null : textOf(value)
    }),
  ]
}

/**
 * A table for each kind of unit but the item itself. Where several stages ask about a kind, each has a table of its own; a kind
 * about which nothing is asked has its texts alone.
 */
function unitTables({ stages }: Protocol): NativeTable[] {
  const kinds = [...new Set(stages.flatMap(({ unitKinds }) => unitKinds.map(({ kind }) => kind)))].filter(
    (kind) => kind !== ITEM,
  )
  return kinds.flatMap((kind) => {
    const here = stages.filter(({ unitKinds }) => unitKinds.some((each) => each.kind === kind))
    const asking = here.filter((stage) => stage.questions.some(({ unit }) => unit === kind))
    const of = asking.length > 0 ? asking : here.slice(0, 1)
    return of.map((stage) => unitTable(stage, kind, of.length > 1))
  })
}

function unitTable(stage: Stage, kind: string, isOneOfSeveral: boolean): NativeTable {
  const word = stage.unitKinds.find((each) => each.kind === kind)?.text ?? kind
  // Where a mark is stands beside its words.
  const texts = new Set(stage.questions.flatMap(({ list }) => (list?.kind === kind && !list.marks ? [list.text] : [])))
  const nameFields = stage.names?.kinds.includes(kind) ? [nameField(stage.names)] : []
  const takenNames = new Set(
    [...PLACE_FIELDS, ...nameFields, ...ORIGIN_FIELDS, RATERS].map(({ name }) => name.toLowerCase()),
  )
  const unitQuestions = stage.questions.filter(({ unit, key }) => unit === kind && !texts.has(key))
  const name = ({ key }: Question) => (takenNames.has(key.toLowerCase()) ? `answer_${key}` : key)
  const isSettled = ({ consolidate }: Question) =>
    stage.consolidation !== 'votes' && (consolidate === 'decide' || consolidate === 'wording')
  const fields: Field<UnitEntry>[] = [
    ...PLACE_FIELDS,
    ...nameFields,
    ...(stage.consolidation === 'votes' ? [] : unitQuestions).flatMap((question) => [
      ...questionFields<UnitEntry>(question, { name, answer: answerOf }),
      ...(isSettled(question)
        ? [
            field<UnitEntry>(`${name(question)}_settled`, 'string', `How “${question.title}” was settled`, (from) =>
              settledHow(from, question.key),
            ),
          ]
        : []),
    ]),
    field('data', 'string', 'What else the protocol knows of the unit, as JSON', ({ unit }) =>
      unit.data === undefined ? null : JSON.stringify(unit.data),
    ),
    ...ORIGIN_FIELDS,
    RATERS,
  ]
  const several = plural(kind)
  return table(
    {
      key: isOneOfSeveral ? `${stage.key}-${several}` : several,
      title: isOneOfSeveral ? `Units: ${word}, ${stage.title}` : `Units: ${word}`,
      description: `Each ${word} of “${stage.title}” with every answer that gold gives about it.`,
    },
    fields,
    (entry) => unitEntries(entry, stage.key, [kind]),
  )
}

const plural = (kind: string): string => (/(evidence|s)$/.test(kind) ? kind : `${kind}s`)

/* Votes. */

function votesTable(protocol: Protocol, stage: Stage): NativeTable {
  const kinds = [...new Set(stage.questions.map(({ unit }) => unit))]
  const several = protocol.stages.filter(({ consolidation }) => consolidation === 'votes').length > 1
  const takenNames = new Set([...PLACE_FIELDS, ...ORIGIN_FIELDS].map(({ name }) => name.toLowerCase()))
  const fields: Field<VoteEntry>[] = [
    ...PLACE_FIELDS,
    field('vote', 'int64', 'Its place among the votes on its item, from 1', ({ place }) => place),
    field('voter', 'string', 'Who voted, by alias', ({ vote }) => vote.voter),
    field('shown', 'strings', 'The units in the order in which the voter saw them', (from) =>
      from.vote.shown === null ? null : from.vote.shown.map((key) => unitName(from, key)),
    ),
    ...stage.questions.flatMap((question) =>
      questionFields<VoteEntry>(question, {
        name: ({ key }) =>
          takenNames.has(key.toLowerCase()) || ['vote', 'voter', 'shown'].includes(key) ? `answer_${key}` : key,
        answer: ({ vote, unit }, key) => vote.answers[unit.key]?.[key] ?? null,
      }),
    ),
    ...stage.measures.map((measure) =>
      field<VoteEntry>(
        `measure_${measure.key}`,
        'string',
        `The vote in the words of the ratings: ${measure.title}`,
        (from) =>
          measure.unit === from.unit.kind
            ? measure.rating(
                { content: from.item.content, units: from.at.units },
                from.vote.answers,
                from.unit,
                from.vote.shown,
              )
            : null,
      ),
    ),
    ...ORIGIN_FIELDS,
  ]
  return table(
    {
      key: several ? `${stage.key}-votes` : 'votes',
      title: 'Votes',
      description: `Each vote of “${stage.title}”, under an alias.`,
    },
    fields,
    (entry) => voteEntries(entry, stage.key, kinds),
  )
}
