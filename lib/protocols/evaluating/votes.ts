/** Scoring of methods by the votes they got: nothing is uploaded, the gold carries it all. */
import { z } from 'zod'
import type { EvaluationTask, Scoring } from '@/lib/protocols/evaluation'
import type { GoldRecord, Json, Stage } from '@/lib/protocols/protocol'
import { ratioFigure, sumFigure } from './means'
import { refused } from './read-line'

interface VoteSetting {
  head: Pick<EvaluationTask, 'title' | 'summary' | 'source' | 'strata'>
  description: string
  /** The stage whose votes are tallied, a tally with `votes` and `methods`. */
  stage: Stage
  /** What the tally holds by method: the votes for it, and what else the figures are of. */
  fields: readonly [votes: string, ...more: string[]]
  strataOf?(content: Json): Readonly<Record<string, string>>
  /** Figures of sums 0 votes of the item, and from 1 on those of `fields`. */
  more: Scoring['figures'][number][]
}

const NO_FILES = 'Nothing is uploaded here: methods are compared by the votes of the gold.'

/** How often people preferred what each method made. */
export function preferenceTask(setting: VoteSetting): EvaluationTask {
  const { head, description, stage, fields, more } = setting
  const scoring: Scoring = {
    key: 'preferred',
    title: 'Preferred by people',
    description,
    unitOfAnalysis: 'item',
    level: 'unit',
    sums: 1 + fields.length,
    score: ({ gold, value }) =>
      typeof gold === 'number' && Array.isArray(value) ? [gold, ...value.map(Number)] : null,
    figures: [
      ratioFigure({ key: 'share', title: 'Share of the votes', form: 'share', better: 'high' }, 1, 0),
      sumFigure({ key: 'votes', title: 'Votes', form: 'number', better: 'high' }, 1),
      ...more,
    ],
  }
  return {
    ...head,
    key: 'preference',
    stage: stage.key,
    fields: [],
    example: [],
    targets: (gold) => {
      const found = votesIn(setting, gold)
      return found ? [{ unit: 'item', text: null, gold: found.total, strata: found.strata }] : []
    },
    carried: (gold) => {
      const { methods = [] } = votesIn(setting, gold) ?? {}
      return methods.map(({ method, numbers }) => ({ system: method, unit: 'item', text: null, value: [...numbers] }))
    },
    recognises: () => false,
    read: () => refused('', NO_FILES, 'Leave the file out.'),
    parameters: z.object({}),
    scorings: () => [scoring],
  }
}

const tallied = z.object({ votes: z.number(), methods: z.record(z.string(), z.record(z.string(), z.number())) })

/** An item's votes; null where it has none. */
function votesIn({ stage, fields, strataOf }: VoteSetting, { content, stages }: GoldRecord) {
  const { units = [], votes = [] } = stages[stage.key] ?? {}
  const tally = tallied.safeParse(stage.tally?.({ content, units }, votes)).data
  if (!tally || tally.votes === 0) return null
  const methods = Object.entries(tally.methods).map(([method, own]) => ({
    method,
    numbers: fields.map((field) => own[field] ?? 0),
  }))
  return { total: tally.votes, methods, strata: strataOf?.(content) ?? {} }
}
