/** The tables of what people answered before anything was settled: ratings, distributions, annotations. Pure. */
import type { Distribution } from '@/lib/gold/releases/distribution-lines'
import type { ReleasedRating } from '@/lib/gold/releases/rating-lines'
import type { Json } from '@/lib/protocols/protocol'
import { textOf } from './question-fields'
import { columnsOf, type Field, field, rowOf, type TableHead, type TableRow } from './table'

/** A table whose rows come of rated tasks. */
export interface RatedTable extends TableHead {
  from: 'ratings'
  rows: (task: { ratings: readonly ReleasedRating[]; distributions: () => readonly Distribution[] }) => TableRow[]
}

const rated = {
  item: 'The item’s position in its project',
  unit: 'The unit: the item’s position and the unit’s key',
  domain: 'The item’s domain',
  stage: 'The stage that was rated',
  measure: 'What was rated, as a measure of the protocol',
  released: 'Is the gold of the rated task in the release?',
}

const RATING_FIELDS: readonly Field<ReleasedRating>[] = [
  field('measure', 'string', rated.measure, ({ measure }) => measure),
  field('unit', 'string', rated.unit, ({ unit }) => unit),
  field('item', 'int64', rated.item, ({ item }) => item),
  field('domain', 'string', rated.domain, ({ domain }) => domain),
  field('annotator', 'string', 'Who rated, by alias', ({ annotator }) => annotator),
  field('value', 'string', 'The rating', ({ value }) => value),
  field('stage', 'string', rated.stage, ({ stage }) => stage),
  field('released', 'bool', rated.released, ({ released }) => released === 'yes'),
]

interface ShareOf extends Distribution {
  label: Distribution['labels'][number]
}

const SHARE_FIELDS: readonly Field<ShareOf>[] = [
  field('measure', 'string', rated.measure, ({ measure }) => measure),
  field('unit', 'string', rated.unit, ({ unit }) => unit),
  field('item', 'int64', rated.item, ({ item }) => item),
  field('domain', 'string', rated.domain, ({ domain }) => domain),
  field('stage', 'string', rated.stage, ({ stage }) => stage),
  field('annotators', 'strings', 'Who could rate it, by alias', ({ annotators }) => annotators),
  field('ratings', 'int64', 'How many did', ({ ratings }) => ratings),
  field(
    'value',
    'string',
    'One of the values of the measure; each unit has a row for every one',
    ({ label }) => label.value,
  ),
  field('count', 'int64', 'How many said so', ({ label }) => label.count),
  field('share', 'float64', 'Their share of the ratings (the soft label)', ({ label }) => label.share),
  field('entropy', 'float64', 'Of the unit’s shares, in bits', ({ entropy }) => entropy),
  field('released', 'bool', rated.released, ({ released }) => released === 'yes'),
]

export const RATED_TABLES: readonly RatedTable[] = [
  {
    key: 'ratings',
    title: 'Independent ratings',
    description: 'Each rating that agreement counts, also of tasks that are still being settled.',
    from: 'ratings',
    columns: columnsOf(RATING_FIELDS),
    rows: ({ ratings }) => ratings.map((rating) => rowOf(RATING_FIELDS, rating)),
  },
  {
    key: 'distributions',
    title: 'Label distributions',
    description: 'Each value of each rated unit with how often it was given (the soft label).',
    from: 'ratings',
    columns: columnsOf(SHARE_FIELDS),
    rows: ({ distributions }) =>
      distributions().flatMap((of) => of.labels.map((label) => rowOf(SHARE_FIELDS, { ...of, label }))),
  },
]

/** A line of the file of annotations (annotation-lines.ts). */
export interface AnnotationOf {
  item: { position: number; externalId: string | null; domain: string | null }
  stage: string
  state: string
  annotator: string | null
  round: number
  origin: string
  independent: boolean
  guidelineVersion: number | null
  protocolVersion: number
  startedAt: string | null
  submittedAt: string | null
  activeSeconds: number | null
  shown: readonly string[] | null
  labels: readonly {
    unit: string
    kind: string
    text: string
    parent: string | null
    listed: boolean
    question: string
    value: Json
    origin: string
    suggestionId: string | null
    seen: boolean | null
    lineage: Json
    revision: number
    updatedAt: string | null
  }[]
}

