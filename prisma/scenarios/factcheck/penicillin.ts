import { type Document, passage } from './document'

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
