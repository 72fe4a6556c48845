/** Makes the protocol that a checked file describes. Pure: the same definition gives the same protocol in every process. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/answers'
import { sumOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionPanel, GoldSummary, ItemLabel, Linter } from '@/lib/protocols/figures'
import { type Definition, inLanguage, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { valueAt } from '@/lib/protocols/language/pointers'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Protocol, ProtocolWork, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { positionPanel } from '@/lib/protocols/side-by-side/cells'
import { compileWork } from './compile-work'
import { standingAnswers } from './count-votes'
import { countsIn } from './counts-in'
import { columnsOfFile } from './own-columns'
import { placeKey } from './pick-measures'
import { recordFormat } from './record-format'
import { questionsOf, Scope } from './scope'
import { ENTRIES, isCounted, LABEL } from './stage'
import { compileTables } from './tables'

/** The whole protocol. `work`: what browsers need of it, where that was compiled already. */
export function compileProtocol(
  definition: Definition,
  reader: string = definition.language,
  work: ProtocolWork = compileWork(definition, reader),
): Protocol {
  const words = (text: Definition['title']) => inLanguage(text, reader, definition.language)
  const itemLabel = labelOf(definition, words)
  const linter = linterOf(definition, work.stages, words)
  const format = recordFormat({ definition, stages: work.stages })
  return {
    ...work,
    version: definition.version,
    title: words(definition.title),
    summary: words(definition.summary),
    source: definition.source,
    content: contentSchema(definition),
    ...(definition.record.identity ? { identifiedBy: definition.record.identity } : {}),
    composition: definition.tables
      ? compileTables(definition, definition.tables, words)
      : compositionOf(definition, words),
    rollUps: (definition.label?.rules ?? []).map(({ key, title, says }) => ({
      key,
      title: words(title),
      description: words(says),
    })),
    ...(itemLabel ? { itemLabel } : {}),
    ...(linter ? { linter } : {}),
    formats: [format],
    ...columnsOfFile(definition, format, reader),
    exports: [],
    discardReasons: definition.discard.map(({ value, says }) => ({ value, text: words(says) })),
    guidelines: words(definition.guidelines),
  }
}

/** Whatever its records hold under the names of the file, and what is kept besides. */
const contentSchema = ({ record }: Definition): z.ZodType<Json> =>
  z
    .object(Object.fromEntries(record.content.map(({ name }) => [name, z.json().optional()])))
    .catchall(z.json()) as z.ZodType<unknown> as z.ZodType<Json>

type InWords = (text: Definition['title']) => string

function labelOf({ label }: Definition, words: InWords): ItemLabel | null {
  if (!label) return null
  const { at } = label
  return {
    stage: label.stage,
    values: label.values.map(({ value, text, tone }) => ({ value, text: words(text), tone })),
    byRule: ({ [LABEL]: labels }) => (isJsonRecord(labels) ? withoutNulls(labels) : {}),
    ...(at ? { stored: (source) => valueAt(source, at) } : {}),
  }
}

/** Warnings of the file, each a kind of its own. */
function linterOf(definition: Definition, compiled: readonly Stage[], words: InWords): Linter | null {
  const questions = questionsOf(definition)
  const warnings = definition.stages.flatMap(({ id, checks }, stage) =>
    checks.flatMap(({ warn, ...check }, place) =>
      warn === null ? [] : [{ ...check, key: `${id}-${place + 1}`, message: words(warn), stage, stageId: id }],
    ),
  )
  if (warnings.length === 0) return null
  return {
    kinds: warnings.map(({ key, message }) => ({
      key,
      title: message,
      description: message,
      severity: 'warning',
    })),
    check: ({ content, stages }) =>
      warnings.flatMap(({ key, message, stage, stageId, on, when, question }) => {
        const settled = stages[stageId]
        const compiledStage = compiled[stage]
        if (!settled || !compiledStage) return []
        const answers = standingAnswers(compiledStage, { content, units: settled.units }, settled)
        const subject = withMadeUnits(compiledStage, { content, units: settled.units }, answers)
        const scope = new Scope(questions, stage, subject, answers)
        return scope
          .unitsOf(on)
          .filter((unit) => scope.isTrue(when, unit))
          .map((unit) => ({ kind: key, stage: stageId, unit: unit.key, question, message }))
      }),
  }
}

/** How often each answer was given, a table for each question whose answers can be counted. */
function compositionOf(definition: Definition, words: InWords): Composition {
  return {
    content: [],
    panels: (golds) =>
      definition.stages.flatMap(({ id, questions }) => {
        const settled = golds.filter(({ stages }) => stages[id])
        return settled.length === 0
          ? []
          : questions
              .filter(isCounted)
              .flatMap((question) => [
                panelOf(question, id, settled, words),
                ...placesPanel(question, id, settled, words),
              ])
      }),
  }
}