interface AnnotatedLabel extends AnnotationOf {
  label: AnnotationOf['labels'][number]
}

/** A table whose rows come of annotations. */
export interface AnnotationTable extends TableHead {
  from: 'annotations'
  rows: (annotation: AnnotationOf) => TableRow[]
}

const formatUnitId = ({ item }: AnnotationOf, key: string) => `${item.position}/${key}`

const LABEL_FIELDS: readonly Field<AnnotatedLabel>[] = [
  field('item', 'int64', rated.item, ({ item }) => item.position),
  field('id', 'string', 'The item’s id in the files that it came from', ({ item }) => item.externalId),
  field('domain', 'string', rated.domain, ({ item }) => item.domain),
  field('stage', 'string', 'The stage that was annotated', ({ stage }) => stage),
  field('annotator', 'string', 'Who annotated, by alias', ({ annotator }) => annotator),
  field('round', 'int64', 'The round; agreement counts the first', ({ round }) => round),
  field('annotation_origin', 'string', 'Made by a person, or imported', ({ origin }) => origin),
  field('independent', 'bool', 'Was it made without sight of others?', ({ independent }) => independent),
  field('guideline_version', 'int64', 'The version of the guidelines', ({ guidelineVersion }) => guidelineVersion),
  field('protocol_version', 'int64', 'The version of the protocol', ({ protocolVersion }) => protocolVersion),
  field('started_at', 'string', 'When the annotation was begun (UTC)', ({ startedAt }) => startedAt),
  field('submitted_at', 'string', 'When it was submitted (UTC)', ({ submittedAt }) => submittedAt),
  field('active_seconds', 'float64', 'Active time of the whole annotation', ({ activeSeconds }) => activeSeconds),
  field('shown', 'strings', 'The units in the order in which the annotator saw them, where that was drawn', (from) =>
    from.shown === null ? null : from.shown.map((key) => formatUnitId(from, key)),
  ),
  field('unit', 'string', rated.unit, (from) => formatUnitId(from, from.label.unit)),
  field('kind', 'string', 'The kind of unit', ({ label }) => label.kind),
  field('parent', 'string', 'The unit that it is a part of', (from) =>
    from.label.parent === null ? null : formatUnitId(from, from.label.parent),
  ),
  field('text', 'string', 'The unit’s text', ({ label }) => label.text),
  field('listed', 'bool', 'Did this annotator list the unit?', ({ label }) => label.listed),
  field('question', 'string', 'The question that was answered', ({ label }) => label.question),
  field('value', 'string', 'The answer as JSON, whatever its type', ({ label }) => JSON.stringify(label.value)),
  field('value_text', 'string', 'The answer where it is a text', ({ label }) =>
    typeof label.value === 'string' ? label.value : null,
  ),
  field('value_number', 'float64', 'The answer where it is a number', ({ label }) =>
    typeof label.value === 'number' ? label.value : null,
  ),
  field('value_bool', 'bool', 'The answer where it is yes or no', ({ label }) =>
    typeof label.value === 'boolean' ? label.value : null,
  ),
  field('value_list', 'strings', 'The answer where it is a list; entries that are no texts as JSON', ({ label }) =>
    Array.isArray(label.value) ? label.value.map(textOf) : null,
  ),
  field('origin', 'string', 'How the label came to be', ({ label }) => label.origin),
  field('suggestion_id', 'string', 'The suggestion that was accepted', ({ label }) => label.suggestionId),
  field('seen', 'bool', 'Was a suggestion for it in sight?', ({ label }) => label.seen),
  field('lineage', 'string', 'What became of the suggestions for it, as JSON', ({ label }) =>
    label.lineage === null ? null : JSON.stringify(label.lineage),
  ),
  field('revision', 'int64', 'How often it was written', ({ label }) => label.revision),
  field('updated_at', 'string', 'When it was last written (UTC)', ({ label }) => label.updatedAt),
]

export const ANNOTATION_TABLE: AnnotationTable = {
  key: 'annotations',
  title: 'Annotations, one label a row',
  description: 'Each label of each annotation behind the gold, under aliases.',
  from: 'annotations',
  columns: columnsOf(LABEL_FIELDS),
  rows: (annotation) => annotation.labels.map((label) => rowOf(LABEL_FIELDS, { ...annotation, label })),
}
