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

export const mars: Document = {
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

export const coffee: Document = {
  key: 'fc-coffee',
  source: 'kitchen questions',
  prompt: 'Where does coffee come from?',
  sentences: [
    {
      text: 'The coffee plant comes from Ethiopia, and Brazil grows more of it than any other country.',
      claims: [
        {
          text: 'The coffee plant comes from Ethiopia.',
          proposed: 'Coffee comes from Africa.',
          passages: [
            passage(
              'completely-support',
              'Wild coffee still grows in the highland forests of Ethiopia, its home.',
              'garden.example/coffee',
              'origin of the coffee plant',
            ),
          ],
        },
        {
          text: 'Brazil grows more coffee than any other country.',
          passages: [
            passage(
              'completely-support',
              'About a third of the world’s beans are picked in Brazil, more than anywhere else.',
              'trade.example/coffee',
              'largest coffee producer',
            ),
          ],
        },
      ],
    },
    {
      text: 'Its beans are really the seeds of a berry, and everybody likes their smell.',
      decontext: 'Coffee beans are really the seeds of a berry, and everybody likes their smell.',
      claims: [
        {
          text: 'Coffee beans are the seeds of a berry.',
          setAside: 'commonsense',
          importance: 'intermediate',
        },
        { text: 'Everybody likes the smell of coffee beans.', type: 'opinion', importance: 'no', proposed: null },
      ],
    },
  ],
}

export const telegraph: Document = {
  key: 'fc-telegraph',
  source: 'history of technology',
  prompt: 'When was the first transatlantic telegraph cable laid?',
  sentences: [
    {
      text: 'The first transatlantic telegraph cable was laid in 1858 and worked for about three weeks.',
      claims: [
        {
          text: 'The first transatlantic telegraph cable was laid in 1858.',
          passages: [
            passage(
              'completely-support',
              'In August 1858 the two ships joined Ireland and Newfoundland by a cable for the first time.',
              'cables.example/1858',
              'first transatlantic telegraph cable year',
            ),
          ],
        },
        {
          text: 'The first transatlantic telegraph cable worked for about three weeks.',
          importance: 'intermediate',
          passages: [
            passage(
              'completely-support',
              'It fell silent after some three weeks.',
              'cables.example/1858',
              'how long did the first transatlantic cable work',
            ),
          ],
        },
      ],
    },
    {
      text: 'Queen Victoria’s greeting took sixteen seconds to cross.',
      importance: 'intermediate',
      claims: [
        {
          text: 'Queen Victoria’s greeting over the cable took sixteen seconds to cross.',
          verdict: 'false',
          revised: 'Queen Victoria’s greeting over the cable took about sixteen hours to cross.',
          passages: [
            passage(
              'refute',
              'The Queen’s ninety-eight words needed sixteen hours.',
              'cables.example/1858/greeting',
              'Queen Victoria telegraph message time',
            ),
          ],
        },
      ],
    },
    {
      text: 'A lasting cable followed in 1866.',
      decontext: 'A lasting transatlantic telegraph cable followed in 1866.',
      claims: [
        {
          text: 'A lasting transatlantic telegraph cable was laid in 1866.',
          passages: [
            passage(
              'completely-support',
              'In 1866 the Great Eastern laid the cable that stayed in service.',
              'cables.example/great-eastern',
              'lasting transatlantic cable 1866',
            ),
          ],
        },
      ],
    },
  ],
}
