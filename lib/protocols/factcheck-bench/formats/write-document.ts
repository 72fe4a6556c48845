/** Writes gold as a record that holds sentences by name, starting from the imported record where it was such a one. */
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import type { SentenceField } from './dialects'
import { goldDocument, type PlainDocument } from './gold-document'
import { keepFields } from './keep-spelling'
import { inSameRows, type Origin, originOf } from './origin'
import { type Shape, sentencesIn } from './shapes'

/** The gold as a record of the shape. Legacy spellings of what did not change go over from any other shape. */
export function writeDocument(shape: Shape, gold: GoldRecord): JsonRecord {
  const origin = originOf(gold.source)
  const after = goldDocument(gold)
  const isSame = origin?.shape.key === shape.key
  const merged = origin ? mergedWith(origin, after, isSame) : after
  const written = merged.sentences.map((sentence) => renamed(shape, sentence, isSame))
  const names = namesOf(isSame ? origin : null, written.length)
  const sentences = Object.fromEntries(
    written.map((sentence, index) => {
      const name = names[index] ?? `sentence${index + 1}`
      return [name, { ...sentence, ...(isSame ? unknownFields(origin, name) : {}) }]
    }),
  )
  if (!shape.wrapped) return isSame ? { ...otherFields(origin), ...sentences } : sentences
  const baseFields = isSame ? otherFields(origin) : shape.dialect.label ? {} : provenance(gold)
  const byHand: JsonRecord = gold.label === undefined ? {} : { response_factuality: gold.label }
  return { ...baseFields, ...headFor(shape, { ...merged.head, ...byHand }), sentences }
}

/** `isSame`: fields that the record does without stay out; in another shape they are filled in. */
function mergedWith({ own, before }: Origin, after: PlainDocument, isSame: boolean): PlainDocument {
  const fill = (keptFields: JsonRecord, all: JsonRecord) => (isSame ? keptFields : { ...all, ...keptFields })
  return {
    head: fill(keepFields(own.head, before.head, after.head), after.head),
    sentences: after.sentences.map((sentence, index) => {
      const alignedSentence = inSameRows(own.sentences[index], before.sentences[index], sentence)
      return alignedSentence
        ? fill(keepFields(alignedSentence.own, alignedSentence.before, sentence), sentence)
        : sentence
    }),
  }
}

/** The fields that the shape has, by its names; what the authors' pages drop is added where anything is known of it. */
function renamed({ dialect, fields, extras }: Shape, sentence: JsonRecord, isSame: boolean): JsonRecord {
  const isKnown = (field: SentenceField) => isSame || says(sentence[field])
  const chosen = [...fields, ...extras.filter(isKnown)].flatMap((field) => {
    const [name, value] = [dialect[field], sentence[field]]
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(chosen)
}

const says = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.some(says) : typeof value === 'string' && value.trim() !== '' && value !== 'NA'

/** The names of the record's own sentences where they are as many; else sentence1, sentence2 and so on. */
function namesOf(origin: Origin | null, count: number): string[] {
  const recordNames = origin ? sentencesIn(origin.shape, origin.record).map(({ name }) => name) : []
  return recordNames.length === count
    ? recordNames
    : Array.from({ length: count }, (_, index) => `sentence${index + 1}`)
}

function unknownFields({ shape, record }: Origin, name: string): JsonRecord {
  const sentence = sentencesIn(shape, record).find((each) => each.name === name)?.value ?? null
  const dialectFields = new Set<string>(Object.values(shape.dialect))
  return isJsonRecord(sentence) ? without(sentence, (field) => dialectFields.has(field)) : {}
}

/** Fields of the record beside its sentences. */
function otherFields({ shape, record }: Origin): JsonRecord {
  const names = new Set(sentencesIn(shape, record).map(({ name }) => name))
  return without(record, (field) => field === 'sentences' || (!shape.wrapped && names.has(field)))
}

const without = (record: JsonRecord, isLeftOut: (field: string) => boolean): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !isLeftOut(field)))

function headFor({ depth, dialect }: Shape, head: JsonRecord): JsonRecord {
  const fields = [
    'prompt',
    'response',
    ...(depth === 3 ? ['revised_response'] : []),
    ...(dialect.label ? ['response_factuality'] : []),
  ]
  return Object.fromEntries(
    fields.flatMap((field) => (head[field] === undefined ? [] : [[field, head[field]] as const])),
  )
}

/** Where the item came from, as screen 1 has it and the later screens lose it. */
function provenance({ source, content }: GoldRecord): JsonRecord {
  const from = isJsonRecord(source) ? source : {}
  const contentSource = isJsonRecord(content) ? content.source : null
  return {
    ...(typeof from.id === 'string' || typeof from.id === 'number' ? { id: from.id } : {}),
    ...(typeof contentSource === 'string' ? { source: contentSource } : {}),
  }
}
