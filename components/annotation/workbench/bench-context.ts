'use client'
import { createContext, useContext } from 'react'
import type { AnswerCause, Workbench } from '@/lib/annotation/annotations/contract'
import type { CausedChange, Survey } from '@/lib/annotation/annotations/rules'
import type { OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import type { MarkedSpan } from '@/lib/protocols/marked-spans'
import type { Answers, Json, ProtocolWork, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import type { Act } from './lists'
import type { BenchPlace } from './navigation'
import type { Searching } from './searching'
import type { UnitMark } from './unit-mark'

/** A span of an answer of form `spans`. */
export interface PickedSpan {
  unit: string
  question: string
  span: MarkedSpan
}

/** What every part of the workbench works with. */
export interface Bench {
  workbench: Workbench
  protocol: ProtocolWork
  stage: Stage
  /** With the units that the answers list, each behind its whole. */
  subject: Subject
  answers: Answers
  /** Each unit with what is asked of it and what is missing; made once for all that draw it. */
  survey: Survey
  /** The units in the order of `j` and `k`. */
  order: readonly UnitDraft[]
  /** Changes that the server does not have, or does not take. */
  entries: readonly OutboxEntry[]
  /** Changes of earlier rounds that never reached the server. */
  leftovers: readonly OutboxEntry[]
  readOnly: boolean
  /** On the desk: how far a unit and its parts are settled. It stands wherever a workbench shows what was answered. */
  standing?(unit: string): UnitMark
  open: string
  openUnit: UnitDraft | undefined
  showDefinitions: boolean
  /** The marked span that one is at; null where one is at none. */
  picked: PickedSpan | null
  pick(span: PickedSpan | null): void
  /** Opens a unit, and puts the focus there or into one of its fields. Stays the same function. */
  go(place: BenchPlace): void
  /** Opens a unit whose part has taken the focus by itself: nothing moves. Stays the same function. */
  enter(unit: string): void
  /** Goes on from the open unit. */
  goOn(): void
  /** Answers by a deliberate choice, and goes where that leads. */
  choose(unit: string, question: string, value: Json, cause?: AnswerCause): void
  /** Answers while typing: nothing moves. */
  type(unit: string, question: string, value: Json): void
  /** Answers several at once, as one step of undo. A change may have a cause of its own. */
  chooseAll(changes: readonly CausedChange[], cause?: AnswerCause): void
  /** Proposed entries of lists that the annotator does not want to see again, each by its origin; kept in this tab. */
  passedOver: ReadonlySet<string>
  /** Passes entries over, in place of those that were before. */
  passOver(origins: ReadonlySet<string>): void
  /** Can evidence be searched for? In practice there is no task that searches belong to. */
  canSearch: boolean
  /** Queries that were written for units, by unit, whether they were searched for or not. */
  queries: Readonly<Record<string, string>>
  writeQuery(unit: string, query: string): void
  /** The annotator's own search engine, an address with `%s` in the place of the query; null: none is named. */
  engine: string | null
  /** Opens the search for evidence for a unit: here, or with what was found elsewhere. */
  search(unit: string, where?: Searching['where']): void
  /** Opens the annotator's own search engine in a new tab, or the account page while none is named, and the place for what is found. */
  searchOutside(unit: string): void
  /** Does something to a list (lists.ts, seeds.ts) as one step of undo, and goes where it leads; null does nothing. */
  perform(act: Act | null): void
}

export const BenchContext = createContext<Bench | null>(null)

export function useBench(): Bench {
  const bench = useContext(BenchContext)
  if (!bench) throw new Error('useBench outside of a workbench')
  return bench
}

/** The id of a field's control, and of a unit's place in the text. */
export const fieldId = (unit: string, question: string) => `field-${unit}-${question}`
export const unitId = (unit: string) => `unit-${unit}`

/** What a question's control needs. */
export interface QuestionProps {
  unit: UnitDraft
  question: Question
}
