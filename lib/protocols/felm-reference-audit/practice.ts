/** What annotators of FELM's audit of references practise with. No page stands behind the addresses: what it says is told instead. */
import type { PracticeRecord } from '@/lib/protocols/practice-tasks'
import { referencesStage } from './stage'

interface Page {
  key: string
  prompt: string
  response: string
  about: string
  /** Is it free of it? */
  misinformation: boolean
  rumour: boolean
  note?: string
  why: { misinformation: string; rumour: string }
}

const practise = ({ key, prompt, response, about, misinformation, rumour, note, why }: Page): PracticeRecord => ({
  key,
  record: {
    id: key,
    domain: 'wk',
    source: 'practice',
    prompt,
    response,
    url: `https://example.org/${key}`,
    about,
    segments: [response],
    free_of_misinformation: misinformation,
    free_of_rumour: rumour,
    ...(note ? { note } : {}),
  },
  why: { [referencesStage.key]: { item: { freeOfMisinformation: why.misinformation, freeOfRumour: why.rumour } } },
})

export const felmReferenceAuditPractice: readonly PracticeRecord[] = [
  practise({
    key: 'encyclopedia',
    prompt: 'How many moons does the Earth have?',
    response: 'The Earth has one moon.',
    about:
      'For practice, without a page: an encyclopedia, with authors and sources. It says: “The Moon is the only natural satellite of the Earth.”',
    misinformation: true,
    rumour: true,
    why: {
      misinformation: 'The Earth has one natural satellite. Nothing that the page says of it is false.',
      rumour: 'An encyclopedia with authors and sources vouches for what it says.',
    },
  }),
  practise({
    key: 'forum',
    prompt: 'Can you see the Great Wall of China from the Moon?',
    response: 'No, the wall cannot be seen from the Moon.',
    about:
      'For practice, without a page: a forum. It says: “Of course you can see the wall from the Moon, my uncle heard it from a friend.”',
    misinformation: false,
    rumour: false,
    note: 'The wall is too narrow to be seen from the Moon, and the page only tells what somebody heard.',
    why: {
      misinformation: 'It says that the wall can be seen from the Moon, which is false.',
      rumour: 'It rests on what somebody heard from a friend, and nobody stands for it.',
    },
  }),
  practise({
    key: 'tabloid',
    prompt: 'Does water boil at a lower temperature on a mountain?',
    response: 'Yes, because the air presses less there.',
    about:
      'For practice, without a page: a site without authors. It says: “People tell each other that water boils sooner on mountains. We have not checked it.”',
    misinformation: true,
    rumour: false,
    note: 'It is right that water boils sooner there, but the page has it from hearsay.',
    why: {
      misinformation: 'What it passes on is right: water does boil at a lower temperature there.',
      rumour: 'It passes on what people tell each other, and says itself that it has not checked it.',
    },
  }),
]
