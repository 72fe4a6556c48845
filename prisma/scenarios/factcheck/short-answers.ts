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

export const penicillin: Document = {
  key: 'fc-penicillin',
  source: 'history of medicine',
  prompt: 'Who discovered penicillin?',
  sentences: [
    {
      text: 'Penicillin was discovered by Alexander Fleming in 1928 at St Mary’s Hospital in London.',
      claims: [
        {
          text: 'Alexander Fleming discovered penicillin.',
          passages: [
            passage(
              'completely-support',
              'The mould on Fleming’s forgotten plate led him to penicillin.',
              'medicine-museum.example/fleming',
              'who discovered penicillin',
            ),
          ],
        },
        {
          text: 'Penicillin was discovered in 1928.',
          passages: [
            passage(
              'completely-support',
              'It was September 1928 when Fleming came back to his bench and noticed the clear ring.',
              'medicine-museum.example/fleming',
              'year penicillin discovered',
            ),
          ],
        },
        {
          text: 'Penicillin was discovered at St Mary’s Hospital in London.',
          importance: 'intermediate',
          passages: [
            passage(
              'completely-support',
              'The laboratory at St Mary’s in Paddington can be visited on weekdays.',
              'medicine-museum.example/visit',
              'where was penicillin discovered',
            ),
          ],
        },
      ],
    },
    {
      text: 'He received the Nobel Prize for it in 1935, together with Florey and Chain.',
      decontext: 'Alexander Fleming received the Nobel Prize for penicillin in 1935, together with Florey and Chain.',
      claims: [
        {
          text: 'Alexander Fleming received the Nobel Prize for penicillin in 1935.',
          verdict: 'false',
          revised: 'Alexander Fleming received the Nobel Prize for penicillin in 1945.',
          passages: [
            passage(
              'refute',
              'The prize in physiology or medicine of 1945 went to the discovery of penicillin.',
              'prizes.example/medicine/1945',
              'Fleming Nobel Prize year',
            ),
            passage(
              'irrelevant',
              'The prize of 1935 honoured work on the development of the embryo.',
              'prizes.example/medicine/1935',
              'Fleming Nobel Prize year',
            ),
          ],
        },
        {
          text: 'Alexander Fleming shared the Nobel Prize for penicillin with Florey and Chain.',
          importance: 'intermediate',
          passages: [
            passage(
              'completely-support',
              'Fleming, Chain and Florey each took a third of the prize.',
              'prizes.example/medicine/1945',
              'Nobel Prize penicillin laureates',
            ),
          ],
        },
      ],
    },
    {
      text: 'The plate is said to have stood beside an open window on the second floor.',
      decontext: 'Fleming’s plate is said to have stood beside an open window on the second floor.',
      importance: 'no',
      claims: [
        {
          text: 'Fleming’s plate stood beside an open window.',
          importance: 'no',
          verdict: 'not_enough_evidence',
          searched: 'Fleming plate open window\nSt Mary’s laboratory window 1928 plate',
          passages: [
            passage(
              'irrelevant',
              'Windows of the old wing were replaced after the war.',
              'medicine-museum.example/building',
              'Fleming plate open window',
            ),
          ],
        },
        {
          text: 'Fleming’s laboratory was on the second floor.',
          importance: 'no',
          passages: [],
          own: [
            passage(
              'completely-support',
              'Climb to the second floor, where the bench stands as he left it.',
              'medicine-museum.example/visit/fleming-room',
              'Fleming laboratory which floor',
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
