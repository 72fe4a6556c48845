/** The demo's fact-checking project: its documents, and how far each of them got in its three stages. */
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { View } from './answers'
import { type Claim, type Document, passage } from './document'
import { coffee, telegraph } from './history'
import { assistant, honey } from './kitchen'
import { penicillin } from './penicillin'

/** A sentence with one claim that says the same, and one passage about it. */
const plain = (text: string, quote: string, query: string, importance?: 'intermediate' | 'no') => ({
  text,
  ...(importance ? { importance } : {}),
  claims: [
    {
      text,
      ...(importance ? { importance } : {}),
      passages: [
        passage('completely-support', quote, `sky.example/mars/${query.replaceAll(' ', '-')}`, `Mars ${query}`),
      ],
    },
  ],
})

const mars: Document = {
  key: 'fc-mars',
  source: 'astronomy',
  prompt: 'Tell me about Mars, in about a dozen sentences.',
  sentences: [
    plain('Mars is the fourth planet from the Sun.', 'Counted from the Sun, Mars comes fourth.', 'position'),
    plain('Mars is about half as wide as the Earth.', 'Its diameter is a little more than half of ours.', 'size'),
    plain('Iron oxide gives Mars its red colour.', 'Rusty dust, that is iron oxide, colours the planet.', 'colour'),
    {
      text: 'Mars has three moons, which are called Phobos and Deimos.',
      claims: [
        {
          text: 'Mars has three moons.',
          verdict: 'false',
          revised: 'Mars has two moons.',
          passages: [
            passage(
              'refute',
              'Two small moons go round Mars.',
              'sky.example/mars/moons',
              'how many moons does Mars have',
            ),
          ],
        },
        {
          text: 'The moons of Mars are called Phobos and Deimos.',
          importance: 'intermediate',
          passages: [
            passage(
              'completely-support',
              'Phobos and Deimos are named after Fear and Dread.',
              'sky.example/mars/moons',
              'names of the moons of Mars',
            ),
          ],
        },
      ],
    },
    plain('A day on Mars is some forty minutes longer than ours.', 'A sol has 24 hours and about 40 minutes.', 'day'),
    plain('A year on Mars lasts 687 of our days.', 'Mars needs 687 days for one orbit.', 'year'),
    plain('Olympus Mons on Mars is the highest known volcano.', 'No known volcano is higher.', 'volcano'),
    {
      text: 'The air of Mars is mostly oxygen.',
      claims: [
        {
          text: 'The air of Mars is mostly oxygen.',
          verdict: 'false',
          revised: 'The air of Mars is mostly carbon dioxide.',
          passages: [
            passage(
              'refute',
              'More than nine tenths of the thin air is carbon dioxide.',
              'sky.example/mars/air',
              'composition of the atmosphere of Mars',
            ),
            passage(
              'irrelevant',
              'Spacesuits carry oxygen for eight hours.',
              'sky.example/suits',
              'composition of the atmosphere of Mars',
            ),
          ],
        },
      ],
    },
    plain('Mars has caps of ice at its poles.', 'Both poles are white with ice.', 'poles', 'intermediate'),
    plain(
      'Dust storms can cover the whole of Mars.',
      'Some storms wrap the planet for weeks.',
      'storms',
      'intermediate',
    ),
    plain(
      'The first rover on Mars that moved was Sojourner.',
      'In 1997 Sojourner rolled off its lander.',
      'first rover',
    ),
    { text: 'It must be a lonely place.', kind: 'opinion', importance: 'no' },
  ],
}

const COUNTRIES = [
  'Germany',
  'Austria',
  'Slovakia',
  'Hungary',
  'Croatia',
  'Serbia',
  'Bulgaria',
  'Romania',
  'Moldova',
  'Ukraine',
] as const

const flowsThrough = (country: string): Claim => ({
  text: `The Danube flows through or along ${country}.`,
  importance: 'intermediate',
  passages: [
    passage(
      'completely-support',
      `${country} is one of the ten countries on the river’s way to the sea.`,
      'atlas.example/rivers/danube',
      `Danube ${country}`,
    ),
  ],
})

const danube: Document = {
  key: 'fc-danube',
  source: 'geography',
  prompt: 'Which countries does the Danube flow through?',
  sentences: [
    {
      text: 'The Danube touches ten countries, which are Germany, Austria, Slovakia, Hungary, Croatia, Serbia, Bulgaria, Romania, Moldova and Ukraine.',
      claims: [
        {
          text: 'The Danube touches ten countries.',
          passages: [
            passage(
              'completely-support',
              'No other river in the world touches as many countries: ten.',
              'atlas.example/rivers/danube',
              'how many countries does the Danube flow through',
            ),
          ],
        },
        ...COUNTRIES.map(flowsThrough),
      ],
    },
    {
      text: 'It rises in the Alps and ends in the Black Sea.',
      decontext: 'The Danube rises in the Alps and ends in the Black Sea.',
      claims: [
        {
          text: 'The Danube rises in the Alps.',
          verdict: 'false',
          revised: 'The Danube rises in the Black Forest.',
          passages: [
            passage(
              'refute',
              'Two streams of the Black Forest, the Brigach and the Breg, join to form the Danube.',
              'atlas.example/rivers/danube/source',
              'where does the Danube rise',
            ),
            passage(
              'partially-support',
              'Many of its great tributaries come down from the Alps.',
              'atlas.example/rivers/inn',
              'where does the Danube rise',
            ),
          ],
        },
        {
          text: 'The Danube ends in the Black Sea.',
          passages: [
            passage(
              'completely-support',
              'Behind its delta the river reaches the Black Sea.',
              'atlas.example/rivers/danube/delta',
              'where does the Danube end',
            ),
          ],
        },
      ],
    },
  ],
}

export const canberra: Document = {
  key: 'fc-canberra-ar',
  source: 'geography',
  prompt: 'ما هي عاصمة أستراليا، ومتى بدأ بناؤها؟',
  sentences: [
    {
      text: 'عاصمة أستراليا هي مدينة سيدني.',
      claims: [
        {
          text: 'عاصمة أستراليا هي مدينة سيدني.',
          verdict: 'false',
          revised: 'عاصمة أستراليا هي مدينة كانبرا.',
          passages: [
            passage(
              'refute',
              'كانبرا هي عاصمة أستراليا ومقر برلمانها.',
              'atlas.example/ar/australia',
              'عاصمة أستراليا',
            ),
            passage('irrelevant', 'يزور سيدني ملايين السياح كل عام.', 'travel.example/ar/sydney', 'عاصمة أستراليا'),
          ],
        },
      ],
    },
    {
      text: 'بدأ بناء العاصمة عام 1913.',
      importance: 'intermediate',
      claims: [
        {
          text: 'بدأ بناء عاصمة أستراليا عام 1913.',
          passages: [
            passage(
              'completely-support',
              'وُضع حجر الأساس لمدينة كانبرا في مارس 1913.',
              'atlas.example/ar/canberra',
              'متى بدأ بناء كانبرا',
            ),
          ],
        },
      ],
    },
  ],
}

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
      remark: ['ana', 'It is about the prize of 1935 and does not say who got that of 1945.'],
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
