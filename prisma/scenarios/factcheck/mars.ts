import { type Document, passage } from './document'

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
