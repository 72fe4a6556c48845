/** The two documents of the journey: one of the demo's longer ones and a short one in Arabic, as records to import. */

import { honey } from '@/prisma/scenarios/factcheck/kitchen'
import { recordOf } from '@/prisma/scenarios/factcheck/play'
import { canberra } from '@/prisma/scenarios/factcheck/project'

export const HONEY = 1
export const CANBERRA = 2

/** In the order of the file; their positions are 1 and 2. */
export const records = [honey, canberra].map(recordOf)

const textOf = ({ sentences }: typeof honey, sentence: number, claim: number): string =>
  sentences[sentence - 1]?.claims?.[claim - 1]?.text ?? ''

const ENZYMES = 'Bees turn nectar into honey'

export const honeyTexts = {
  enzymes: textOf(honey, 2, 1),
  water: textOf(honey, 2, 2),
  kilogram: textOf(honey, 3, 1),
  keeps: textOf(honey, 3, 2),
  taste: honey.sentences[3]?.text ?? '',
  /** What Ben makes of the first claim: two. */
  split: ENZYMES,
  splitEnd: textOf(honey, 2, 1).slice(ENZYMES.length).trim(),
  addEnzymes: 'Bees add enzymes to nectar.',
  decontext: honey.sentences[2]?.decontext ?? '',
  anasCorrection: 'One worker bee makes a twelfth of a teaspoon of honey in her life.',
  bensCorrection: 'One worker bee makes about a thimble of honey in her life.',
  correction: 'One worker bee makes about a twelfth of a teaspoon of honey in her life.',
  searched: 'does sealed honey keep for years',
  bensSentence: 'One worker makes about a twelfth of a teaspoon of it in her life, but sealed honey keeps for years.',
  bensResponse: 'Bees make honey from nectar, and sealed honey keeps for years.',
  response:
    'Bees turn nectar into honey by adding enzymes and letting water evaporate. Sealed honey keeps for years, though one worker makes only a twelfth of a teaspoon of it in her life.',
} as const

export const canberraTexts = {
  secondSentence: canberra.sentences[1]?.text ?? '',
  capital: textOf(canberra, 1, 1),
  built: textOf(canberra, 2, 1),
  planned: 'خطط معماري أمريكي شوارع كانبرا.',
  correction: canberra.sentences[0]?.claims?.[0]?.revised ?? '',
  query: 'من خطط مدينة كانبرا',
  url: 'https://atlas.example/ar/canberra/plan',
  quote: 'فاز المعماري الأمريكي بمسابقة تخطيط المدينة.',
  searched: 'شوارع كانبرا',
} as const