function panelOf(
  question: QuestionDefinition,
  stage: Stage['key'],
  golds: readonly GoldSummary[],
  words: InWords,
): CompositionPanel {
  const counted = golds.map(({ position, stages }) => ({ position, counts: countsIn(stages[stage], question.id) }))
  const total = (value: string) => counted.reduce((sum, { counts }) => sum + (counts[value] ?? 0), 0)
  if (question.list) return entriesPanel(question, counted, words)
  if (question.picks) return picksPanel(question, counted, words)
  const values = question.options.map(({ value }) => String(value))
  const whole = values.reduce((sum, value) => sum + total(value), 0)
  return {
    key: question.id,
    title: words(question.title),
    note: words(question.ask),
    rowTitle: 'Answer',
    columns: [
      { title: 'Answers', form: 'count', tone: 'neutral' },
      { title: 'Share', form: 'share', tone: 'neutral' },
    ],
    bars: [1],
    rows: question.options.map(({ value, text }) => {
      const key = String(value)
      const items = counted.filter(({ counts }) => (counts[key] ?? 0) > 0).map(({ position }) => position)
      const part = total(key)
      return {
        key,
        title: words(text),
        domain: null,
        cells: [
          { value: part, items },
          { value: whole === 0 ? null : part / whole, part, whole, items },
        ],
      }
    }),
  }
}

/** Rows of a table that people read. */
const MOST_NAMES = 100

type CountedItems = readonly { position: number; counts: Record<string, number> }[]

/** How often each unit was picked by its name, of the answers on items that have it; and what was said instead. */
function picksPanel(question: QuestionDefinition, counted: CountedItems, words: InWords): CompositionPanel {
  const options = new Map(question.options.map(({ value, text }) => [String(value), words(text)]))
  const found = new Map([...options.keys()].map((name) => [name, { part: 0, whole: 0, items: [] as number[] }]))
  for (const { position, counts } of counted) {
    const pickTotal = sumOf(Object.values(counts), (count) => count)
    for (const [name, count] of Object.entries(counts)) {
      const row = found.get(name) ?? { part: 0, whole: 0, items: [] }
      found.set(name, row)
      row.part += count
      row.whole += pickTotal
      if (count > 0) row.items.push(position)
    }
  }
  const nameEntries = [...found].filter(([name]) => !options.has(name))
  const most = nameEntries.toSorted(([, one], [, other]) => other.part - one.part).slice(0, MOST_NAMES)
  const left = nameEntries.length - most.length
  const rows = [
    ...most.map(([name]) => [name, name] as const).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ...options,
  ]
  return {
    key: question.id,
    title: words(question.title),
    note: `${words(question.ask)} Shares are of the answers to items that have the row to pick from, each pick by itself.${left > 0 ? ` ${left.toLocaleString('en')} names that were picked less often are left out.` : ''}`,
    rowTitle: 'Picked',
    columns: [
      { title: 'Picks', form: 'count', tone: 'neutral' },
      { title: 'Share', form: 'share', tone: 'neutral' },
    ],
    bars: [1],
    rows: rows.map(([key, title]) => {
      const { part = 0, whole = 0, items = [] } = found.get(key) ?? {}
      return {
        key,
        title,
        domain: null,
        cells: [
          { value: part, items },
          { value: whole === 0 ? null : part / whole, part, whole, items },
        ],
      }
    }),
  }
}

/** For which place as seen votes were, where the order was drawn and is known: without a bias all places get about as many. */
function placesPanel(
  question: QuestionDefinition,
  stage: Stage['key'],
  golds: readonly GoldSummary[],
  words: InWords,
): CompositionPanel[] {
  if (!question.picks) return []
  const counted = golds.map(({ position, stages }) => ({
    position,
    counts: countsIn(stages[stage], placeKey(question.id)),
  }))
  const places = question.picks.keys.map((_, place) => `place ${place + 1}`)
  const whole = sumOf(counted, ({ counts }) => sumOf(places, (place) => counts[place] ?? 0))
  if (whole === 0) return []
  const head = {
    key: placeKey(question.id),
    title: `${words(question.title)}: place as seen`,
    note: 'Votes for a single unit by its place as seen, with Wilson’s 95 % interval as if votes were independent. The order is drawn at random for each annotator, so that without a bias all places are picked about equally often.',
    rowTitle: 'Place',
  }
  const seenPlaces = places.map((key, index) => ({
    key,
    title: `Place ${index + 1}`,
    rows: counted,
    votesFor: ({ counts }: CountedItems[number]) => counts[key] ?? 0,
    whole,
  }))
  return [positionPanel(head, seenPlaces)]
}

/** How many entries there are, and of how many items. */
function entriesPanel(
  question: QuestionDefinition,
  counted: readonly { position: number; counts: Record<string, number> }[],
  words: InWords,
): CompositionPanel {
  const some = counted.filter(({ counts }) => (counts[ENTRIES] ?? 0) > 0)
  const items = some.map(({ position }) => position)
  return {
    key: question.id,
    title: words(question.title),
    note: words(question.ask),
    rowTitle: 'List',
    columns: [{ title: 'Entries', form: 'count', tone: 'neutral' }],
    bars: [],
    rows: [
      {
        key: ENTRIES,
        title: words(question.title),
        domain: null,
        cells: [{ value: some.reduce((sum, { counts }) => sum + (counts[ENTRIES] ?? 0), 0), items }],
      },
    ],
  }
}
