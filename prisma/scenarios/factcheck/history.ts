import { type Document, passage } from './document'

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
