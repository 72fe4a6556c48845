/** The demo's fact-checking project: its documents, and how far each of them got in its three stages. */
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { View } from './answers'
import { canberra } from './canberra'
import { danube } from './danube'
import type { Document } from './document'
import { coffee, telegraph } from './history'
import { assistant, honey } from './kitchen'
import { mars } from './mars'
import { penicillin } from './penicillin'

export const factcheckProject = {
  name: 'Answers, taken apart',
  description:
    'Responses of a language model, taken apart into claims, checked against evidence, corrected and put together again. Two annotators discuss what they see differently; a third rater takes part where claims are verified.',
}

/** Work in one stage: who takes part, and where they see it otherwise than is right. */
export interface StageWork {
  by: readonly Annotator[]
  views?: Partial<Record<Annotator, View>>
  /** These begin and do not submit. */
  unfinished?: readonly Annotator[]
  /** Who gives way in the discussion: accepts what the partner has, unit by unit. */
  settledBy?: Annotator
  /** The third rater's confirmation, with the lane's value wherever something is still open. */
  confirmedBy?: 'rui' | 'sana'
  /** A remark on the first thing that is open, before it is settled. */
  remark?: readonly [Annotator, string]
}

export interface Played {
  document: Document
  decompose?: StageWork
  verify?: StageWork
  merge?: StageWork
}

/** In the order of the file. */
export const played: readonly Played[] = [
  {
    document: honey,
    decompose: {
      by: ['ana', 'ben'],
      views: { ben: { says: { s3: { importance: 'intermediate' } } } },
      settledBy: 'ben',
    },
    verify: {
      by: ['ana', 'ben'],
      views: { ben: { says: { 's3.c1.e2': { stance: 'irrelevant' } } } },
      settledBy: 'ben',
      confirmedBy: 'rui',
    },
    merge: { by: ['ana', 'ben'] },
  },
  {
    document: penicillin,
    decompose: { by: ['ana', 'ben'] },
    verify: {
      by: ['ana', 'ben'],
      views: {
        ben: {
          says: { 's2.c1.e2': { stance: 'refute' }, 's3.c1': { verdict: 'true', searched: null, enough: 'yes' } },
        },
      },
      remark: ['ana', 'The page on the windows is about repairs after the war, not about 1928.'],
    },
  },
  {
    document: danube,
    decompose: { by: ['ana', 'ben'] },
    verify: { by: ['ana', 'ben'], unfinished: ['ana'] },
  },
  {
    document: mars,
    decompose: {
      by: ['ana', 'chioma'],
      views: {
        ana: { says: { s4: { importance: 'intermediate' } } },
        chioma: { leavesOut: 's4.c2', says: { s9: { importance: 'no' } } },
      },
      remark: ['chioma', 'I read the names as part of the sentence about their number.'],
    },
  },
  {
    document: telegraph,
    decompose: { by: ['ben', 'chioma'] },
    verify: { by: ['ben', 'chioma'], confirmedBy: 'sana' },
    merge: {
      by: ['ben', 'chioma'],
      views: {
        chioma: {
          says: { s2: { fate: 'keep', revised: 'It took the Queen’s greeting about sixteen hours to cross.' } },
        },
      },
    },
  },
  { document: canberra, decompose: { by: ['ana', 'chioma'] } },
  { document: coffee, decompose: { by: ['chioma'], unfinished: ['chioma'] } },
  { document: assistant },
]
