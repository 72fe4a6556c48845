/** Who answers what in the journey: each stage of each document, for both annotators. */
import type { Who } from './acts'
import type { SentenceWork as DecomposeWork } from './decompose'
import { CANBERRA, canberraTexts, HONEY, honeyTexts } from './documents'
import type { MergeWork } from './merge'
import type { ClaimWork } from './verify'

type Annotator = Extract<Who, 'Ana' | 'Ben'>
type Plan<Work> = Readonly<Record<Annotator, Readonly<Record<number, Work>>>>

const h = honeyTexts
const c = canberraTexts
const accepted = (text: string, importance: 'yes' | 'intermediate' = 'yes') =>
  ({ text, importance, made: 'accepted' }) as const
const chatter: DecomposeWork = { kind: 'not_a_claim', importance: 'no' }
const taste: DecomposeWork = { kind: 'opinion', importance: 'no' }
const capital: DecomposeWork = { kind: 'yes', importance: 'yes', accept: 'all', claims: [accepted(c.capital)] }
const built: DecomposeWork = { kind: 'yes', importance: 'intermediate', accept: 'all', claims: [accepted(c.built)] }

/** Ben splits a claim, leaves one out and adds one; Ana writes a sentence so that it stands on its own. */
export const decomposePlan: Plan<readonly DecomposeWork[]> = {
  Ana: {
    [HONEY]: [
      chatter,
      { kind: 'yes', importance: 'yes', accept: 'all', claims: [accepted(h.enzymes), accepted(h.water)] },
      {
        kind: 'yes',
        importance: 'yes',
        accept: 'all',
        decontext: h.decontext,
        claims: [accepted(h.kilogram), accepted(h.keeps, 'intermediate')],
      },
      taste,
    ],
    [CANBERRA]: [capital, built],
  },
  Ben: {
    [HONEY]: [
      chatter,
      {
        kind: 'yes',
        importance: 'yes',
        accept: 'all',
        splitAfter: h.split,
        claims: [
          { text: h.split, importance: 'yes', made: 'split' },
          { text: h.addEnzymes, importance: 'yes', made: 'rewritten' },
          accepted(h.water),
        ],
      },
      { kind: 'yes', importance: 'intermediate', accept: 'first', claims: [accepted(h.kilogram)] },
      taste,
    ],
    [CANBERRA]: [
      capital,
      { ...built, claims: [accepted(c.built), { text: c.planned, importance: 'intermediate', made: 'added' }] },
    ],
  },
}

const yes = { verdict: 'true' } as const

/** They differ on two stances, a verdict, the words of a correction, and whether evidence can be found at all. */
export const verifyPlan: Plan<readonly ClaimWork[]> = {
  Ana: {
    [HONEY]: [
      { unit: 's2.c1', passages: 2, stances: ['1', 'r'], outcome: yes },
      { unit: 's2.c2', passages: 1, stances: ['1'], outcome: yes },
      {
        unit: 's3.c1',
        passages: 3,
        stances: ['3', '2', 'r'],
        outcome: { verdict: 'false', revised: h.anasCorrection, references: 'refuting' },
      },
      { unit: 's3.c2', passages: 1, stances: ['1'], outcome: yes },
    ],
    [CANBERRA]: [
      {
        unit: 's1.c1',
        passages: 2,
        stances: ['3', 'r'],
        outcome: { verdict: 'false', revised: c.correction, references: 'refuting' },
      },
      { unit: 's2.c1', passages: 1, stances: ['1'], outcome: yes },
      {
        unit: 's2.c2',
        passages: 0,
        stances: [],
        outcome: { verdict: 'found', query: c.query, url: c.url, quote: c.quote },
      },
    ],
  },
  Ben: {
    [HONEY]: [
      { unit: 's2.c1', passages: 2, stances: ['1', '4'], outcome: yes },
      { unit: 's2.c2', passages: 1, stances: ['2'], outcome: yes },
      {
        unit: 's3.c1',
        passages: 3,
        stances: ['3', '4', '4'],
        outcome: { verdict: 'false', revised: h.bensCorrection, references: [1] },
      },
      { unit: 's3.c2', passages: 1, stances: ['1'], outcome: { verdict: 'not_enough_evidence', searched: h.searched } },
    ],
    [CANBERRA]: [
      {
        unit: 's1.c1',
        passages: 2,
        stances: ['3', '4'],
        outcome: { verdict: 'false', revised: c.correction, references: [1] },
      },
      { unit: 's2.c1', passages: 1, stances: ['1'], outcome: yes },
      { unit: 's2.c2', passages: 0, stances: [], outcome: { verdict: 'not_enough_evidence', searched: c.searched } },
    ],
  },
}

/** Ben deletes a sentence that Ana keeps, writes another, and writes the whole response by hand. */
export const mergePlan: Plan<MergeWork> = {
  Ana: {
    [HONEY]: { sentences: ['keep', 'keep', 'rest', 'rest'] },
    [CANBERRA]: { sentences: ['rest', 'rest'] },
  },
  Ben: {
    [HONEY]: { sentences: ['keep', 'keep', { revised: h.bensSentence }, 'delete'], response: h.bensResponse },
    [CANBERRA]: { sentences: ['keep', 'keep'] },
  },
}
