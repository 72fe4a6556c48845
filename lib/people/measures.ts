/** Everybody's agreement, from counted pairs; kept by the version of the ledger. */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { KeptKey } from '@/lib/agreement/ledger/kept-figures'
import type { Protocol } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { type PersonMeasure, personMeasureSchema } from './contract'
import { personMeasure } from './figures'
import { type PairRow, readPairs } from './read-pairs'

/** Figures by annotator's number. */
export type MeasuresOf = Readonly<Record<string, PersonMeasure[]>>

interface StagePairs {
  stage: Protocol['stages'][number]
  partners: PairRow[]
  gold: PairRow[]
}

/** What figures are made from: of everybody, or of one person. */
export async function readAllPairs(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
  number: number | null,
): Promise<StagePairs[]> {
  const rows = await tx.stage.findMany({ where: { projectId }, select: { id: true, key: true } })
  const found: StagePairs[] = []
  for (const stage of protocol.stages) {
    const row = rows.find(({ key }) => key === stage.key)
    if (!row) continue
    const partners = await readPairs(tx, row.id, 'partners', number)
    found.push({ stage, partners, gold: await readPairs(tx, row.id, 'gold', number) })
  }
  return found
}

/** Responses that the intervals would resample: what they cost. */
export const costOf = (pairs: readonly StagePairs[]): number =>
  pairs.flatMap(({ partners, gold }) => [...partners, ...gold]).reduce((sum, { responses }) => sum + responses, 0)

/** The figures of everybody in these rows. Long work on one thread: others' requests come in between. */
export async function computeMeasures(
  pairs: readonly StagePairs[],
  options: { intervals: boolean },
): Promise<Record<string, PersonMeasure[]>> {
  const numbers = new Set(pairs.flatMap(({ partners, gold }) => [...partners, ...gold].map(({ number }) => number)))
  const figures: Record<string, PersonMeasure[]> = {}
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const own: PersonMeasure[] = []
    for (const { stage, partners, gold } of pairs)
      for (const measure of stage.measures) {
        const isMine = (row: PairRow) => row.number === number && row.measure === measure.key
        const rows = { partners: partners.filter(isMine), gold: gold.filter(isMine) }
        if (rows.partners.length + rows.gold.length === 0) continue
        const values = measure.categories.map(({ value }) => value)
        own.push(await personMeasure({ stage: stage.key, measure: measure.key }, values, rows, options))
        await setImmediate()
      }
    figures[number] = own
  }
  return figures
}

/** Where everybody's figures of a version are kept, and what they read as. */
export const keptAt = (projectId: string, version: string): KeptKey => ({ projectId, key: 'people', version })
export const keptMeasuresSchema: z.ZodType<MeasuresOf> = z.record(z.string(), z.array(personMeasureSchema))
