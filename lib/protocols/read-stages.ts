/** The stages of an item as a file brings them: each stage's units, from the record or the gold before it. Pure. */

import { segmentText } from '@/lib/text/segment-text'
import { countingAnswers } from './completeness'
import type { Answers, EarlierGold, Json, Protocol, Stage, StageAnswers, UnitDraft, Vote } from './protocol'

export interface ReadStage {
  key: string
  units: UnitDraft[]
  /** The labels that came for it, also to questions that are not asked; null for a stage that is still to be done. */
  answers: Answers | null
  /** Were they gold before? Then they hold what is to stay, such as answers to questions of an earlier version. */
  settled?: true
  /** What people voted, in a stage of votes; null where none came. Its answers are empty then. */
  votes: readonly Vote[] | null
  /** What changed upstream since, as a native export says it; null unless it is stale. */
  stale: Json
}

interface Given {
  content: Json
  segments: readonly string[] | null
  answers: StageAnswers | null
  /** By stage key. */
  votes?: Readonly<Record<string, readonly Vote[]>>
  /** Are the labels gold of an export? */
  settled?: true
  /** What an export says of stages, by key: the units they had, which may have been repaired by hand. */
  known?: Readonly<Record<string, Pick<ReadStage, 'units' | 'stale'>>>
}

/** The stages that came with labels, in order, and the first that did not: the one to be done next. */
export function readStages(
  protocol: Protocol,
  { content, segments, answers, votes = {}, known = {}, settled }: Given,
): ReadStage[] {
  const stages: ReadStage[] = []
  const earlier: Record<string, EarlierGold[string]> = {}
  for (const stage of protocol.stages) {
    const { units, stale } = known[stage.key] ?? {
      units: stage.units(content, segments ?? split(stage.segmentedText(content)), earlier),
      stale: null,
    }
    const voted = votes[stage.key]?.length ? (votes[stage.key] ?? null) : null
    const labels = answers?.[stage.key] ?? (voted && {})
    const read = { key: stage.key, units, answers: labels, votes: voted, stale, ...(settled ? { settled } : {}) }
    stages.push(read)
    if (labels === null) break
    const isLast = stage === protocol.stages.at(-1)
    // Later stages come from what counts.
    if (!isLast)
      earlier[stage.key] = { units, answers: goldIn(stage, content, read), ...(voted ? { votes: voted } : {}) }
  }
  return stages
}

/** What the labels are as gold: the answers to questions that are asked. The others stand in the record only. */
export function goldIn(
  stage: Stage,
  content: Json,
  { units, answers, settled }: Pick<ReadStage, 'units' | 'answers' | 'settled'>,
): Answers {
  return settled || answers === null ? (answers ?? {}) : countingAnswers(stage, { content, units }, answers)
}

const split = (text: string | null): string[] => (text === null ? [] : segmentText(text))
