import { type Document, passage } from './document'

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
