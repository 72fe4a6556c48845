/**
 * Records to practise with (docs/decisions/098-practice.md): what comes of each is known, and why. They stand beside a protocol, as its own
 * records do, and are no items of any project, so that nothing counts them.
 */
import type { Answers, Json, StageAnswers, UnitDraft } from './answers'
import type { Protocol } from './protocol'
import { readStages } from './read-stages'

/** Why an answer is expected, by unit and question. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface PracticeRecord {
  /** Its name among those of the protocol: what somebody answered is kept by it. */
  key: string
  /** Of one of the protocol's formats, with its labels as far as the format carries them; of votes the first is what is expected. */
  record: Json
  /** What is expected besides what the record carries. */
  answers?: StageAnswers
  /** By stage: where it is practised, and why what is expected there is right. */
  why: Readonly<Record<string, Reasons>>
}

/** A record as a task of one stage. */
export interface PracticeTask {
  key: string
  stage: string
  title: string
  domain: string | null
  content: Json
  /** The units that are there before anybody answers. */
  units: readonly UnitDraft[]
  /** What is expected. */
  answers: Answers
  /** The keys of the shuffled units in the order in which that was said; null: every person has an order of their own. */
  shown: readonly string[] | null
  why: Reasons
}

/** The tasks of records, in their order. Throws for a record that the protocol cannot read, or that does not lead to a stage. */
export const practiceTasks = (protocol: Protocol, records: readonly PracticeRecord[]): PracticeTask[] =>
  records.flatMap((each) => tasksOf(protocol, each))

function tasksOf(protocol: Protocol, { key, record, answers, why }: PracticeRecord): PracticeTask[] {
  const format = protocol.formats.find((each) => each.recognises(record))
  const read = format?.read(record)
  if (!read?.ok) throw new Error(`${protocol.id}: the record “${key}” to practise with cannot be read`)
  const { content, segments, title, domain, votes = [] } = read.record
  const stages = readStages(protocol, {
    content,
    segments,
    answers: together(read.record.answers ?? {}, answers ?? {}),
    votes: { [protocol.stages[0].key]: votes },
  })
  return Object.entries(why).map(([stage, reasons]) => {
    const found = stages.find((each) => each.key === stage)
    if (!found?.answers) throw new Error(`${protocol.id}: the record “${key}” has no answers of the stage ${stage}`)
    const [vote] = found.votes ?? []
    const expected = vote ? { answers: vote.answers, shown: vote.shown } : { answers: found.answers, shown: null }
    return { key, stage, title, domain, content, units: found.units, ...expected, why: reasons }
  })
}

/** The answers of both, question by question. */
function together(one: StageAnswers, other: StageAnswers): StageAnswers {
  const all: Record<string, Answers> = { ...one }
  for (const [stage, units] of Object.entries(other)) {
    const stageAnswers = { ...all[stage] }
    for (const [unit, values] of Object.entries(units)) stageAnswers[unit] = { ...stageAnswers[unit], ...values }
    all[stage] = stageAnswers
  }
  return all
}
