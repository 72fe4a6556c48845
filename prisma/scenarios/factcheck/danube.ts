import { type Claim, type Document, passage } from './document'

const COUNTRIES = [
  ...['Germany', 'Austria', 'Slovakia', 'Hungary', 'Croatia'],
  ...['Serbia', 'Bulgaria', 'Romania', 'Moldova', 'Ukraine'],
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

export const danube: Document = {
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
