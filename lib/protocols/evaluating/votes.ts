/** Scoring of methods by the votes they got: nothing is uploaded, the gold carries it all. */
import { z } from 'zod'
import type { EvaluationTask, Scoring } from '@/lib/protocols/evaluation'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { quotientFormula } from './formulas'
import { ratioFigure } from './means'
import { refused } from './read-line'

/** What one method got of an item's votes. `own`: more numbers, as the figures say. */
export interface Won {
  method: string
  votes: number
  own: readonly number[]
}

export interface VoteSetting {
  head: Pick<EvaluationTask, 'key' | 'title' | 'summary' | 'source' | 'strata'> & { stage: string }
  description: string
  /** An item's votes; null where it has none. */
  votes(gold: GoldRecord): { total: number; methods: readonly Won[]; strata: Readonly<Record<string, string>> } | null
  /** Figures of sums 0 votes of the item, 1 votes for the method, and from 2 on those of `own`. */
  more: Scoring['figures'][number][]
  sums: number
}

const NO_FILES = 'Nothing is uploaded here: methods are compared by the votes of the gold.'

export function votesTask({ head, description, votes, more, sums }: VoteSetting): EvaluationTask {
  const scoring: Scoring = {
    key: 'preferred',
    title: 'Preferred by people',
    description,
    unitOfAnalysis: 'item',
    level: 'unit',
    sums: 2 + sums,
    score: ({ gold, value }) =>
      typeof gold === 'number' && Array.isArray(value) ? [gold, ...value.map(Number)] : null,
    figures: [
      ratioFigure({ key: 'share', title: 'Share of the votes', form: 'share', better: 'high' }, 1, 0),
      {
        key: 'votes',
        title: 'Votes',
        form: 'number',
        better: 'high',
        of: (totals) => ({ value: totals[1] ?? 0 }),
        formula: quotientFormula([1]),
      },
      ...more,
    ],
  }
  return {
    ...head,
    fields: [],
    example: [],
    targets: (gold) => {
      const found = votes(gold)
      return found && found.total > 0 ? [{ unit: 'item', text: null, gold: found.total, strata: found.strata }] : []
    },
    carried: (gold) => {
      const found = votes(gold)
      if (!found || found.total === 0) return []
      return found.methods.map(({ method, votes: own, own: numbers }) => ({
        system: method,
        unit: 'item',
        text: null,
        value: [own, ...numbers],
      }))
    },
    recognises: () => false,
    read: () => refused('', NO_FILES, 'Leave the file out.'),
    parameters: z.object({}),
    scorings: () => [scoring],
  }
}

/** What a tally holds by method. */
export function byMethod(tally: { [key: string]: Json }): [string, { [key: string]: Json }][] {
  const { methods = null } = tally
  return isJsonRecord(methods)
    ? Object.entries(methods).flatMap(([method, own]): [string, { [key: string]: Json }][] =>
        isJsonRecord(own) ? [[method, own]] : [],
      )
    : []
}

export const numberIn = (record: { [key: string]: Json }, field: string): number =>
  typeof record[field] === 'number' ? record[field] : 0
