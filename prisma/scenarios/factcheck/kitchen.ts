import { type Document, passage } from './document'

export const honey: Document = {
  key: 'fc-honey',
  source: 'kitchen questions',
  prompt: 'How do bees make honey, and does it go off?',
  sentences: [
    {
      text: 'Good question!',
      kind: 'not_a_claim',
      importance: 'no',
    },
    {
      text: 'Bees turn nectar into honey by adding enzymes and letting water evaporate.',
      claims: [
        {
          text: 'Bees turn nectar into honey by adding enzymes to it.',
          passages: [
            passage(
              'completely-support',
              'In the honey stomach the nectar is mixed with enzymes, which split its sugars on the way to honey.',
              'apiary.example/from-flower-to-jar',
              'how do bees turn nectar into honey enzymes',
            ),
            passage(
              'irrelevant',
              'A hive needs shelter from the wind and water within a short flight.',
              'apiary.example/siting-a-hive',
              'how do bees turn nectar into honey enzymes',
            ),
          ],
        },
        {
          text: 'Bees let water evaporate from the nectar.',
          passages: [
            passage(
              'completely-support',
              'Workers fan the combs with their wings until most of the water has evaporated.',
              'apiary.example/from-flower-to-jar',
              'honey water content evaporation bees fanning',
            ),
          ],
        },
      ],
    },
    {
      text: 'One worker makes about a kilogram of it in her life, and sealed honey keeps for years.',
      decontext: 'One worker bee makes about a kilogram of honey in her life, and sealed honey keeps for years.',
      claims: [
        {
          text: 'One worker bee makes about a kilogram of honey in her life.',
          verdict: 'false',
          revised: 'One worker bee makes about a twelfth of a teaspoon of honey in her life.',
          passages: [
            passage(
              'refute',
              'In all her life a worker brings home enough for roughly one twelfth of a teaspoon of honey.',
              'apiary.example/a-workers-life',
              'how much honey does one bee make in its lifetime',
            ),
            passage(
              'partially-support',
              'A strong colony may store several kilograms in a good week.',
              'apiary.example/harvest-diary',
              'how much honey does one bee make in its lifetime',
            ),
            passage(
              'irrelevant',
              'Drones do not forage and have no stinger.',
              'apiary.example/castes',
              'how much honey does one bee make in its lifetime',
            ),
          ],
        },
        {
          text: 'Sealed honey keeps for years.',
          importance: 'intermediate',
          passages: [
            passage(
              'completely-support',
              'Kept closed and dry, honey stays edible for many years.',
              'pantry.example/shelf-life/honey',
              'does honey spoil',
            ),
          ],
        },
      ],
    },
    {
      text: 'I think the dark kinds taste best.',
      kind: 'opinion',
      importance: 'no',
    },
  ],
}

export const assistant: Document = {
  key: 'fc-advice',
  source: 'kitchen questions',
  prompt: 'Should I learn the piano or the violin first?',
  sentences: [
    { text: 'As a language model I have never played an instrument.', kind: 'other', importance: 'no' },
    { text: 'I would start with the piano, because it is more forgiving.', kind: 'opinion' },
    { text: 'What kind of music do you like?', kind: 'not_a_claim', importance: 'no' },
  ],
}
