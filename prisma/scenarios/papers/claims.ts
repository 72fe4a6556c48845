/** Claims held against what a search found: three annotators on some, one on the others, a majority. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { PaperProject, PaperWork } from './project'
import { responses } from './texts/verification'

/** One letter a result, in order: s supports, c contradicts, anything else neither. */
interface Reading {
  stances: string
  verdict: 'supported' | 'contradicted' | 'inconclusive'
  why?: 'a' | 'b' | 'c'
  comment?: string
}

const STANCES: Readonly<Record<string, string>> = { s: 'supports', c: 'contradicts' }

const answersOf =
  ({ stances, verdict, why, comment }: Reading) =>
  ({ units }: Workbench): Answers => ({
    item: { verdict, ...(why ? { why } : {}), ...(comment ? { comment } : {}) },
    ...Object.fromEntries(
      units
        .filter(({ kind }) => kind === 'result')
        .map(({ key }, index) => [key, { stance: STANCES[stances[index] ?? ''] ?? 'inconclusive' }]),
    ),
  })

const read = (position: number, by: Partial<Record<Annotator, Reading>>): PaperWork => ({
  position,
  stage: 'verify',
  by: Object.keys(by) as Annotator[],
  answers: (workbench, who) => {
    const reading = by[who]
    if (!reading) throw new Error(`${who} says nothing of claim ${position}`)
    return answersOf(reading)(workbench)
  },
})

const records: readonly Json[] = responses.map((response) => ({ ...response, abstained: false }))

export const claims: PaperProject = {
  name: 'Claims against search results',
  description:
    'Nine claims of three responses, each with what a search found. Half of them have three annotators, and a majority decides.',
  protocolId: 'veriscore-verification',
  file: 'claims-with-results.jsonl',
  records,
  stages: { verify: { coverage: 50 } },
  work: [
    read(1, { ana: { stances: 'ss-s', verdict: 'supported' } }),
    read(2, {
      ana: { stances: 's-s', verdict: 'supported' },
      ben: { stances: 's-s', verdict: 'supported' },
      chioma: { stances: 'sss', verdict: 'supported', comment: 'The second result says so between the lines.' },
    }),
    read(3, { chioma: { stances: 'c--', verdict: 'contradicted' } }),
    read(4, {
      ana: { stances: '-cs', verdict: 'inconclusive', why: 'b' },
      ben: { stances: '-c-', verdict: 'contradicted' },
      chioma: { stances: '-c-', verdict: 'contradicted', comment: 'A guide’s tale is no source.' },
    }),
    read(5, { ben: { stances: 'sc-', verdict: 'inconclusive', why: 'b' } }),
    read(6, {
      ana: { stances: 'ss', verdict: 'supported' },
      ben: { stances: 's-', verdict: 'inconclusive', why: 'c' },
      chioma: { stances: 's-', verdict: 'contradicted' },
    }),
    { ...read(8, { ana: { stances: 'ss', verdict: 'supported' } }), unfinished: 'ana' },
  ],
}
