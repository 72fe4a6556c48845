'use client'
import { createContext, useContext } from 'react'
import type { ConsolidationView, DisagreementView, Lane } from '@/lib/adjudication/consolidation/contract'
import type { Talk } from '@/lib/adjudication/consolidation/discussion/rules'
import type { AgendaEntry } from '@/lib/adjudication/consolidation/rules'
import type { WaitingChoices } from '@/lib/adjudication/consolidation/waiting/hooks'
import type { Answers, Json, Protocol, Question, Stage, Subject } from '@/lib/protocols/protocol'
import type { DisagreementCause } from '@/lib/workspace/tasks/contract'

/** What the page is busy with: reading, or one of the forms that hang on the open question. */
export type Mode = 'read' | 'edit' | 'propose' | 'cause' | 'object' | 'call'

/** A question on a unit. */
export interface At {
  unit: string
  question: string
}

/** What every part of the page works with. */
export interface Desk {
  /** With what the reader chose, while the server cannot be told. */
  view: ConsolidationView
  waiting: WaitingChoices
  protocol: Protocol
  stage: Stage
  subject: Subject
  /** The settled values, as answers. */
  answers: Answers
  /** In the reader's order. */
  lanes: readonly Lane[]
  /** Every question of the item; `visible` leaves out what agreed while that is folded. */
  agenda: readonly AgendaEntry[]
  visible: readonly AgendaEntry[]
  /** Open questions that wait for the reader, not for what others say. */
  ready: readonly AgendaEntry[]
  /** The open question; null once none waits for the reader and they have not gone to one. */
  current: AgendaEntry | null
  question: Question | null
  disagreement: DisagreementView | null
  /** What was said on the open question in a discussion; null where nobody discusses. */
  talk: Talk | null
  /** Can the reader take a lane: as one who settles, or as one who accepts? */
  takes: boolean
  unfolded: boolean
  mode: Mode
  isPending: boolean
  setMode(mode: Mode): void
  setUnfolded(unfolded: boolean): void
  /** To a question, or to the first that waits. */
  go(entry: At | null): void
  takeLane(lane: string): void
  takeLaneForUnit(lane: string): void
  /** Settles on a value, or accepts it, without a word. */
  takeValue(value: Json): void
  /** Settles on a value of one's own; rejects with the server's words. */
  settle(value: Json, reason: string): Promise<void>
  withdraw(entry: At): void
  setCause(cause: DisagreementCause | null): void
  propose(value: Json, comment: string): Promise<void>
  reply(reply: 'accept' | 'object', comment: string): Promise<void>
  /** Accepts what another holds. */
  agree(): void
  takeBack(entry: At): void
  callThirdRater(reason: string): Promise<void>
}

export const DeskContext = createContext<Desk | null>(null)

export function useDeskContext(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDeskContext outside of a consolidation')
  return desk
}

/** The name of the field for remarks, which a key focuses. */
export const REMARK_FIELD = 'remark'
